import PushStore
import Testing

@testable import MockPushServer

@Suite struct ScheduleExpanderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var now = "2026-03-02T10:00+09:00"
    var days = ScheduleExpander.Days.every
    let from: String
    let to: String
    var times: [String] = ["09:00"]
    let expected: [String]
    var testDescription: String { "\(days) \(from)–\(to) at \(now)" }
  }

  static let rows: [Row] = [
    // The contract's example, on a Monday.
    Row(
      days: .ofWeek([1]), from: "2026-03-02", to: "2026-03-15", times: ["18:00", "09:00"],
      expected: ["2026-03-02T18:00", "2026-03-09T09:00", "2026-03-09T18:00"]),
    Row(from: "2026-03-03", to: "2026-03-05", expected: ["2026-03-03T09:00", "2026-03-04T09:00", "2026-03-05T09:00"]),
    Row(from: "2026-03-03", to: "2026-03-03", times: ["23:59", "00:00"], expected: ["2026-03-03T00:00", "2026-03-03T23:59"]),
    // Only what is after now is left: the minute that runs is past, even at its first millisecond.
    Row(from: "2026-03-02", to: "2026-03-02", times: ["09:59", "10:00", "10:01"], expected: ["2026-03-02T10:01"]),
    Row(now: "2026-03-02T09:59:59.999+09:00", from: "2026-03-02", to: "2026-03-02", times: ["09:59", "10:00"], expected: ["2026-03-02T10:00"]),
    Row(now: "2026-03-02T10:00:00.001+09:00", from: "2026-03-02", to: "2026-03-02", times: ["10:00"], expected: []),
    // Today is Seoul's: in UTC it still is 1 March.
    Row(now: "2026-03-01T15:30Z", from: "2026-03-01", to: "2026-03-02", times: ["00:30", "00:31"], expected: ["2026-03-02T00:31"]),
    Row(from: "2026-02-01", to: "2026-03-01", expected: []),
    Row(from: "0001-01-01", to: "2026-03-03", times: ["10:00"], expected: ["2026-03-03T10:00"]),
    // Today + 60 days is the last day.
    Row(from: "2026-04-30", to: "9999-12-31", times: ["23:59"], expected: ["2026-04-30T23:59", "2026-05-01T23:59"]),
    Row(from: "2026-05-02", to: "9999-12-31", expected: []),
    Row(
      now: "2024-06-01T23:59:59.999+09:00", from: "2024-07-31", to: "2024-08-02", times: ["00:00", "23:59"],
      expected: ["2024-07-31T00:00", "2024-07-31T23:59"]),
    Row(days: .ofMonth([31]), from: "2026-03-02", to: "2026-05-31", expected: ["2026-03-31T09:00"]),
    Row(
      days: .ofMonth([31, 30, 1]), from: "2026-03-02", to: "2026-05-31",
      expected: ["2026-03-30T09:00", "2026-03-31T09:00", "2026-04-01T09:00", "2026-04-30T09:00", "2026-05-01T09:00"]),
    Row(now: "2026-01-30T10:00+09:00", days: .ofMonth([29]), from: "2026-01-30", to: "2026-03-31", expected: ["2026-03-29T09:00"]),
    Row(now: "2028-02-01T10:00+09:00", days: .ofMonth([29, 30]), from: "2028-02-01", to: "2028-02-29", expected: ["2028-02-29T09:00"]),
    Row(days: .ofWeek([0, 6]), from: "2026-03-02", to: "2026-03-14", expected: ["2026-03-07T09:00", "2026-03-08T09:00", "2026-03-14T09:00"]),
    Row(now: "2026-12-31T10:00+09:00", from: "2026-12-31", to: "2027-01-01", expected: ["2027-01-01T09:00"]),
    // The calendar's end.
    Row(now: "9999-12-31T10:00+09:00", from: "9999-12-30", to: "9999-12-31", times: ["09:00", "11:00"], expected: ["9999-12-31T11:00"]),
  ]

  @Test(arguments: rows) func expandsWithinTheWindow(_ row: Row) throws {
    let minutes = try row.times.map { text in
      let time = try #require(DateText.parseTimeOfDay(text))
      return time.hour * 60 + time.minute
    }
    let expander = ScheduleExpander(
      days: row.days, from: try #require(DateText.parseDay(row.from)), to: try #require(DateText.parseDay(row.to)), minutes: Set(minutes))
    #expect(expander.times(now: try #require(DateText.parse(row.now))).map(DateText.localMinute) == row.expected)
  }

  @Test func everyMinuteOfTheWindowAtMost() throws {
    let expander = ScheduleExpander(
      days: .every, from: try #require(DateText.parseDay("0001-01-01")), to: try #require(DateText.parseDay("9999-12-31")), minutes: Set(0..<1_440))
    let times = expander.times(now: try #require(DateText.parse("2026-03-02T00:00+09:00")))
    #expect(times.count == 61 * 1_440 - 1)
    #expect(times.first.map(DateText.localMinute) == "2026-03-02T00:01")
    #expect(times.last.map(DateText.localMinute) == "2026-05-01T23:59")
    #expect(times == times.sorted())
  }

  @Test(arguments: [
    ("2024-06-01T00:00+09:00", "2024-07-31T23:59", "2024-08-01T00:00"), ("2024-06-01T23:59:59.999+09:00", "2024-07-31T23:59", "2024-08-01T00:00"),
    ("2024-06-01T15:00Z", "2024-08-01T23:59", "2024-08-02T00:00"),
  ])
  func theWindowEndsWithTheSixtiethDay(now: String, last: String, next: String) throws {
    let window = ScheduleWindow(now: try #require(DateText.parse(now)))
    #expect(DateText.localMinute(window.last) == last)
    #expect(!window.isTooFar(try #require(DateText.parseLocalMinute(last))))
    #expect(window.isTooFar(try #require(DateText.parseLocalMinute(next))))
    #expect(!window.isPast(try #require(DateText.parseLocalMinute(last))))
  }

  @Test(arguments: [("09:14", true), ("09:15", true), ("09:16", false)])
  func aTimeEqualToNowIsPast(time: String, isPast: Bool) throws {
    let window = ScheduleWindow(now: try #require(DateText.parse("2026-03-02T09:15+09:00")))
    #expect(window.isPast(try #require(DateText.parseLocalMinute("2026-03-02T" + time))) == isPast)
  }
}
