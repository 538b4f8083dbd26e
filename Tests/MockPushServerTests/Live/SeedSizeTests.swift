import Testing

@testable import MockPushServer

extension Live {
  /// Bodies of seeds are larger than any other.
  @Suite struct SeedSizeTests {
    private static func body(bytes: Int) -> String {
      let text = #"{"apps":[{"appkey":"BIG","generate":{"tokens":5}}]}"#
      return String(repeating: " ", count: bytes - text.utf8.count) + text
    }

    @Test(arguments: [Request.Scheme.http, .https]) func aSeedMayBeLarge(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let client = try server.connect(scheme)
        let answer = try client.ask("POST", "/_mock/seed?wait=true", body: Self.body(bytes: 20 << 20))
        #expect(answer.status == 200 && answer.json["result"]?["tokens"] == 5, "\(answer.status)")
        // On the same connection others have the limit that they had.
        let size = RequestLimits().bodyCeiling + 1
        try? client.send(HTTPText.request("POST", SampleBody.tokens, ["Content-Length: \(size)"]))
        let rest = try client.untilClose()
        #expect(rest.isEmpty || String(decoding: rest, as: UTF8.self).hasPrefix("HTTP/1.1 413 "))
        try server.expectHealthy()
      }
    }

    @Test func thePathMayComeInPieces() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let text = HTTPText.request("POST", "/_mock/seed?wait=true", body: Self.body(bytes: 9 << 20))
        for piece in ["P", "OST /_mock/s", "eed?wait=true"] {
          try client.send(piece)
          try server.expectHealthy()
        }
        try client.send(String(text.dropFirst("POST /_mock/seed?wait=true".count)))
        #expect(try client.answer().status == 200)
      }
    }

    @Test func aSeedAboveTheLimitIsRefusedBeforeItIsSent() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send("POST /_mock/seed HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(RequestLimits().largeBodyCeiling + 1)\r\n\r\n")
        #expect(String(decoding: try client.untilClose(), as: UTF8.self).hasPrefix("HTTP/1.1 413 "))
        try server.expectHealthy()
      }
    }
  }
}
