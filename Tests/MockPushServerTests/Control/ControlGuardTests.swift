import Testing
@testable import MockPushServer

/// Who may use our own paths: web pages of other origins and rebound names may not.
@Suite struct ControlGuardTests {
  static let options = TestServer.Options(controlHosts: ["mock.test"])

  @Test(arguments: [
    "localhost", "localhost:8080", "LOCALHOST:80", "localhost.", "127.0.0.1", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:8443", "[fe80::1]:8080",
    "192.168.0.7:8080",
    "10.0.0.1", "mock.test", "MOCK.test:8080", "mock.test.",
  ]) func ownHostsAreAnswered(_ host: String) async throws {
    try await withTestServer(Self.options) { server in
      #expect(await server.send(.get, "/_mock/health", headers: [("Host", host)]).status == 200)
    }
  }

  @Test func theMachinesNameIsOurs() async throws {
    try await withTestServer { server in
      #expect(await server.send(.get, "/_mock/health", headers: [("Host", MachineName.current + ":8080")]).status == 200)
      #expect(await server.send(.get, "/_mock/health").status == 200, "HTTP/1.0 has no Host")
    }
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "mock.test.evil.example", "evil-localhost", "",
    " localhost", "localhost@evil.example",
    "[evil.example]", "1.2.3", "0x7f000001", "::1", "api-push.cloud.toast.com", "[::1", "[127.0.0.1]evil.example",
  ]) func otherHostsAre403(_ host: String) async throws {
    try await withTestServer(Self.options) { server in
      await server.register()
      for (method, path) in [(Request.Method.get, "/_mock/health"), (.post, "/_mock/reset"), (.get, "/_mock/nothing")] {
        let answer = await server.send(method, path, headers: [("Host", host)])
        #expect(answer.status == 403)
        #expect(answer.sentence?.contains("--control-host") == true)
      }
      #expect(await server.token("a1b2") != nil)
      await server.send(.get, "/push/v2.4/appkeys/APP/tokens/a1b2?pushType=APNS", headers: [("Host", host)]).succeeds()
    }
  }

  @Test(arguments: [
    ("http://localhost:8080", "localhost:8080", true), ("HTTP://LOCALHOST:8080", "localhost:8080", true), ("http://[::1]:8080", "[::1]:8080", true),
    ("https://localhost:8080", "localhost:8080", false), ("http://localhost:8081", "localhost:8080", false),
    ("http://localhost", "localhost:8080", false),
    ("http://127.0.0.1:8080", "localhost:8080", false), ("http://evil.example", "localhost:8080", false), ("null", "localhost:8080", false),
    ("", "localhost:8080", false),
    ("http://localhost:8080.evil.example", "localhost:8080", false), ("http://localhost:8080/", "localhost:8080", false),
    ("file://", "localhost", false),
  ]) func anOriginMustBeTheRequestsOwn(_ origin: String, _ host: String, _ isOurs: Bool) async throws {
    try await withTestServer { server in
      await server.register()
      let headers = [("Host", host), ("Origin", origin)]
      #expect((await server.send(.get, "/_mock/clock", headers: headers).status == 200) == isOurs)
      let reset = await server.send(.post, "/_mock/reset", headers: headers)
      #expect(reset.status == (isOurs ? 200 : 403))
      #expect((await server.token("a1b2") == nil) == isOurs)
    }
  }

  @Test(arguments: [
    ("application/json", true), ("application/json;charset=UTF-8", true), ("APPLICATION/JSON ; charset=utf-8", true), (nil, false), ("", false),
    ("text/plain", false),
    ("application/x-www-form-urlencoded", false), ("multipart/form-data; boundary=x", false), ("text/plain;application/json", false),
    ("application/jsonx", false),
  ] as [(String?, Bool)]) func aWriteWithABodyNeedsJSON(_ type: String?, _ isTaken: Bool) async throws {
    try await withTestServer { server in
      let headers = type.map { [("Content-Type", $0)] } ?? []
      let answer = await server.send(.put, "/_mock/clock", json: ["now": "2027-01-01T00:00:00+09:00"], headers: headers)
      #expect(answer.status == (isTaken ? 200 : 403))
      if !isTaken { #expect(answer.sentence?.contains("application/json") == true) }
      #expect((server.now != TestServer.start) == isTaken)
    }
  }
}
