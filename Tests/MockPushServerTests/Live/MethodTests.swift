import Testing

@testable import MockPushServer

extension Live {
  /// Methods that the server does not know, and those that it must not take for others.
  @Suite struct MethodTests {
    /// evhttp leaves the body of these unread; it must not become the next request.
    @Test(arguments: ["FOO", "PROPFIND", "get", "post", "TRACE", "HEAD"], [false, true])
    func aBodyThatIsNotReadIsNeverExecuted(method: String, isChunked: Bool) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let inner = SampleBody.register("inner")
        let target = "\(SampleBody.tokens)/t?pushType=FCM"
        if isChunked {
          try client.send(HTTPText.request(method, target, ["Transfer-Encoding: chunked"]) + HTTPText.chunked([inner]))
        } else {
          try client.send(HTTPText.request(method, target, body: inner))
        }
        let answer = try client.answer(toHead: method == "HEAD")
        #expect(answer.status == 200)
        #expect(answer.saysClose)
        if method != "HEAD" { #expect(answer.resultCode == 40401) }
        #expect(try client.untilClose() == [])
        #expect(try await server.registrations().isEmpty)
        try server.expectHealthy()
      }
    }

    @Test func anUnknownMethodEndsAPipeline() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send(SampleBody.register("first") + HTTPText.request("FOO", "/") + SampleBody.register("second"))
        #expect(try client.answersUntilClose().map(\.resultCode) == [0, 40401])
        #expect(try await server.registrations().map(\.token) == ["first"])
      }
    }

    /// An answer of 2xx would tell the client that a tunnel is open, and its TLS greeting would be read as a request.
    @Test(arguments: [HTTPText.request("CONNECT", "api-push.cloud.toast.com:443"), HTTPText.request("CONNECT", "/push/x", body: "{}")])
    func connectIsRefusedAndClosed(request: String) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send(request + SampleBody.register("inner"))
        let answers = try client.answersUntilClose()
        #expect(answers.map(\.status) == [501])
        #expect(answers.first?.saysClose == true)
        #expect(try await server.registrations().isEmpty)
      }
    }
  }
}
