import Testing

@testable import MockPushServer

@Suite struct EventStreamParserTests {
  /// `ID|NAME|DATA` of each event.
  private static func events(_ pieces: [some Collection<UInt8>], limit: Int = 1000) throws -> [String] {
    var parser = EventStreamParser(limit: limit)
    return try pieces.flatMap { try parser.take($0) }.map { "\($0.id)|\($0.name)|\(String(decoding: $0.data, as: UTF8.self))" }
  }

  @Test(arguments: [
    ("data: a\n\n", ["||a"]),
    ("id: 1\nevent: delivery\ndata: {}\n\n", ["1|delivery|{}"]),
    ("id:1\r\nevent:x\r\ndata:a\r\n\r\n", ["1|x|a"]),
    ("id: 1\revent: x\rdata: a\r\r", ["1|x|a"]),
    ("data: a\ndata:\ndata: b\n\n", ["||a\n\nb"]),
    ("data\n\n", ["||"]),
    ("data:  two blanks\n\n", ["|| two blanks"]),
    ("data: a: b\n\n", ["||a: b"]),
    (": comment\n:\n\ndata: a\n\n", ["||a"]),
    // A place without an event counts for the next one; an event's name does not.
    (":\nid: r-5\n\ndata: a\n\n", ["r-5||a"]),
    ("event: x\n\ndata: a\n\n", ["||a"]),
    ("id: 1\ndata: a\n\nid\ndata: b\n\n", ["1||a", "||b"]),
    ("id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n", ["1||a", "1||b"]),
    ("retry: 10\nother: 1\ndata: a\n\n", ["||a"]),
    ("\u{feff}data: a\n\n", ["||a"]),
    ("data: 안녕 🎁\n\n", ["||안녕 🎁"]),
    // Not ended: not sent.
    ("data: a\n\ndata: b\n", ["||a"]),
    ("", []),
  ])
  func eventsAreTakenApart(_ text: String, _ expected: [String]) throws {
    #expect(try Self.events([Array(text.utf8)]) == expected)
  }

  @Test func itDoesNotMatterWhereTheBytesAreCut() throws {
    let text = "\u{feff}:\nid: r-0\n\nid: r-1\r\nevent: delivery\r\ndata: {\"a\":\"한글\"}\r\n\r\n:\rid: r-2\rdata: x\rdata: y\r\r\ndata: z\n\n"
    let bytes = Array(text.utf8)
    let whole = ["r-1|delivery|{\"a\":\"한글\"}", "r-2||x\ny", "r-2||z"]
    #expect(try Self.events(bytes.map { [$0] }) == whole)
    for cut in 0...bytes.count { #expect(try Self.events([bytes[..<cut], bytes[cut...]]) == whole) }
  }

  @Test func thePlaceIsKnownWithoutAnEvent() throws {
    var parser = EventStreamParser()
    _ = try parser.take(Array("id: 7\n".utf8))
    #expect(parser.lastID == "")
    _ = try parser.take(Array("\n".utf8))
    #expect(parser.lastID == "7")
  }

  @Test(arguments: ["data: 12345678901234567890", "data: 1234567\ndata: 8901234\ndata: 5\n"])
  func anEventHasABoundedSize(_ text: String) throws {
    #expect(throws: EventStreamParser.TooLong.self) { try Self.events([Array(text.utf8)], limit: 15) }
    #expect(try Self.events([Array("data: 123456789\n\n".utf8)], limit: 15) == ["||123456789"])
  }
}
