import Testing

@testable import MockPushServer

extension Live {
  /// Valid requests, damaged at random but the same every time: whatever comes, the server answers or hangs up, and goes on.
  @Suite struct HTTPFuzzTests {
    private static let seeds: [[UInt8]] = [
      SampleBody.register("fuzz"), SampleBody.query("fuzz"), HTTPText.request("HEAD", "/_mock/health"),
      HTTPText.request("POST", SampleBody.tokens, ["Transfer-Encoding: chunked"]) + HTTPText.chunked(["{\"token\":", "\"x\"}"]),
      HTTPText.request("DELETE", "\(SampleBody.tokens)/a%2Fb?pushType=FCM", ["Connection: keep-alive"]),
      HTTPText.request("PUT", "/push/v2.3/appkeys/APP/uids/user/tag-ids", body: "{\"tagIds\":[]}"),
      HTTPText.request("POST", "/push/v2.0/appkeys/APP/message-delivery-receipts", ["Expect: 100-continue"], body: "{\"event\":\"OPENED\"}"),
      HTTPText.request("GET", "http://h/push/v2.4/appkeys/APP/tokens-by-cursor?limit=1", ["X-Secret-Key: abcdefgh"]),
      HTTPText.request("FOO", "//push//v2.3", body: SampleBody.register("inner")), HTTPText.request("CONNECT", "host:443"),
      SampleBody.register("one") + SampleBody.query("one") + SampleBody.register("two"),
    ].map { Array($0.utf8) }

    @Test(arguments: [(Request.Scheme.http, 2000), (.https, 300)]) func damagedRequestsDoNoHarm(scheme: Request.Scheme, rounds: Int) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        var random = SeededGenerator(state: 0x5EED)
        for round in 0..<rounds {
          let bytes = Self.damaged(&random)
          let client = try server.connect(scheme)
          do {
            try client.send(bytes)
            if let tls = client.tls { tls.closeSending() } else { client.socket.closeSending() }
            let answer = try client.untilClose()
            #expect(answer.isEmpty || answer.starts(with: Array("HTTP/1.".utf8)), "round \(round)")
          } catch SocketFault.broken {
            // The server hung up while this was being sent.
          }
        }
        try server.expectHealthy()
        try await server.expectNoConnections()
      }
    }

    /// The same damage in the middle of a TLS conversation's bytes.
    @Test func damagedTLSDoesNoHarm() async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        var random = SeededGenerator(state: 0x715)
        for _ in 0..<200 {
          let client = try server.connect(.https)
          do {
            try client.send(SampleBody.query("t"))
            // Past the encryption.
            let until = ContinuousClock.now + .seconds(10)
            try client.socket.send(Self.damaged(&random), until: until)
            client.socket.closeSending()
            while try !client.socket.receive(until: until).isEmpty {}
          } catch SocketFault.broken {
          }
        }
        #expect(try server.connect(.https).ask("GET", "/_mock/health").status == 200)
        try await server.expectNoConnections()
      }
    }

    static func damaged(_ random: inout SeededGenerator) -> [UInt8] {
      var bytes = seeds.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let count = Int.random(in: 1...40, using: &random)
        let piece = bytes[place..<min(place + count, bytes.count)]
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.removeSubrange(piece.startIndex..<piece.endIndex)
        case 3: bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
        case 4: bytes.removeSubrange(place...)
        case 5: bytes.insert(contentsOf: odd.randomElement(using: &random)!.utf8, at: place)
        default: bytes += seeds.randomElement(using: &random)!
        }
      }
      return bytes
    }

    private static let odd = [
      "\r\n", "\n", "\r", "\0", "\r\n\r\n", ":", " ", "\t", "%", "//", "?", "#", "0", "-1", "9999999999", "Content-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n", "HTTP/1.0", "HTTP/0.9", "\u{ff}\u{fe}", "chunked",
    ]
  }
}
