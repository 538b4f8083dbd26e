import Testing

@testable import MockPushServer

@Suite struct NearestNameTests {
  static let names = ["host", "http-port", "https-port", "strict", "log-level"]

  @Test(arguments: [
    ("hots", "host"), ("http_port", "http-port"), ("HTTPPORT", "http-port"), ("htps-port", "https-port"), ("strikt", "strict"),
    ("loglevel", "log-level"), ("verbose", nil), ("", nil), ("x", nil), ("port", "http-port"), ("or", nil),
  ] as [(String, String?)])
  func aTypedNameFindsTheOneItWasMeantToBe(_ typed: String, _ meant: String?) {
    #expect(NearestName.of(typed, among: Self.names) == meant)
  }

  @Test(arguments: [
    ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "abcd", 1), ("abc", "xbc", 1), ("", "abc", 3), ("kitten", "sitting", 3),
  ])
  func theDistanceCountsEdits(_ a: String, _ b: String, _ edits: Int) {
    #expect(NearestName.distance(Array(a), Array(b)) == edits)
    #expect(NearestName.distance(Array(b), Array(a)) == edits)
  }

  @Test func aHugeNameIsNotCompared() {
    #expect(NearestName.of(String(repeating: "host", count: 100_000), among: Self.names) == nil)
  }

  @Test func aRepeatedValueIsCutAndKeptOnOneLine() {
    #expect(ShownValue.phrase("") == "is empty")
    #expect(ShownValue.phrase("a\nb\u{1b}") == "is `a?b?`")
    #expect(ShownValue.phrase(String(repeating: "x", count: 61)) == "is `\(String(repeating: "x", count: 60))…`")
    #expect(ShownValue.phrase(JSON.array([1, nil])) == "is `[1,null]`")
  }
}
