import Testing

@testable import MockPushServer

/// An answer that no socket's buffers hold.
enum LargeAnswer {
  static let count = 1000
  static let request = HTTPText.request("GET", "/push/v2.4/appkeys/APP/tokens-by-cursor?limit=\(count)", ["X-Secret-Key: abcdefgh"])

  static func prepare(_ server: LiveServer) throws { try prepare(try server.connect()) }

  static func prepare(_ client: SocketClient) throws {
    let filler = String(repeating: "x", count: 1500)
    let bodies = (0..<count).map { SampleBody.registration("\(filler)\($0)", device: "d\($0)") }
    try client.send(bodies.map { HTTPText.request("POST", SampleBody.tokens, body: $0) }.joined())
    for _ in 0..<count { try #require(client.answer().resultCode == 0) }
    try #require(client.ask(request).body.count > 1_500_000)
  }
}
