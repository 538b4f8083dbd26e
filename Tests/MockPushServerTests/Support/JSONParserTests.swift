import Testing

@testable import MockPushServer

private func parse(_ text: String) throws(JSONError) -> JSON { try JSONParser.parse(text.utf8) }

@Suite struct JSONParserTests {
  @Test(arguments: [
    ("null", .null), ("true", true), (" false\r\n\t", false), ("0", 0), ("-12", -12), (#""""#, ""), (#""a""#, "a"), ("[]", []), ("{}", [:]),
    ("[1,[],{}]", [1, [], [:]]), (#" { "a" : [ 1 , null ] , "b" : { "c" : "d" } } "#, ["a": [1, nil], "b": ["c": "d"]]),
    ("\u{feff}{}", [:]), (#"{"":1}"#, ["": 1]),
  ] as [(String, JSON)])
  func readsValues(text: String, value: JSON) throws {
    #expect(try parse(text) == value)
  }

  @Test(arguments: [
    (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"), (#"\u0041\u00e9\uAC00\ud83d\uDE00"#, "Aé가😀"), (#"\u0000"#, "\0"),
    (#"a\nb and a longer run of plain text\tend"#, "a\nb and a longer run of plain text\tend"), ("가나다 😀", "가나다 😀"), (#"가\n나"#, "가\n나"),
    ("\u{7f}\u{2028}\u{2029}\u{ffff}\u{10ffff}", "\u{7f}\u{2028}\u{2029}\u{ffff}\u{10ffff}"), ("'{[,:]}", "'{[,:]}"),
  ])
  func readsTexts(written: String, text: String) throws {
    #expect(try parse("\"\(written)\"").stringValue?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  /// Word-wise scanning must find a closing quote, an escape and a two-byte character wherever they stand in a word.
  @Test(arguments: 0..<24)
  func readsTextsOfEveryLength(length: Int) throws {
    let run = String(repeating: "x", count: length)
    #expect(try parse("[\"\(run)\",\"\(run)\\n\",\"\(run)é\(run)\"]") == [.string(run), .string(run + "\n"), .string(run + "é" + run)])
    #expect(throws: JSONError(reason: "a string is not closed", offset: 0)) { try parse("\"" + run) }
    #expect(throws: JSONError(reason: "a control character in a string is not escaped", offset: length + 1)) { try parse("\"\(run)\u{1f}\"") }
  }

  @Test(arguments: [
    ("", "the body is empty", 0), (" \n", "the body is empty", 2), ("\u{feff}", "the body is empty", 3),
    ("nul", "a value is no object, array, string, number, true, false or null", 0),
    ("NaN", "a value is no object, array, string, number, true, false or null", 0),
    ("Infinity", "a value is no object, array, string, number, true, false or null", 0),
    ("True", "a value is no object, array, string, number, true, false or null", 0),
    ("+1", "a value is no object, array, string, number, true, false or null", 0),
    (".5", "a value is no object, array, string, number, true, false or null", 0),
    ("'a'", "a value is no object, array, string, number, true, false or null", 0),
    ("[,1]", "a value is no object, array, string, number, true, false or null", 1),
    (#"{"a":}"#, "a value is no object, array, string, number, true, false or null", 5), (#"{"a":"#, "a value is missing", 5),
    ("{} {}", "text follows the end of the value", 3), ("nullx", "text follows the end of the value", 4),
    ("1 // one", "text follows the end of the value", 2),
    ("[1", "an array is not closed", 0), ("[", "an array is not closed", 0), ("[[1,2]", "an array is not closed", 0),
    ("[1,", "an array is not closed", 0),
    ("[1,]", "nothing follows the last comma of an array", 3), ("[1 2]", "a comma or ] is missing in an array", 3),
    ("[1}", "a comma or ] is missing in an array", 2),
    ("{", "an object is not closed", 0), (#"{"a""#, "an object is not closed", 0), (#"{"a":1"#, "an object is not closed", 0),
    (#"{"a":1,"#, "an object is not closed", 0),
    (#"{"a":1,}"#, "nothing follows the last comma of an object", 7), (#"{"a":1 "b":2}"#, "a comma or } is missing in an object", 7),
    (#"{"a" 1}"#, "a colon is missing after a key", 5), ("{a:1}", "a key is no string in double quotes", 1),
    ("{1:1}", "a key is no string in double quotes", 1),
    (#"{"a":1,"a":2}"#, #"the key "a" is there twice"#, 7), (#"{"a":1,"\u0061":2}"#, #"the key "a" is there twice"#, 7),
    (#"[{"가":1,"가":2}]"#, "a key is there twice", 10),
    ("01", "a number has a leading zero", 0), ("-01", "a number has a leading zero", 0), ("[00]", "a number has a leading zero", 1),
    ("-", "a number has no digits", 0), ("[-a]", "a number has no digits", 1), ("1.", "a number has no digits after its point", 0),
    ("1.e5", "a number has no digits after its point", 0), ("1e", "a number has no digits in its exponent", 0),
    ("1E+", "a number has no digits in its exponent", 0),
    (#"""#, "a string is not closed", 0), (#"["a]"#, "a string is not closed", 1), (#""\"#, "a string is not closed", 0),
    (#""\""#, "a string is not closed", 0),
    ("\"a\nb\"", "a control character in a string is not escaped", 2), ("\"\0\"", "a control character in a string is not escaped", 1),
    (#""\x""#, "a backslash is followed by a character that makes no escape", 1),
    (#""ab\'""#, "a backslash is followed by a character that makes no escape", 3),
    (#""\u12""#, "a \\u escape has no four hex digits", 1), (#""\u12g4""#, "a \\u escape has no four hex digits", 1),
    (#""\u"#, "a \\u escape has no four hex digits", 1),
    (#""\u+123""#, "a \\u escape has no four hex digits", 1),
    (#""\ud800""#, "a \\u escape is half of a surrogate pair", 1), (#""a\udc00""#, "a \\u escape is half of a surrogate pair", 2),
    (#""\ud800\ud800""#, "a \\u escape is half of a surrogate pair", 1), (#""\ud800x""#, "a \\u escape is half of a surrogate pair", 1),
    (#""\ude00\ud83d""#, "a \\u escape is half of a surrogate pair", 1),
  ])
  func refusesWithReasonAndPlace(text: String, reason: String, offset: Int) {
    #expect(throws: JSONError(reason: reason, offset: offset)) { try parse(text) }
  }

  @Test(arguments: [
    ([0x22, 0xff, 0x22], 1), ([0x22, 0x61, 0xc3, 0x22], 2), ([0x22, 0xc0, 0x80, 0x22], 1), ([0x22, 0xed, 0xa0, 0x80, 0x22], 1),
    ([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0xc3, 0xa9, 0x80, 0x22], 3), ([0x22, 0x5c, 0x6e, 0xff, 0x22], 3),
    ([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d], 2),
  ] as [([UInt8], Int)])
  func refusesInvalidUTF8(bytes: [UInt8], offset: Int) {
    #expect(throws: JSONError(reason: "the text is not valid UTF-8", offset: offset)) { try JSONParser.parse(bytes) }
  }

  @Test func refusesBytesBeyondASCIIOutsideTexts() {
    #expect(throws: JSONError.self) { try JSONParser.parse([0xff] as [UInt8]) }
    #expect(throws: JSONError.self) { try parse("{}\u{a0}") }
  }

  @Test(arguments: ["[", #"{"a":"#])
  func allows128LevelsAndNoMore(opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ levels: Int) -> String {
      String(repeating: opening, count: levels - 1) + (opening == "[" ? "[" : "{") + String(repeating: closing, count: levels)
    }
    let value = try parse(nested(128))
    #expect(value.compactText == nested(128))
    for levels in [129, 10_000, 1_000_000] {
      #expect(throws: JSONError(reason: "values are nested deeper than 128 levels", offset: 128 * opening.utf8.count)) {
        try parse(String(repeating: opening, count: levels))
      }
    }
  }

  @Test func countsDepthNotSiblings() throws {
    let many = "[" + Array(repeating: "[{}]", count: 1_000).joined(separator: ",") + "]"
    #expect(try parse(many).arrayValue?.count == 1_000)
  }

  @Test(arguments: [2, 15, 16, 17, 18, 19, 40, 5_000])
  func findsARepeatedKeyInObjectsOfEverySize(count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(try parse("{\(members)}").objectValue?.count == count)
    for repeated in [0, count / 2, count - 1] {
      #expect(throws: JSONError(reason: "the key \"k\(repeated)\" is there twice", offset: members.utf8.count + 2)) {
        try parse("{\(members),\"k\(repeated)\":0}")
      }
    }
  }

  @Test func distinguishesKeysByTheirBytes() throws {
    let object = try parse("{\"\u{e9}\":1,\"e\u{301}\":2}")
    #expect(object["\u{e9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test func readsAnyCollectionOfBytes() throws {
    #expect(try JSONParser.parse(Array("[1]".utf8).dropFirst().dropLast()) == 1)
    #expect(try JSONParser.parse(Array("]1[".utf8).reversed() as ReversedCollection) == [1])
    #expect(throws: JSONError(reason: "the body is empty", offset: 0)) { try JSONParser.parse(UnsafeBufferPointer(start: nil, count: 0)) }
  }

  @Test func describesItselfForPeople() {
    #expect(JSONError(reason: "a string is not closed", offset: 7).description == "a string is not closed (at byte 7)")
  }
}
