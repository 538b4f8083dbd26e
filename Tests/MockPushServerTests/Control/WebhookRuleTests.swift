import Testing

@testable import MockPushServer

/// Which webhooks are taken.
@Suite struct WebhookRuleTests {
  @Test(arguments: [
    ("{}", ["list of webhooks"]), (#"{"webhook":[]}"#, ["`webhook`", "`webhooks`"]), ("[1]", ["webhooks[0]", "object"]), ("[{}]", ["webhooks[0]", "url"]),
    (#"[{"url":"http://127.0.0.1","event":[]}]"#, ["`event`", "`events`"]), (#"[{"url":"https://127.0.0.1/"}]"#, ["https", "http only"]),
    (#"[{"url":"http://example.com/"}]"#, ["example.com", "--webhook-host"]), (#"[{"url":"http://10.0.0.1/"}]"#, ["10.0.0.1", "--webhook-host"]),
    (#"[{"url":"http://127.0.0.1.example.com/"}]"#, ["--webhook-host"]), (#"[{"url":"http://localhost.example.com/"}]"#, ["--webhook-host"]),
    (#"[{"url":"http://u:p@127.0.0.1/"}]"#, ["user name"]), (#"[{"url":"http://127.0.0.1/\r\nX: y"}]"#, ["url"]), (#"[{"url":"http://127.0.0.1:0/"}]"#, ["url"]),
    (#"[{"url":"http://127.0.0.1:65536/"}]"#, ["url"]), (#"[{"url":"ftp://127.0.0.1/"}]"#, ["url"]), (#"[{"url":7}]"#, ["url"]), (#"[{"url":"http:///x"}]"#, ["url"]),
    (#"[{"url":"http://[::1/"}]"#, ["url"]), (#"[{"url":"http://::1/"}]"#, ["url"]),
    (#"[{"url":"http://127.0.0.1","events":[]}]"#, ["events"]), (#"[{"url":"http://127.0.0.1","events":["deliveries"]}]"#, ["`deliveries`", "`delivery`"]),
    (#"[{"url":"http://127.0.0.1","id":"a"},{"url":"http://127.0.0.1","id":"a"}]"#, ["webhooks[1]", "`a`"]),
    (#"[{"url":"http://127.0.0.1","id":"hook-2"},{"url":"http://127.0.0.1"}]"#, ["`hook-2`"]),
  ]) func wrongWebhooksAreToldInOneSentence(text: String, words: [String]) async throws {
    try await withTestServer { server in
      let answer = await server.send(.put, "/_mock/webhooks", bytes: Array(text.utf8), headers: [("Content-Type", "application/json")])
      #expect(answer.status == 400)
      for word in words { #expect(answer.sentence?.contains(word) == true, "\(answer.text)") }
      #expect(await server.hookList() == [])
    }
  }

  @Test func atMostThirtyTwoAreTaken() async throws {
    try await withTestServer { server in
      func put(_ count: Int) async -> Int {
        let hooks = JSON.array(Array(repeating: ["url": "http://127.0.0.1:1/"], count: count))
        return await server.send(.put, "/_mock/webhooks", json: ["webhooks": hooks], headers: [("Content-Type", "application/json")]).status
      }
      #expect(await put(32) == 200)
      #expect(await put(33) == 400)
      #expect(await server.hookList().count == 32)
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1", "127.0.0.1", 80, "/", true), ("HTTP://LocalHost:81?x", "localhost", 81, "/?x", true),
    ("http://a.localhost/b/c?d#e", "a.localhost", 80, "/b/c?d", true),
    ("http://[::1]:9000/x", "::1", 9000, "/x", true), ("http://127.255.0.9:65535/", "127.255.0.9", 65_535, "/", true),
    ("http://push.test/", "push.test", 80, "/", false), ("http://128.0.0.1/", "128.0.0.1", 80, "/", false), ("http://[::2]/", "::2", 80, "/", false),
    ("http://0.0.0.0/", "0.0.0.0", 80, "/", false), ("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", 80, "/", false),
  ]) func addressesAreTakenApart(text: String, host: String, port: Int, target: String, isLoopback: Bool) throws {
    let address = try #require(HTTPAddress(text))
    #expect(address.host == host && address.port == port && address.target == target && address.isLoopback == isLoopback)
    #expect(!isLoopback || !address.addresses().isEmpty)
  }
}
