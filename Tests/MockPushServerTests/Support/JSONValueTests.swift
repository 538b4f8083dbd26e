import Testing

@testable import MockPushServer

@Suite struct JSONValueTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-9", -9), ("9007199254740991", 9_007_199_254_740_991), ("9223372036854775807", .max),
    ("-9223372036854775808", .min),
    ("9223372036854775808", nil), ("10.0", nil), ("1.5", nil), ("1e2", nil), ("1E0", nil), ("-0.0", nil), (String(repeating: "9", count: 400), nil),
  ] as [(String, Int?)])
  func anIntegerHasNoFractionAndNoExponent(text: String, value: Int?) throws {
    let json = try JSONParser.parse(text.utf8)
    #expect(json.intValue == value)
    guard case .number(let number) = json else { throw JSONError(reason: "no number", offset: 0) }
    #expect(number.text == text)
    #expect(number.int64 == value.map(Int64.init))
    #expect(json.compactText == text)
  }

  @Test(arguments: [("1", 1), ("-2.5e3", -2_500), ("0.1", 0.1), ("1e400", .infinity), ("-1e400", -.infinity)] as [(String, Double)])
  func aNumberReadsAsDouble(text: String, value: Double) {
    #expect(JSONNumber(text: text).double == value)
  }

  @Test func accessorsAnswerOnlyForTheirKind() {
    let values: [JSON] = [.null, true, 1, "a", [1], ["k": 1]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.intValue) == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.stringValue) == [nil, nil, nil, "a", nil, nil])
    #expect(values.map { $0.arrayValue?.count } == [nil, nil, nil, nil, 1, nil])
    #expect(values.map { $0.objectValue?.count } == [nil, nil, nil, nil, nil, 1])
    #expect(values.map { $0["k"] } == [nil, nil, nil, nil, nil, 1])
    #expect(values.map { $0[0] } == [nil, nil, nil, nil, 1, nil])
    #expect(JSON.array([1])[1] == nil)
    #expect(JSON.object(["k": nil])["k"]?.isNull == true)
  }

  @Test(arguments: [
    (["a": 1, "b": [2, nil]], ["b": [2, nil], "a": 1], true), (["a": 1], ["a": 2], false), (["a": 1], ["b": 1], false),
    (["a": 1], ["a": 1, "b": 1], false),
    ([1, 2], [2, 1], false), ("1", 1, false), (nil, false, false), (["a": nil], [:], false), (.number(JSONNumber(text: "1.0")), 1, false),
    ("\u{e9}", "e\u{301}", false), (["\u{e9}": 1], ["e\u{301}": 1], false), (["a": ["b": 1, "c": 2]], ["a": ["c": 2, "b": 1]], true),
  ] as [(JSON, JSON, Bool)])
  func equalityIsDeepAndIgnoresTheOrderOfKeys(a: JSON, b: JSON, equal: Bool) {
    #expect((a == b) == equal)
    #expect((b == a) == equal)
  }

  @Test func equalityHoldsForLargeObjectsInAnyOrder() {
    let pairs = (0..<3_000).map { ("k\($0)", JSON.number(JSONNumber($0))) }
    var other = JSONObject(pairs.reversed())
    #expect(JSONObject(pairs) == other)
    other["k5"] = 6
    #expect(JSONObject(pairs) != other)
  }

  @Test func anObjectKeepsArrivalOrder() {
    var object: JSONObject = ["z": 1, "a": 2, "m": 3]
    object["a"] = 4
    object["b"] = 5
    object["z"] = nil
    object["unknown"] = nil
    #expect(object.members.map(\.key) == ["a", "m", "b"])
    #expect(object["a"] == 4)
    #expect(object["z"] == nil)
    #expect(object.count == 3)
    #expect(!object.isEmpty)
    object["n"] = .some(.null)
    #expect(object["n"]?.isNull == true)
    #expect((["a": 1, "a": 2] as JSONObject).members.map(\.value) == [2])
  }
}
