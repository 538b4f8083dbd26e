import PushStore
import Testing

@testable import MockPushServer

/// Buckets of statistics (contract 26.2, F34, F35).
@Suite struct StatisticsPlanTests {
  /// Times without a zone are Seoul's; now is 2026-03-02T09:15:20.500 unless a row says otherwise.
  struct Row: Sendable, CustomTestStringConvertible {
    var from: String?
    var to: String?
    var unit: StatisticsUnit?
    var isByDay = false
    var now = "2026-03-02T09:15:20.500"
    let expected: Expected
    var testDescription: String { "\(from ?? "") to \(to ?? "") \(unit.map { "\($0)" } ?? "") at \(now)" }
  }

  struct Expected: Sendable {
    let unit: StatisticsUnit
    /// `2026-03-02 09:15` of the first and last bucket; nil: none.
    var first: String?
    var last: String?
    var count = 0
  }

  private static func none(_ unit: StatisticsUnit) -> Expected { Expected(unit: unit) }

  private static func some(_ unit: StatisticsUnit, _ first: String, _ last: String, _ count: Int) -> Expected {
    Expected(unit: unit, first: first, last: last, count: count)
  }

  private static func moment(_ text: String) throws -> Timestamp { try #require(DateText.parse(text + "+09:00")) }

  private static func plan(_ row: Row) throws -> StatisticsPlan {
    let query = [("from", row.from), ("to", row.to)].compactMap { name, text in text.map { "\(name)=\($0)%2B09:00" } }.joined(separator: "&")
    let bounds = try DateBounds(QueryItems(query[...]))
    return try StatisticsPlan(bounds, now: try moment(row.now), unit: row.unit, isByDay: row.isByDay)
  }

  static let rows: [Row] = [
    // Default units: up to an hour, below a day, else.
    Row(from: "2026-03-01T08:00", to: "2026-03-01T09:00", expected: some(.minute, "2026-03-01 08:00", "2026-03-01 08:59", 60)),
    Row(from: "2026-03-01T08:00:00.000", to: "2026-03-01T09:00:00.001", expected: some(.hour, "2026-03-01 08:00", "2026-03-01 09:00", 2)),
    Row(from: "2026-03-01T08:00:30", to: "2026-03-01T09:00:30", expected: some(.minute, "2026-03-01 08:00", "2026-03-01 09:00", 61)),
    Row(from: "2026-03-01T09:00", to: "2026-03-02T08:59:59.999", expected: some(.hour, "2026-03-01 09:00", "2026-03-02 08:00", 24)),
    Row(from: "2026-03-01T09:00", to: "2026-03-02T08:59", expected: some(.hour, "2026-03-01 09:00", "2026-03-02 08:00", 24)),
    Row(from: "2026-03-01T09:00", to: "2026-03-02T09:00", expected: some(.day, "2026-03-01 00:00", "2026-03-02 00:00", 2)),
    Row(from: "2026-03-01T00:00", to: "2026-03-02T00:00", expected: some(.day, "2026-03-01 00:00", "2026-03-01 00:00", 1)),
    Row(from: "2026-02-24T00:00", to: "2026-03-03T00:00", expected: some(.day, "2026-02-24 00:00", "2026-03-02 00:00", 7)),
    // A `to` of whole minute: the bucket that starts there is left out, the one that holds it is not.
    Row(from: "2026-03-01T08:00", to: "2026-03-01T10:00", unit: .hour, expected: some(.hour, "2026-03-01 08:00", "2026-03-01 09:00", 2)),
    Row(from: "2026-03-01T08:00", to: "2026-03-01T10:01", unit: .hour, expected: some(.hour, "2026-03-01 08:00", "2026-03-01 10:00", 3)),
    Row(from: "2026-03-01T08:00", to: "2026-03-01T08:02", expected: some(.minute, "2026-03-01 08:00", "2026-03-01 08:01", 2)),
    Row(from: "2026-03-01T08:00", to: "2026-03-01T08:02:00.001", expected: some(.minute, "2026-03-01 08:00", "2026-03-01 08:02", 3)),
    Row(from: "2026-03-01T08:00", to: "2026-03-01T08:01:59.999", expected: some(.minute, "2026-03-01 08:00", "2026-03-01 08:01", 2)),
    // The one holding `from` is there in any case.
    Row(from: "2026-03-01T08:00", to: "2026-03-01T08:00", expected: some(.minute, "2026-03-01 08:00", "2026-03-01 08:00", 1)),
    Row(from: "2026-03-01T08:00:59.999", to: "2026-03-01T08:00", expected: some(.minute, "2026-03-01 08:00", "2026-03-01 08:00", 1)),
    Row(from: "2026-03-01T08:00:30", to: "2026-03-01T08:00:30", unit: .day, expected: some(.day, "2026-03-01 00:00", "2026-03-01 00:00", 1)),
    Row(from: "2026-03-01T00:00", to: "2026-03-01T00:00", unit: .hour, expected: some(.hour, "2026-03-01 00:00", "2026-03-01 00:00", 1)),
    // `from` inside a bucket.
    Row(
      from: "2026-03-01T08:59:59.999", to: "2026-03-01T09:00:00.001", unit: .hour,
      expected: some(.hour, "2026-03-01 08:00", "2026-03-01 09:00", 2)),
    Row(from: "2026-02-28T23:59", to: "2026-03-01T00:01", unit: .day, expected: some(.day, "2026-02-28 00:00", "2026-03-01 00:00", 2)),
    // Without `to`: up to the one holding now, even when it has just begun.
    Row(from: "2026-03-02T09:00", expected: some(.minute, "2026-03-02 09:00", "2026-03-02 09:15", 16)),
    Row(from: "2026-03-02T08:15:20.500", expected: some(.minute, "2026-03-02 08:15", "2026-03-02 09:15", 61)),
    Row(from: "2026-03-02T08:15:20.499", expected: some(.hour, "2026-03-02 08:00", "2026-03-02 09:00", 2)),
    Row(from: "2026-03-02T09:00", now: "2026-03-02T09:15:00.000", expected: some(.minute, "2026-03-02 09:00", "2026-03-02 09:15", 16)),
    Row(from: "2026-03-01T09:00", now: "2026-03-02T00:00:00.000", expected: some(.hour, "2026-03-01 09:00", "2026-03-02 00:00", 16)),
    // Without `from`: from now − 30 days.
    Row(expected: some(.day, "2026-01-31 00:00", "2026-03-02 00:00", 31)),
    Row(unit: .hour, expected: some(.hour, "2026-01-31 09:00", "2026-03-02 09:00", 721)),
    Row(to: "2026-01-31T10:00", expected: some(.minute, "2026-01-31 09:15", "2026-01-31 09:59", 45)),
    Row(to: "2026-02-01T00:00", expected: some(.hour, "2026-01-31 09:00", "2026-01-31 23:00", 15)),
    // Older than 30 days is cut off, after the unit was chosen.
    Row(from: "2026-01-01T00:00", to: "2026-01-31T10:00", expected: some(.day, "2026-01-31 00:00", "2026-01-31 00:00", 1)),
    Row(from: "2026-01-31T08:30", to: "2026-01-31T10:00", expected: some(.hour, "2026-01-31 09:00", "2026-01-31 09:00", 1)),
    Row(from: "2026-01-31T09:00", to: "2026-01-31T09:30", expected: some(.minute, "2026-01-31 09:15", "2026-01-31 09:29", 15)),
    Row(from: "2026-01-31T09:00", to: "2026-01-31T09:15", expected: some(.minute, "2026-01-31 09:15", "2026-01-31 09:15", 1)),
    Row(
      from: "0001-01-01T00:00", to: "9999-12-31T23:59", unit: .day, now: "9999-12-31T23:59:59.999",
      expected: some(.day, "9999-12-01 00:00", "9999-12-31 00:00", 31)),
    // Wholly older, or `from` in the future: nothing.
    Row(from: "2026-01-01T00:00", to: "2026-01-31T09:14", expected: none(.day)),
    Row(from: "2026-01-31T09:00", to: "2026-01-31T09:15:20.499", expected: none(.minute)),
    Row(to: "2025-01-01T00:00", expected: none(.minute)), Row(to: "2025-01-01T00:00", unit: .day, expected: none(.day)),
    Row(to: "2025-01-01T00:00", isByDay: true, expected: none(.day)),
    Row(from: "2026-03-03T00:00", expected: none(.minute)),
    // Into the future.
    Row(from: "2026-03-02T00:00", to: "2026-03-04T00:00", expected: some(.day, "2026-03-02 00:00", "2026-03-03 00:00", 2)),
    // BY_DAY takes days, whatever unit is asked for.
    Row(
      from: "2026-03-01T08:00", to: "2026-03-01T09:00", unit: .minute, isByDay: true,
      expected: some(.day, "2026-03-01 00:00", "2026-03-01 00:00", 1)),
    Row(from: "2026-02-20T12:00", to: "2026-03-02T12:00", isByDay: true, expected: some(.day, "2026-02-20 00:00", "2026-03-02 00:00", 11)),
    // Ten thousand are answered.
    Row(from: "2026-02-20T00:00", to: "2026-02-26T22:40", unit: .minute, expected: some(.minute, "2026-02-20 00:00", "2026-02-26 22:39", 10_000)),
    Row(
      from: "2026-02-20T00:00:59.999", to: "2026-02-26T22:39:00.001", unit: .minute,
      expected: some(.minute, "2026-02-20 00:00", "2026-02-26 22:39", 10_000)),
  ]

  @Test(arguments: rows) func bucketsAreWholeAndWithoutAGap(_ row: Row) throws {
    let plan = try Self.plan(row)
    #expect(plan.unit == row.expected.unit)
    #expect(plan.isByDay == row.isByDay)
    #expect(plan.buckets.count == row.expected.count)
    #expect(plan.buckets.first == (try row.expected.first.map { try Self.moment($0.replacing(" ", with: "T")) }))
    #expect(plan.buckets.last == (try row.expected.last.map { try Self.moment($0.replacing(" ", with: "T")) }))
    #expect(zip(plan.buckets, plan.buckets.dropFirst()).allSatisfy { $1.milliseconds - $0.milliseconds == plan.unit.milliseconds })
  }

  @Test(arguments: [
    ("from=2026-03-01T08:00%2B09:00&to=2026-03-01T09:00%2B0900", "2026-03-01T08:00:00.000", "2026-03-01T09:00:59.999"),
    ("from=2026-02-28T23:00:00.001Z&to=2026-03-01T00:00:01Z", "2026-03-01T08:00:00.001", "2026-03-01T09:00:01.000"),
    ("", "2026-01-31T09:15:20.500", "2026-03-02T09:15:20.500"), ("to=2026-03-01T09:00%2B0900", "2026-01-31T09:15:20.500", "2026-03-01T09:00:59.999"),
    ("from=2020-01-01T00:00Z", "2026-01-31T09:15:20.500", "2026-03-02T09:15:20.500"),
  ])
  func eventsCountBetweenTheBounds(query: String, from: String, to: String) throws {
    let plan = try StatisticsPlan(try DateBounds(QueryItems(query[...])), now: try Self.moment("2026-03-02T09:15:20.500"))
    #expect(plan.from == (try Self.moment(from)))
    #expect(plan.to == (try Self.moment(to)))
  }

  @Test(arguments: [
    Row(from: "2026-02-20T00:00", to: "2026-02-26T22:40:00.001", unit: .minute, expected: some(.minute, "", "", 10_001)),
    Row(from: "2026-02-20T00:00", to: "2026-02-26T22:41", unit: .minute, expected: some(.minute, "", "", 10_001)),
    Row(unit: .minute, expected: some(.minute, "", "", 43_201)),
    Row(to: "9999-12-31T23:59", unit: .minute, expected: some(.minute, "", "", 4_193_874_164)),
    Row(to: "9999-12-31T23:59", expected: some(.day, "", "", 2_912_413)),
    Row(to: "9999-12-31T23:59", isByDay: true, expected: some(.day, "", "", 2_912_413)),
  ])
  func moreThanTenThousandAreTooMany(_ row: Row) throws {
    let error = try #require(#expect(throws: APIError.self) { _ = try Self.plan(row) })
    #expect(error.message == "Client Error. It's too many. Please, change 'from' and 'to' shortly. totalCount<\(row.expected.count)>")
    #expect(error.hint.contains("\(row.expected.count)") && error.hint.contains("10000"))
    #expect(error.hint.contains("timeUnit") == (row.expected.unit != .day), "there is no coarser unit than days")
  }
}
