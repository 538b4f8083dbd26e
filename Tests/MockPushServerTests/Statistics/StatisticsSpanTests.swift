import Testing

@testable import MockPushServer
@testable import PushStore

/// Stretches of time cut into what there are sums for.
@Suite struct StatisticsSpanTests {
  private static func moment(_ text: String) -> Timestamp { DateText.parse(text + "+09:00")! }

  /// Pieces as people read them: unit, first start, end.
  private static func shown(_ part: StatisticsSpan.Part) -> String {
    switch part {
    case .buckets(let unit, let range):
      "\(unit) \(DateText.iso(unit.start(of: range.lowerBound)).prefix(16)) \(DateText.iso(unit.start(of: range.upperBound)).prefix(16))"
    case .exact(let span): "exact \(DateText.iso(span.start).prefix(23)) \(DateText.iso(span.end).prefix(23))"
    }
  }

  @Test(arguments: [
    ("2026-03-02T00:00", "2026-03-04T00:00", StatisticsUnit.day, ["day 2026-03-02T00:00 2026-03-04T00:00"]),
    ("2026-03-02T00:00", "2026-03-04T00:00", .hour, ["hour 2026-03-02T00:00 2026-03-04T00:00"]),
    ("2026-03-01T23:59:59.999", "2026-03-02T00:00:00.001", .day, [
      "exact 2026-03-01T23:59:59.999 2026-03-02T00:00:00.000", "exact 2026-03-02T00:00:00.000 2026-03-02T00:00:00.001",
    ]),
    ("2026-02-27T22:58:30.500", "2026-03-02T01:02:03.004", .day, [
      "exact 2026-02-27T22:58:30.500 2026-02-27T22:59:00.000", "minute 2026-02-27T22:59 2026-02-27T23:00", "hour 2026-02-27T23:00 2026-02-28T00:00",
      "day 2026-02-28T00:00 2026-03-02T00:00", "hour 2026-03-02T00:00 2026-03-02T01:00", "minute 2026-03-02T01:00 2026-03-02T01:02",
      "exact 2026-03-02T01:02:00.000 2026-03-02T01:02:03.004",
    ]),
    ("2026-02-27T22:58:30.500", "2026-03-02T01:02:03.004", .minute, [
      "exact 2026-02-27T22:58:30.500 2026-02-27T22:59:00.000", "minute 2026-02-27T22:59 2026-03-02T01:02",
      "exact 2026-03-02T01:02:00.000 2026-03-02T01:02:03.004",
    ]),
    ("2026-03-02T09:10", "2026-03-02T09:50", .day, ["minute 2026-03-02T09:10 2026-03-02T09:50"]),
    ("2026-03-02T09:50", "2026-03-02T10:10", .hour, ["minute 2026-03-02T09:50 2026-03-02T10:00", "minute 2026-03-02T10:00 2026-03-02T10:10"]),
    ("2026-03-02T09:10:00.001", "2026-03-02T09:10:00.002", .day, ["exact 2026-03-02T09:10:00.001 2026-03-02T09:10:00.002"]),
    ("2026-03-02T09:10", "2026-03-02T09:10", .day, []),
    ("2026-03-02T09:10", "2026-03-02T09:09", .day, []),
  ])
  func aSpanIsCutAsCoarselyAsItCanBe(_ start: String, _ end: String, _ unit: StatisticsUnit, _ parts: [String]) {
    let span = StatisticsSpan(start: Self.moment(start), end: Self.moment(end))
    #expect(span.parts(upTo: unit).map(Self.shown) == parts)
  }

  /// Whatever the bounds, pieces lie end to end from start to end, and none crosses the bounds of a bucket of the unit unless it is of whole ones.
  @Test(arguments: StatisticsUnit.allCases) func piecesCoverTheSpanWithoutGapOrOverlap(_ unit: StatisticsUnit) {
    var numbers = SeededGenerator(state: 7)
    for _ in 0..<2_000 {
      let width = [1_000, 100_000, 10_000_000, 1_000_000_000].randomElement(using: &numbers)!
      // Before and after 1970, on bounds and off them.
      let grain: Int64 = [1, 60_000, 3_600_000].randomElement(using: &numbers)!
      let start = Timestamp(milliseconds: Int64.random(in: -9_000_000_000...9_000_000_000, using: &numbers) / grain * grain)
      let end = start.advanced(byMilliseconds: Int64.random(in: 0...Int64(width), using: &numbers))
      var reached = start
      for part in StatisticsSpan(start: start, end: end).parts(upTo: unit) {
        let (from, to): (Timestamp, Timestamp) =
          switch part {
          case .exact(let span): (span.start, span.end)
          case .buckets(let finer, let range): (finer.start(of: range.lowerBound), finer.start(of: range.upperBound))
          }
        #expect(from == reached && from < to)
        if case .buckets(unit, _) = part {} else { #expect(unit.bucket(of: from) == unit.bucket(of: to.advanced(byMilliseconds: -1))) }
        if case .exact = part { #expect(to.milliseconds - from.milliseconds < 60_000) }
        reached = to
      }
      #expect(reached == end)
    }
  }

  @Test func bucketsBeginByTheWallClockOfSeoul() {
    for (unit, text) in [(StatisticsUnit.day, "2026-03-02T00:00:00.000"), (.hour, "2026-03-02T05:00:00.000"), (.minute, "2026-03-02T05:07:00.000")] {
      let bucket = unit.bucket(of: Self.moment("2026-03-02T05:07:59.999"))
      #expect(DateText.iso(unit.start(of: bucket)) == text + "+09:00")
      #expect(unit.bucket(of: unit.start(of: bucket)) == bucket && unit.bucket(of: unit.start(of: bucket).advanced(byMilliseconds: -1)) == bucket - 1)
    }
    let earliest = StatisticsUnit.day.bucket(of: DateText.earliest)
    #expect(earliest < 0 && StatisticsUnit.day.start(of: earliest) == DateText.earliest)
  }
}
