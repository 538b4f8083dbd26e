import Testing
@testable import MockPushServer

/// Paths as the vendor reads them (contract 2.1, F1, F2), end to end.
@Suite struct PathFaultTests {
  @Test(arguments: [
    "//push/v2.4/appkeys/APP/tokens/a1b2", "/push//v2.4///appkeys/APP//tokens/a1b2", "/push/v2.4/appkeys/APP/tokens/a1b2/",
    "/push/v2.4/appkeys/APP/tokens/a1b2///",
    "/%70ush/v2%2e4/appkeys/%41PP/token%73/a1%62%32", "http://api-push.cloud.toast.com/push/v2.4/appkeys/APP/tokens/a1b2",
    "HTTPS://[::1]:8443/push/v2.4/appkeys/APP/tokens/a1b2", "push/v2.4/appkeys/APP/tokens/a1b2",
  ]) func spellingsOfOnePath(_ path: String) async throws {
    try await withTestServer { server in
      await server.register()
      await server.send(.get, "\(path)?pushType=APNS").succeeds()
    }
  }

  @Test(arguments: [
    "/push/v2.4/appkeys/APP/tokens/../tags", "/push/v2.4/appkeys/APP/../APP/tags", "/./push/v2.4/appkeys/APP/tags", "/push/v2.4/appkeys/APP%2Ftags",
    "/push%2Fv2.4/appkeys/APP/tags",
    "/push/v2.4/appkeys/APP/tags;x=1", "/push/v2.4/appkeys/APP/%", "/push/v2.4/appkeys/APP/%zz", "/push/v2.4/appkeys/APP/tags%00",
    "/push/v2.4/appkeys/APP/tags%20",
    "/push/v2.4/appkeys/APP/%FF%FE", "/%2e%2e/%2e%2e/etc/passwd", "/push/v2.4/appkeys//tags",
  ]) func otherPathsAreNotResolvedButNotFound(_ path: String) async throws {
    try await withTestServer { server in
      await server.send(.get, path, headers: [Credentials.secretKey]).refuses(40401, "Client Error. Not found. uri<\(path)>")
    }
  }

  @Test(arguments: [
    ("a%2Fb", "a/b"), ("a%252Fb", "a%2Fb"), ("a+b", "a+b"), ("a%2Bb", "a+b"), ("a%20b", "a b"), ("100%", "100%"), ("%zz%4", "%zz%4"),
    ("a%23tenant%3DX", "a#tenant=X"),
    ("%e4%b8%ad", "中"), ("..%2f..", "../.."), ("..", ".."), ("%25", "%"), ("a%3Fb", "a?b"), ("a;b=c", "a;b=c"), ("a&b=c", "a&b=c"),
    ("%F0%9F%98%80", "😀"),
  ]) func tokensInThePathAreDecodedOnce(_ segment: String, _ token: String) async throws {
    try await withTestServer { server in
      await server.register(["token": .string(token)])
      #expect(await server.call(.get, "/tokens/\(segment)?pushType=APNS").succeeds().json["token"]?["token"] == .string(token))
    }
  }

  @Test func bytesThatAreNotUTF8BecomeReplacementCharacters() async throws {
    try await withTestServer { server in
      await server.call(.get, "/tokens/a%FFb?pushType=APNS").refuses(40401, "Client Error. Not found. token<a\u{FFFD}b>")
      await server.register(["token": "a\u{FFFD}b"])
      await server.call(.get, "/tokens/a%FFb?pushType=APNS").succeeds()
    }
  }

  @Test func aPlusInAQueryIsABlank() async throws {
    try await withTestServer { server in
      await server.register(["uid": "a b"])
      #expect(await server.call(.get, "/tokens?uid=a+b").succeeds().column("tokens", "uid") == ["a b"])
      #expect(await server.call(.get, "/tokens?uid=a%2Bb").succeeds().json["tokens"] == [])
    }
  }

  @Test func onlyTheFirstQuestionMarkBeginsTheQuery() async throws {
    try await withTestServer { server in
      await server.register(["uid": "a?b=c"])
      #expect(await server.call(.get, "/tokens?uid=a?b=c").succeeds().column("tokens", "uid") == ["a?b=c"])
    }
  }
}
