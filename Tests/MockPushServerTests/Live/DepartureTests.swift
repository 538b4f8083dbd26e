import Testing

@testable import MockPushServer

extension Live {
  /// Clients that leave, politely or not, at any moment. Nothing of them is left in the server.
  @Suite struct DepartureTests {
    enum Manner: CaseIterable { case closing, resetting }

    static let moments = [
      "", "G", "GET /_mock/health HTTP/1.1\r\nHost: local", String(SampleBody.register("t").dropLast(5)), SampleBody.register("t"),
      // Answered from another thread, so that the client is gone before the answer is there.
      HTTPText.request("GET", "/push/v2.4/appkeys/APP/tokens-by-cursor", ["X-Secret-Key: abcdefgh"]),
      String(repeating: SampleBody.register("t"), count: 20), HTTPText.request("FOO", "/", body: "{}"), "\0\0\r\n\r\n",
    ]

    @Test(arguments: moments, Manner.allCases) func aClientMayLeaveAnyTime(sent: String, manner: Manner) async throws {
      try await withLiveServer { server in
        for _ in 0..<50 {
          let client = try server.connect()
          try? client.send(sent)
          switch manner {
          case .closing: client.socket.close()
          case .resetting: client.socket.abort()
          }
        }
        try server.expectHealthy()
        try await server.expectNoConnections()
      }
    }

    @Test(arguments: ["", "GET /_mock/he", SampleBody.register("t")], Manner.allCases)
    func aClientMayLeaveWithoutATLSGoodbye(sent: String, manner: Manner) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        for _ in 0..<20 {
          let client = try server.connect(.https)
          try? client.send(sent)
          switch manner {
          case .closing: client.socket.close()
          case .resetting: client.socket.abort()
          }
        }
        #expect(try server.connect(.https).ask("GET", "/_mock/health").status == 200)
        try await server.expectNoConnections()
      }
    }

    @Test(arguments: Manner.allCases) func aClientMayLeaveInTheMiddleOfAnAnswer(manner: Manner) async throws {
      try await withLiveServer { server in
        try LargeAnswer.prepare(server)
        for _ in 0..<10 {
          let client = try SocketClient(port: server.httpPort, receiveBuffer: 4096)
          try client.send(LargeAnswer.request + LargeAnswer.request)
          try client.socket.wait(1, until: .now + .seconds(10), "the answer's beginning")
          switch manner {
          case .closing: client.socket.close()
          case .resetting: client.socket.abort()
          }
        }
        try server.expectHealthy()
        try await server.expectNoConnections()
      }
    }

    /// A client that has said all it wants to say still hears the answer. (Behind TLS, and for pipelined requests, libevent 2.1 hangs up.)
    @Test func aHalfClosedConnectionIsAnswered() async throws {
      try await withLiveServer { server in
        for _ in 0..<20 {
          let client = try server.connect()
          try client.send(SampleBody.register("t"))
          client.socket.closeSending()
          #expect(try client.answersUntilClose().map(\.resultCode) == [0])
        }
        try await server.expectNoConnections()
      }
    }
  }
}
