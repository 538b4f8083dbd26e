import Testing

@testable import MockPushServer

@Suite struct BodyFramingTests {
  /// A body, with what follows it on the connection.
  struct Row: Sendable {
    let framing: BodyFraming
    let body: String
    var isComplete = true
  }

  static let rows = [
    Row(framing: .none, body: ""), Row(framing: .length(0), body: ""), Row(framing: .length(5), body: "hello"),
    Row(framing: .chunked, body: "5\r\nhello\r\n0\r\n\r\n"), Row(framing: .chunked, body: "0\r\n\r\n"),
    Row(framing: .chunked, body: "A\r\n0123456789\r\n1;name=\"v;\r\"\r\nx\r\n00\r\n\r\n"),
    Row(framing: .chunked, body: "5 \r\nhello\r\n0\r\nTrailer: a\r\nOther: b\r\n\r\n"), Row(framing: .chunked, body: "5\nhello\n0\n\n"),
    Row(framing: .chunked, body: "5\r\n0\r\n\r\n\r\n0\r\n\r\n"),
  ]

  @Test(arguments: rows) func aBodyEndsWhereItSays(row: Row) {
    let following = "GET http://next/ HTTP/1.1\r\n\r\n"
    let whole = Array((row.body + following).utf8)
    var atOnce = row.framing
    #expect(whole.withUnsafeBytes { atOnce.take($0) } == row.body.utf8.count)
    #expect(atOnce.isComplete)
    var dripping = row.framing
    var taken = 0
    for byte in whole { taken += withUnsafeBytes(of: byte) { dripping.take($0) } }
    #expect(taken == row.body.utf8.count)
    #expect(dripping == atOnce)
  }

  @Test(arguments: [
    Row(framing: .length(5), body: "hell"), Row(framing: .chunked, body: "5\r\nhello\r\n0\r\n"), Row(framing: .chunked, body: "5\r\nhello\r\n0\r\nTrailer: a\r\n"),
    Row(framing: .chunked, body: "5"), Row(framing: .chunked, body: "0\r\n"), Row(framing: .chunked, body: ""),
  ])
  func aBodyThatIsNotWholeGoesOn(row: Row) {
    var framing = row.framing
    let bytes = Array(row.body.utf8)
    #expect(bytes.withUnsafeBytes { framing.take($0) } == bytes.count)
    #expect(!framing.isComplete)
    #expect(!framing.isEndless)
  }

  @Test(arguments: ["hello", "\r\n", "-1\r\n", "5\r\nhelloX", "5\r\nhello\r\nX", "FFFFFFFFFFFFFFFFFF\r\n", "5x\r\n", " 5\r\n"])
  func whatIsNoChunkBelongsToTheBodyWithAllThatFollows(body: String) {
    var framing = BodyFraming.chunked
    let bytes = Array((body + "0\r\n\r\nmore").utf8)
    #expect(bytes.withUnsafeBytes { framing.take($0) } == bytes.count)
    #expect(framing.isEndless)
  }

  @Test(arguments: [
    ([], .none), (["Content-Length: 5"], .length(5)), (["content-length:5 "], .length(5)), (["Content-Length: 5", "Content-Length: 5"], .length(5)),
    (["Transfer-Encoding: Chunked"], .chunked), (["Content-Length: 0"], .none),
    (["Content-Length: 5", "Content-Length: 6"], .untilClose), (["Content-Length: 5", "Transfer-Encoding: chunked"], .untilClose),
    (["Transfer-Encoding: gzip, chunked"], .untilClose), (["Content-Length: -5"], .untilClose), (["Content-Length: +5"], .untilClose),
    (["Content-Length: 99999999999999999999"], .untilClose), (["Content-Length: 5, 5"], .untilClose), (["Content-Length:"], .untilClose),
  ] as [([String], BodyFraming)])
  func aRequestSaysWhereItEnds(fields: [String], framing: BodyFraming) {
    #expect(BodyFraming(request: Self.head(["POST http://x/ HTTP/1.1"] + fields)) == framing)
  }

  @Test(arguments: [
    ("GET", 200, [], .untilClose), ("GET", 200, ["Content-Length: 5"], .length(5)), ("GET", 200, ["Transfer-Encoding: chunked"], .chunked),
    ("HEAD", 200, ["Content-Length: 5"], .none), ("GET", 204, [], .none), ("GET", 304, ["Content-Length: 5"], .none), ("GET", 100, [], .none),
    ("GET", 101, [], .untilClose), ("POST", 404, ["Content-Length: 0"], .none),
  ] as [(String, Int, [String], BodyFraming)])
  func anAnswerSaysWhereItEnds(method: String, status: Int, fields: [String], framing: BodyFraming) {
    #expect(BodyFraming(answer: Self.head(["HTTP/1.1 \(status) X"] + fields), status: status, to: method) == framing)
  }

  private static func head(_ lines: [String]) -> MessageHead { MessageHead(lines: lines.map { Array($0.utf8)[...] }, size: 0) }
}
