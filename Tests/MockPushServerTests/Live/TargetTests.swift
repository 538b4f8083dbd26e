import Testing

@testable import MockPushServer

extension Live {
  /// Odd request lines.
  @Suite struct TargetTests {
    /// evhttp takes `//push/…` for a host; `.` and `..` are names like any other.
    @Test(arguments: [
      ("//push/v2.3/appkeys/APP/tokens/t?pushType=FCM", 0),
      ("//push//v2.3///appkeys/APP//tokens/t/?pushType=FCM", 0),
      ("http://api-push.cloud.toast.com/push/v2.3/appkeys/APP/tokens/t?pushType=FCM", 0),
      ("/push/v2.3/appkeys/APP/tokens/%74?pushType=FCM", 0),
      ("/push/v2.3/appkeys/APP/tokens/t?pushType=F%43M", 0),
      ("/push/v2.3/appkeys/APP/tokens/%zz%?pushType=FCM", 40401),
      ("/push/v2.3/appkeys/APP/tokens/%00?pushType=FCM", 40401),
      ("/push/v2.3/appkeys/APP/tokens/%ff%fe?pushType=FCM", 40401),
      ("/push/../_mock/health", 40401),
      ("/push/v2.3/appkeys/APP/x/../tokens/t?pushType=FCM", 40401),
      ("/push/v2.3/appkeys/%2e%2e/tokens/t?pushType=FCM", 40102),
      ("/push/v2.3/appkeys/A%2FP/tokens/t?pushType=FCM", 40102),
      ("/push/v2.3/appkeys/APP/uids/한/tag-ids", 40401),
      ("/%70ush/v2.3/appkeys/APP/tokens/t?pushType=FCM", 0),
      ("*", 40401),
      ("/", 40401),
      ("?", 40401),
      ("/push/v9/appkeys/APP/tokens", 40011),
    ])
    func everyTargetHasAnAnswer(target: String, code: Int) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        _ = try client.ask(SampleBody.register("t"))
        let answer = try client.ask("GET", target)
        #expect(answer.status == 200)
        #expect(answer.resultCode == code)
        // After a target as for a proxy, evhttp closes.
        if target.hasPrefix("http:") { #expect(try client.untilClose() == []) } else { #expect(try client.ask("GET", "/_mock/health").status == 200) }
      }
    }

    @Test func aLongTargetIsTakenUpToTheLimitOfHeaders() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let long = try client.ask("GET", "/push/" + String(repeating: "a", count: 60_000))
        #expect(long.resultCode == 40401)
        #expect(long.body.count < 400)
        try client.send(HTTPText.request("GET", "/push/" + String(repeating: "a", count: 70_000)))
        #expect(try client.answersUntilClose().map(\.status) == [400])
        try server.expectHealthy()
      }
    }

    /// The hint quotes parts of the request: none may end its line.
    @Test(arguments: [
      "/push/v2.3/appkeys/APP/nope%0d%0aX-Evil:%201/x", "/push/v2%0d%0aX-Evil:1/appkeys/APP/tokens", "/push/v2.3/appkeys/A%0d%0aX-Evil:1/tokens/x?pushType=FCM",
      "/push/v2.3/appkeys/APP/tokens/t?pushType=%0d%0aX-Evil:1", "/push/v2.3/appkeys/APP/tokens/t?pushType=%0aX-Evil:1%0a%0a<html>",
      "/_mock/%0d%0aX-Evil:1", "/x%0d%0a%0d%0aHTTP/1.1%20200%20OK",
    ])
    func aTargetCannotAddHeaderLines(target: String) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let answer = try client.ask("GET", target, ["X-Secret-Key: abcdefgh"])
        #expect(answer.hint != nil)
        #expect(answer.headers["X-Evil"] == nil)
        #expect(answer.headers.fields.count <= 6)
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }
  }
}
