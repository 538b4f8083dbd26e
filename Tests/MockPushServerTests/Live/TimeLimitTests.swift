import Testing

@testable import MockPushServer

extension Live {
  /// Time limits, shortened: what is too slow is closed, what is merely quiet stays.
  @Suite struct TimeLimitTests {
    private static let short = LiveServer.Options(isSecure: true, limits: RequestLimits(wholeRequest: .milliseconds(200)))

    private static let begun = HTTPText.request("POST", SampleBody.tokens, body: SampleBody.registration("slow"))

    static let beginnings = [
      "G", "GET ", "POST \(SampleBody.tokens) HTTP/1.1\r\nHost: localhost\r\n", String(begun.dropLast()),
      HTTPText.request("POST", SampleBody.tokens, ["Transfer-Encoding: chunked"]) + "5\r\n{\"tok",
      HTTPText.request("POST", SampleBody.tokens, ["Content-Length: 1000000"]),
    ]

    @Test(arguments: [Request.Scheme.http, .https]) func halfARequestThenSilenceIsClosed(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.short) { server in
        let clients = try Self.beginnings.map { beginning in
          let client = try server.connect(scheme)
          try client.send(beginning)
          return client
        }
        for (client, beginning) in zip(clients, Self.beginnings) { #expect(try client.untilClose() == [], "\(beginning)") }
        #expect(try await server.registrations().isEmpty)
        try await server.expectNoConnections()
      }
    }

    /// Each byte is well within the limit of inactivity; the whole is not.
    @Test(arguments: [Request.Scheme.http, .https]) func aDrippingRequestIsClosed(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.short) { server in
        let client = try server.connect(scheme)
        let start = ContinuousClock.now
        await #expect(throws: SocketFault.self) {
          try client.send("GET /_mock/health HTTP/1.1\r\nHost: localhost\r\n")
          while ContinuousClock.now - start < .seconds(10) {
            try client.send("X: a\r\n")
            try await Task.sleep(for: .milliseconds(10))
          }
        }
        #expect(ContinuousClock.now - start < .seconds(5))
        try await server.expectNoConnections()
      }
    }

    /// The second request of a connection has its own time, and it is just as short.
    @Test func aRequestBegunBehindAnotherIsClosedToo() async throws {
      try await withLiveServer(Self.short) { server in
        let client = try server.connect()
        try client.send(SampleBody.register("first") + Self.begun.dropLast())
        #expect(try client.answersUntilClose().map(\.resultCode) == [0])
        #expect(try await server.registrations().map(\.token) == ["first"])
      }
    }

    @Test(arguments: [Request.Scheme.http, .https]) func quietConnectionsOutliveTheLimitOfOneRequest(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.short) { server in
        let fresh = try server.connect(scheme)
        let used = try server.connect(scheme)
        #expect(try used.ask("GET", "/_mock/health").status == 200)
        // These begin later than the quiet ones, and are closed for their time: so the quiet ones have been quiet for longer than that.
        for _ in 0..<2 {
          let late = try server.connect(scheme)
          try late.send("GET ")
          #expect(try late.untilClose() == [])
        }
        #expect(try fresh.ask("GET", "/_mock/health").status == 200)
        #expect(try used.ask("GET", "/_mock/health").status == 200)
      }
    }

    @Test(arguments: [Request.Scheme.http, .https]) func quietConnectionsEndWithTheLimitOfInactivity(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true, limits: RequestLimits(inactivity: .milliseconds(200)))) { server in
        let used = try server.connect(scheme)
        let fresh = try server.connect(scheme)
        #expect(try used.ask("GET", "/_mock/health").status == 200)
        #expect(try fresh.untilClose() == [])
        #expect(try used.untilClose() == [])
        try await server.expectNoConnections()
      }
    }

    /// The kernel's buffers are full, and the rest of the answers waits for a client that does not read.
    @Test func aClientThatNeverReadsIsClosed() async throws {
      try await withLiveServer(.init(limits: RequestLimits(inactivity: .milliseconds(300)))) { server in
        try LargeAnswer.prepare(server)
        let client = try SocketClient(port: server.httpPort, receiveBuffer: 4096)
        try client.send(String(repeating: LargeAnswer.request, count: 40))
        try await server.expectNoConnections(within: .seconds(10))
        withExtendedLifetime(client) {}
        try server.expectHealthy()
      }
    }

    // MARK: TLS greetings

    @Test func aGreetingThatDoesNotGoOnIsClosed() async throws {
      try await withLiveServer(Self.short) { server in
        let hello: [UInt8] = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]
        let clients = try [0, 1, 5, 11].map { count in
          let client = try SocketClient(port: server.httpsPort)
          try client.send(Array(hello.prefix(count)))
          return client
        }
        for client in clients { #expect(try client.untilClose() == []) }
        try await server.expectNoConnections()
        #expect(try server.connect(.https).ask("GET", "/_mock/health").status == 200)
      }
    }
  }
}
