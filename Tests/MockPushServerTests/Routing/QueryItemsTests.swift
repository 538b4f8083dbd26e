import Testing
@testable import MockPushServer

@Suite struct QueryItemsTests {
  @Test(arguments: [
    ("a=1", "1"), ("a=", nil), ("a", nil), ("", nil), ("b=1", nil), ("a=&a=2&a=3", "2"), ("A=1", nil), ("a=1=2", "1=2"), ("%61=%31", "1"),
    ("&&a=1&&", "1"),
    ("a=%", "%"), ("a=%4", "%4"), ("a=%zz", "%zz"), ("a=%E0%80", "\u{FFFD}\u{FFFD}"), ("a=+", " "), ("a=%2B", "+"), ("a=한", "한"), ("=1&a=2", "2"),
  ] as [(String, String?)]) func aSingleValueIsTheFirstNonEmptyOne(_ query: String, _ value: String?) {
    #expect(QueryItems(Substring(query))["a"] == value)
  }

  @Test(arguments: [
    ("a=1,2", ["1", "2"]), ("a=1&a=2,3", ["1", "2", "3"]), ("a=,1,,2,", ["1", "2"]), ("a=", []), ("b=1", []), ("a=1%2C2", ["1", "2"]),
    ("a=a+b,%20", ["a b", " "]),
  ]) func listsAreCommaSeparatedOrRepeated(_ query: String, _ items: [String]) {
    #expect(QueryItems(Substring(query)).list("a") == items)
  }

  @Test(arguments: [("", 25, nil), ("n=", 25, nil), ("n=1", 1, nil), ("n=100", 100, nil), ("n=007", 7, nil), ("n=0", nil, 40001),
    ("n=-5", nil, 40001), ("n=101", nil, 40008),
    ("n=9223372036854775808", nil, 40008), ("n=-9223372036854775809", nil, 40001), ("n=1.0", nil, 40002), ("n=1e1", nil, 40002), ("n=-", nil, 40002),
    ("n=x", nil, 40002),
    ("n=%EF%BC%91", nil, 40002), ("n=1%202", nil, 40002)] as [(String, Int?, Int?)])
  func integersWithinBounds(_ query: String, _ value: Int?, _ code: Int?) {
    do throws(APIError) {
      let found = try QueryItems(Substring(query)).int("n", default: 25, min: 1, max: 100)
      #expect(found == value)
    } catch {
      #expect(error.code.rawValue == code)
    }
  }
}
