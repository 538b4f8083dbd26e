import Testing

@testable import MockPushServer

extension Live {
  /// Answers that are held back, and answers that are lost.
  @Suite struct FaultDelayTests {
    private static let quick = LiveServer.Options(isSecure: true, limits: RequestLimits(wholeRequest: .milliseconds(200)))

    @Test func aDelayedRequestIsHandledAndDoesNotBlockOthers() async throws {
      try await withLiveServer(Self.quick) { server in
        let long = try server.fault(["match": ["token": "long"], "then": ["delayMs": 600_000]])
        try server.fault(["match": ["token": "short"], "then": ["delayMs": 300]])
        let held = try server.connect()
        try held.send(SampleBody.register("long"))
        try server.untilApplied(long)
        let other = try server.connect()
        let start = ContinuousClock.now
        let answer = try other.ask(SampleBody.register("short"))
        #expect(answer.resultCode == 0 && answer.headers["X-Mock-Fault"] == "f2")
        #expect(ContinuousClock.now - start >= .milliseconds(300), "longer than a request may take to arrive")
        #expect(try other.ask(SampleBody.register("plain")).headers["X-Mock-Fault"] == nil, "the connection is as good as before")
        #expect(held.isQuiet)
        #expect(try await server.registrations().map(\.token) == ["plain", "short"])
      }
    }

    @Test(arguments: [Request.Scheme.http, .https]) func aClientThatLeavesEndsItsDelay(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.quick) { server in
        let before = try server.fault(["match": ["token": "a"], "then": ["delayMs": 600_000]])
        let after = try server.fault(["match": ["token": "b"], "then": ["delayMs": 600_000, "after": true]])
        for (token, id) in [("a", before), ("b", after)] {
          let client = try server.connect(scheme)
          try client.send(SampleBody.register(token))
          try server.untilApplied(id)
          if token == "a" { client.socket.close() } else { client.socket.abort() }
        }
        try await server.expectNoConnections()
        #expect(try await server.registrations().map(\.token) == ["b"], "the one whose handler came first")
      }
    }

    /// The client cannot know that its first try was stored: a second one must do no harm.
    @Test func aLostReplyIsStoredButUnheard() async throws {
      try await withLiveServer { server in
        for fault in ["reset", "empty", "garbage"] {
          try server.fault(["match": ["token": .string(fault)], "times": 1, "then": ["connection": .string(fault), "after": true]])
          let client = try server.connect()
          try client.send(SampleBody.register(fault))
          let heard = try client.untilEnd().bytes
          #expect(fault == "garbage" || heard == [])
          #expect(try server.connect().ask(SampleBody.query(fault)).resultCode == 0, "stored")
          #expect(try server.connect().ask(SampleBody.register(fault)).resultCode == 0, "again")
        }
        #expect(try await server.registrations().map(\.token) == ["empty", "garbage", "reset"])
      }
    }

    @Test func theHandlersOwnAnswerIsCut() async throws {
      try await withLiveServer { server in
        _ = try server.connect().ask(SampleBody.register("t"))
        let whole = try server.connect().ask(SampleBody.query("t")).body
        try server.fault(["then": ["connection": "truncate", "after": true]])
        let client = try server.connect()
        try client.send(SampleBody.query("t"))
        let bytes = try client.untilEnd().bytes
        #expect(bytes.suffix(whole.count / 2).elementsEqual(whole.prefix(whole.count / 2)))
        #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Length: \(whole.count)\r\n"))
      }
    }
  }
}
