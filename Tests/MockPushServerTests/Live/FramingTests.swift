import Testing

@testable import MockPushServer

extension Live {
  /// Requests whose end is told wrongly, or whose lines are no HTTP.
  @Suite struct FramingTests {
    struct Case: Sendable, CustomTestStringConvertible {
      let name: String
      let bytes: String
      /// Acceptable: the statuses of all answers until the connection is closed.
      let statuses: [[Int]]

      init(_ name: String, _ bytes: String, _ statuses: [Int]...) {
        self.name = name
        self.bytes = bytes
        self.statuses = statuses
      }

      var testDescription: String { name }
    }

    private static let body = SampleBody.registration("stored")
    private static let size = body.utf8.count

    private static func post(_ headers: String..., then rest: String) -> String { HTTPText.request("POST", SampleBody.tokens, headers) + rest }

    /// HTTP itself is broken: an error status and a closed connection.
    static let broken: [Case] = [
      Case("negative length", post("Content-Length: -5", then: body), [400]),
      Case("length in letters", post("Content-Length: abc", then: body), [400]),
      Case("length in hex", post("Content-Length: 0x\(String(size, radix: 16))", then: body), [400]),
      Case("empty length", post("Content-Length: ", then: body), [400]),
      Case("list of lengths", post("Content-Length: \(size), \(size)", then: body), [400]),
      Case("length of 23 digits", post("Content-Length: 99999999999999999999999", then: body), [413], [400]),
      Case("length above the ceiling", post("Content-Length: 9000000", then: body), [413]),
      Case("two lengths, the first true", post("Content-Length: \(size)", "Content-Length: 5", then: body), [400]),
      Case("two lengths, the last true", post("Content-Length: 5", "Content-Length: \(size)", then: body), [400]),
      Case("two lengths that hide a request", post("Content-Length: 0", "Content-Length: 400", then: SampleBody.register("stored")), [400]),
      Case("length and chunks", post("Content-Length: 5", "Transfer-Encoding: chunked", then: HTTPText.chunked([body])), [400]),
      Case("chunks and length", post("Transfer-Encoding: chunked", "Content-Length: 5", then: HTTPText.chunked([body])), [400]),
      Case("chunk of no size", post("Transfer-Encoding: chunked", then: "zz\r\n\(body)\r\n0\r\n\r\n"), [400], [413]),
      Case("chunk of negative size", post("Transfer-Encoding: chunked", then: "-5\r\n\(body)\r\n0\r\n\r\n"), [400], [413]),
      Case("chunk of 64 bits", post("Transfer-Encoding: chunked", then: "ffffffffffffffff\r\n\(body)\r\n0\r\n\r\n"), [400], [413]),
      Case("chunk of 63 bits", post("Transfer-Encoding: chunked", then: "7fffffffffffffff\r\n\(body)\r\n0\r\n\r\n"), [400], [413]),
      Case("chunk of 9 MB", post("Transfer-Encoding: chunked", then: "895440\r\n\(body)"), [413]),
      Case("no version", "GET /_mock/health\r\nHost: localhost\r\n\r\n", [400]),
      Case("version 2", "GET /_mock/health HTTP/2.0\r\nHost: localhost\r\n\r\n", [400]),
      Case("HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]),
      Case("a line without a colon", "GET /_mock/health HTTP/1.1\r\nHost: localhost\r\ngarbage\r\n\r\n", [400]),
      Case("NUL in the target", "GET /_mock/health\0 HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
      Case("NUL in the method", "G\0T /_mock/health HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
      Case("a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\u{3}\u{3}\r\n\r\n", [400]),
      Case("blanks only", "   \r\n\r\n", [400]),
      Case("one letter", "x\r\n\r\n", [400]),
    ]

    @Test(arguments: broken) func brokenFramingIsRefusedAndClosed(sent: Case) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send(sent.bytes)
        let statuses = try client.answersUntilClose().map(\.status)
        #expect(sent.statuses.contains(statuses), "\(statuses)")
        #expect(try await server.registrations().isEmpty)
        try server.expectHealthy()
        try await server.expectNoConnections()
      }
    }

    /// A transfer coding that evhttp does not know: whatever it makes of the body, the connection ends with the one answer.
    @Test(arguments: ["gzip, chunked", "gzip", "chunked, chunked", "identity", "x"])
    func unknownTransferCodingsEndTheConnection(coding: String) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let inner = SampleBody.register("inner")
        try client.send(Self.post("Transfer-Encoding: \(coding)", then: HTTPText.chunked([inner]) + inner))
        #expect(try client.answersUntilClose().count == 1)
        #expect(try await server.registrations().isEmpty)
        try server.expectHealthy()
      }
    }

    /// The true body is longer than its length says: the rest is read as a request, which it is not.
    @Test func aLengthThatIsTooShortRefusesAndCloses() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send(Self.post("Content-Length: \(Self.size - 20)", then: Self.body + "\r\n\r\n"))
        let answers = try client.answersUntilClose()
        #expect(answers.first?.resultCode == 40002)
        #expect(answers.dropFirst().map(\.status) == [400])
        #expect(try await server.registrations().isEmpty)
      }
    }

    @Test func aLengthThatIsTooLongWaitsAndStoresNothing() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send(Self.post("Content-Length: \(Self.size + 1)", then: Self.body))
        client.socket.closeSending()
        _ = try client.untilClose()
        #expect(try await server.registrations().isEmpty)
        try await server.expectNoConnections()
      }
    }

    @Test func theSameLengthTwiceIsNoFault() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        #expect(try client.ask(Self.post("Content-Length: \(Self.size)", "Content-Length: \(Self.size)", then: Self.body)).resultCode == 0)
        #expect(try client.ask(SampleBody.query("stored")).resultCode == 0)
      }
    }

    /// Tolerated, as servers commonly do.
    @Test(arguments: [
      "GET /_mock/health HTTP/1.1\nHost: localhost\n\n",
      "GET /_mock/health HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
      "GET /_mock/health HTTP/1.1\r\nHost:localhost\r\n\r\n",
      "GET /_mock/health HTTP/1.1\r\n\r\n",
      "GET /_mock/health HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\nX-Long: \(String(repeating: "x", count: 60_000))\r\n\r\n",
    ])
    func looseLinesAreUnderstood(request: String) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        #expect(try client.ask(request).status == 200)
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }
  }
}
