import Testing

@testable import MockPushServer

extension Live {
  /// Sizes: headers, bodies, and the ceiling above which evhttp takes nothing in.
  @Suite struct SizeLimitTests {
    private static func body(bytes: Int) -> String {
      let plain = SampleBody.registration("big")
      return plain.dropLast() + ",\"filler\":\"" + String(repeating: "a", count: bytes - plain.utf8.count - 12) + "\"}"
    }

    @Test(arguments: [Request.Scheme.http, .https]) func bodiesAreTakenUpToTheEndpointsLimit(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let limit = 4 * 1024 * 1024
        let client = try server.connect(scheme)
        #expect(try client.ask("POST", SampleBody.tokens, body: Self.body(bytes: limit)).resultCode == 0)
        for size in [limit + 1, 5 * 1024 * 1024, 8 * 1024 * 1024] {
          let answer = try client.ask("POST", SampleBody.tokens, body: Self.body(bytes: size))
          #expect(answer.status == 200)
          #expect(answer.resultCode == 40008)
          #expect(answer.resultMessage == "Client Error. Maximum limit exceeded. body<\(size)>")
        }
        #expect(try client.ask(SampleBody.query("big")).resultCode == 0)
      }
    }

    @Test func ourOwnPathsTakeLess() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let answer = try client.ask("PUT", "/_mock/clock", body: Self.body(bytes: 1024 * 1024 + 1))
        #expect(answer.status == 413)
        #expect(answer.json["error"]?.stringValue?.contains("1048577") == true)
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }

    @Test(arguments: [false, true]) func aBodyAboveTheCeilingIsClosed(isChunked: Bool) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let size = RequestLimits().bodyCeiling + 1
        let headers = isChunked ? ["Transfer-Encoding: chunked"] : ["Content-Length: \(size)"]
        let body = Self.body(bytes: size)
        // The server may close while this is being sent.
        try? client.send(HTTPText.request("POST", SampleBody.tokens, headers) + (isChunked ? HTTPText.chunked(body.pieces(of: 1 << 20)) : body))
        let answer = try client.untilClose()
        #expect(answer.isEmpty || String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 413 "))
        #expect(try await server.registrations().isEmpty)
        try server.expectHealthy()
        try await server.expectNoConnections()
      }
    }

    @Test func headersAreTakenUpTo64KiB() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let target = "\(SampleBody.tokens)/t?pushType=FCM"
        let room = RequestLimits().headerBytes - HTTPText.request("GET", target, ["X: "]).utf8.count
        #expect(try client.ask("GET", target, ["X: " + String(repeating: "a", count: room - 64)]).resultCode == 40401)
        let many = try client.ask("GET", target, (0..<2000).map { "X-\($0): some value" })
        #expect(many.resultCode == 40401)
        try? client.send(HTTPText.request("GET", target, ["X: " + String(repeating: "a", count: room + 64)]))
        #expect(try client.untilClose().starts(with: Array("HTTP/1.1 400 ".utf8)))
      }
    }

    /// Neither a line that never ends nor lines that never end.
    @Test(arguments: ["a", "X: a\r\n"]) func endlessHeadersAreClosed(piece: String) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send("GET / HTTP/1.1\r\nX: \r\nY: ")
        var sent = 0
        #expect(throws: SocketFault.self) {
          while sent < 64 * 1024 * 1024 {
            try client.send(String(repeating: piece, count: 1000))
            sent += piece.utf8.count * 1000
          }
        }
        #expect(sent < 32 * 1024 * 1024)
        try server.expectHealthy()
        try await server.expectNoConnections()
      }
    }
  }
}

extension String {
  fileprivate func pieces(of size: Int) -> [String] {
    let bytes = Array(utf8)
    return stride(from: 0, to: bytes.count, by: size).map { String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self) }
  }
}
