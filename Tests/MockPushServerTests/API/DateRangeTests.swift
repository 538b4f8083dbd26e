import PushStore
import Testing
@testable import MockPushServer

/// `from`, `to` and pages (contract 2.4, 2.5, F3).
@Suite struct DateRangeTests {
  private static let now = DateText.parse("2026-03-02T00:00:00Z")!

  /// Seconds from now; nil: the default or the limit.
  struct Row: Sendable, CustomTestStringConvertible {
    let query: String
    let from: Int64
    let to: Int64
    var millisecondsMore: Int64 = 0
    var testDescription: String { query }
  }

  private static let day: Int64 = 86_400

  static let rows: [Row] = [
    Row(query: "", from: -30 * day, to: 0),
    Row(query: "from=2026-03-01T00:00Z", from: -day, to: 0),
    Row(query: "to=2026-03-01T00:00:00.001Z", from: -30 * day, to: -day, millisecondsMore: 1),
    Row(query: "to=2026-03-01T00:00Z", from: -30 * day, to: -day + 59, millisecondsMore: 999),
    Row(query: "to=2026-03-01T00:00:00Z", from: -30 * day, to: -day + 59, millisecondsMore: 999),
    Row(query: "to=2026-03-01T00:00:00.000Z", from: -30 * day, to: -day + 59, millisecondsMore: 999),
    Row(query: "to=2026-03-01T00:00:01Z", from: -30 * day, to: -day + 1),
    Row(query: "from=2026-03-01T09:00:00.000%2B09:00&to=2026-03-01T09:00%2B0900", from: -day, to: -day + 59, millisecondsMore: 999),
    // From and to in one minute: `to` is its end.
    Row(query: "from=2026-03-01T00:00:59.999Z&to=2026-03-01T00:00Z", from: -day + 59, to: -day + 59, millisecondsMore: 999),
    Row(query: "from=2025-01-01T00:00Z", from: -30 * day, to: 0),
    Row(query: "from=2025-01-01T00:00Z&to=2025-01-02T00:00:01Z", from: -30 * day, to: -424 * day + 1),
    Row(query: "from=2026-03-05T00:00Z", from: 3 * day, to: 0),
    Row(query: "from=&to=", from: -30 * day, to: 0),
    Row(query: "from=&from=2026-03-01T00:00Z", from: -day, to: 0),
  ]

  @Test(arguments: rows) func aRangeIsRead(_ row: Row) throws {
    let range = DateRange(try DateBounds(QueryItems(row.query[...])), now: Self.now)
    #expect(range.to == Self.now.advanced(byMilliseconds: row.to * 1_000 + row.millisecondsMore))
    let fraction: Int64 = row.query.contains("from=2026-03-01T00:00:59.999Z") ? 999 : 0
    #expect(range.from == Self.now.advanced(byMilliseconds: row.from * 1_000 + fraction))
  }

  @Test func theDefaultOfSevenDaysIsCutAtThirtyLikeAnyOther() throws {
    let bounds = try DateBounds(QueryItems(""))
    #expect(DateRange(bounds, now: Self.now, defaultDays: 7).from == Self.now.advanced(byMilliseconds: -7 * Self.day * 1_000))
    let old = try DateBounds(QueryItems("to=2026-01-01T00:00Z"))
    let range = DateRange(old, now: Self.now, defaultDays: 7)
    #expect(range.from > range.to, "wholly before the default: empty, no fault")
  }

  @Test func boundsAloneHaveNoDefaultsAndOtherNames() throws {
    let bounds = try DateBounds(QueryItems("from=x&deliveryTo=2026-03-01T00:00Z"), ("deliveryFrom", "deliveryTo"))
    #expect(bounds.from == nil)
    #expect(bounds.to == Self.now.advanced(byMilliseconds: -Self.day * 1_000 + 59_999))
    #expect(bounds.writtenTo == Self.now.advanced(byMilliseconds: -Self.day * 1_000))
  }

  @Test(arguments: [
    ("from=yesterday", ResultCode.invalidFormat, "from", "%2B"), ("to=2026-03-01T00:00:00", .invalidFormat, "to", "offset"),
    ("to=2026-03-01T00:00:00+09:00", .invalidFormat, "to", "send %2B"), ("from=a+b", .invalidFormat, "from", "ISO 8601"),
    ("from=2026-03-01T00:01Z&to=2026-03-01T00:00Z", .invalidParameter, "from", "after"),
    ("from=2026-03-01T00:00:01.001Z&to=2026-03-01T00:00:01Z", .invalidParameter, "from", "after"),
    ("from=2024-03-02T00:00Z&to=2024-03-01T00:00Z", .invalidParameter, "from", "after"),
  ]) func faults(_ query: String, _ code: ResultCode, _ field: String, _ word: String) {
    let error = #expect(throws: APIError.self) { _ = try DateBounds(QueryItems(query[...])) }
    #expect(error?.code == code)
    #expect(error?.fields.first?.name == field)
    #expect(error?.hint.contains(word) == true, "\(error?.hint ?? "")")
  }

  @Test func requiredBoundsAreBothAskedFor() {
    for (query, name) in [("", "from"), ("to=2026-03-01T00:00Z", "from"), ("from=2026-03-01T00:00Z", "to"), ("from=2026-03-01T00:00Z&to=", "to")] {
      let error = #expect(throws: APIError.self) { _ = try DateBounds(QueryItems(query[...]), isRequired: true) }
      #expect(error?.code == .empty)
      #expect(error?.fields.first?.name == name, "\(query)")
    }
  }

  @Test(arguments: [
    ("", 0, 25), ("pageIndex=3", 75, 25), ("pageIndex=2&pageSize=100", 200, 100), ("pageSize=1", 0, 1), ("pageIndex=&pageSize=", 0, 25),
    ("pageIndex=99999999999999999999", 53_687_091_175, 25),
  ]) func zeroBasedPages(_ query: String, _ offset: Int, _ limit: Int) throws {
    let paging = try Paging.zeroBased(QueryItems(query[...]))
    #expect(paging.offset == offset && paging.limit == limit)
  }

  @Test(arguments: [("", 0, 100), ("pageNumber=1", 0, 100), ("pageNumber=3&limit=7", 14, 7), ("limit=1", 0, 1)])
  func oneBasedPages(_ query: String, _ offset: Int, _ limit: Int) throws {
    let paging = try Paging.oneBased(QueryItems(query[...]))
    #expect(paging.offset == offset && paging.limit == limit)
  }

  @Test(arguments: [
    ("pageIndex=-1", ResultCode.invalidParameter), ("pageIndex=x", .invalidFormat), ("pageSize=0", .invalidParameter), ("pageSize=101", .limitExceeded),
    ("pageSize=1.0", .invalidFormat), ("pageIndex=1e1", .invalidFormat),
  ]) func zeroBasedFaults(_ query: String, _ code: ResultCode) {
    #expect((#expect(throws: APIError.self) { _ = try Paging.zeroBased(QueryItems(query[...])) })?.code == code)
  }

  @Test(arguments: [
    ("pageNumber=0", ResultCode.invalidParameter), ("pageNumber=x", .invalidFormat), ("limit=0", .invalidParameter), ("limit=101", .limitExceeded),
  ]) func oneBasedFaults(_ query: String, _ code: ResultCode) {
    #expect((#expect(throws: APIError.self) { _ = try Paging.oneBased(QueryItems(query[...])) })?.code == code)
  }
}
