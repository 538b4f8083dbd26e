import PushStore
import Testing

@testable import MockPushServer

private func moment(_ text: String) -> Timestamp { DateText.parse(text)! }

@Suite struct GuideCalendarTests {
  @Test("contract 16.4: the day a month lacks is its last", arguments: [
    (1, "2026-03-01T08:59:59.999+09:00", "2026-03-01T09:00:00.000+09:00"), (1, "2026-03-01T09:00:00.000+09:00", "2026-04-01T09:00:00.000+09:00"),
    (31, "2026-01-31T09:00:00.000+09:00", "2026-02-28T09:00:00.000+09:00"), (31, "2026-02-28T09:00:00.000+09:00", "2026-03-31T09:00:00.000+09:00"),
    (31, "2026-03-31T09:00:00.000+09:00", "2026-04-30T09:00:00.000+09:00"), (29, "2028-01-31T00:00:00.000+09:00", "2028-02-29T09:00:00.000+09:00"),
    (30, "2028-01-31T00:00:00.000+09:00", "2028-02-29T09:00:00.000+09:00"), (15, "2026-12-15T09:00:00.000+09:00", "2027-01-15T09:00:00.000+09:00"),
    // Already the 1st in Seoul.
    (1, "2026-02-28T15:00:00.000Z", "2026-03-01T09:00:00.000+09:00"),
  ])
  func runs(day: Int, after: String, next: String) {
    let calendar = GuideCalendar(day: day, hour: 9, minute: 0)
    #expect(calendar.first(after: moment(after)) == moment(next))
    #expect(calendar.last(upTo: moment(next)) == moment(next))
    #expect(calendar.last(upTo: moment(next).advanced(byMilliseconds: -1)) <= moment(after))
  }

  @Test func thereIsNoRunAfterTheYear9999() {
    let calendar = GuideCalendar(day: 31, hour: 23, minute: 59)
    #expect(calendar.first(after: moment("9999-11-30T23:59:00+09:00")) == moment("9999-12-31T23:59:00+09:00"))
    #expect(calendar.first(after: moment("9999-12-31T23:59:00+09:00")) == nil)
  }

  @Test("contract 16.4: two full years, in Seoul", arguments: [
    ("2024-03-02T09:15:00.000+09:00", "2026-03-02T09:15:00.000+09:00"), ("2024-02-29T00:00:00.000+09:00", "2026-02-28T00:00:00.000+09:00"),
    ("2024-02-28T23:59:59.999+09:00", "2026-02-28T23:59:59.999+09:00"), ("2026-02-28T12:00:00.000+09:00", "2028-02-28T12:00:00.000+09:00"),
    // 1 March in Seoul.
    ("2024-02-29T15:00:00.000Z", "2026-03-01T00:00:00.000+09:00"),
  ])
  func anniversaries(agreed: String, day: String) {
    #expect(ConsentWindow.anniversary(of: moment(agreed)) == moment(day))
  }

  @Test("contract 16.4: (previous run, this run]", arguments: [
    // The first run reaches back a month; the 31st of April is the 30th.
    ("2026-03-15T00:00:00+09:00", nil, 31, "2026-03-31T10:00:00+09:00", "2026-02-28T10:00:00+09:00"),
    ("2026-03-15T00:00:00+09:00", nil, 31, "2026-04-30T10:00:00+09:00", "2026-03-31T10:00:00+09:00"),
    ("2026-04-15T00:00:00+09:00", nil, 31, "2026-04-30T10:00:00+09:00", "2026-03-30T10:00:00+09:00"),
    // Runs that were passed over are runs.
    ("2026-03-15T00:00:00+09:00", nil, 1, "2031-07-01T10:00:00+09:00", "2031-06-01T10:00:00+09:00"),
    // The day was changed on 20 March, after the run of the 10th.
    ("2026-03-20T00:00:00+09:00", "2026-03-10T10:00:00+09:00", 5, "2026-04-05T10:00:00+09:00", "2026-03-10T10:00:00+09:00"),
    ("2026-03-20T00:00:00+09:00", "2026-03-10T10:00:00+09:00", 25, "2026-03-25T10:00:00+09:00", "2026-03-10T10:00:00+09:00"),
    ("2026-03-20T00:00:00+09:00", "2026-04-05T10:00:00+09:00", 5, "2026-05-05T10:00:00+09:00", "2026-04-05T10:00:00+09:00"),
  ] as [(String, String?, Int, String, String)])
  func windows(since: String, last: String?, day: Int, run: String, previous: String) {
    let series = GuideSeries(day: day, hour: 10, minute: 0, since: moment(since), lastRun: last.map(moment))
    #expect(series.window(of: moment(run)) == ConsentWindow(previousRun: moment(previous), run: moment(run)))
  }

  @Test func bordersOfAWindow() {
    let window = ConsentWindow(previousRun: moment("2026-02-28T10:00:00+09:00"), run: moment("2026-03-31T10:00:00+09:00"))
    let agreed = ["2024-02-28T10:00:00.000+09:00", "2024-02-28T10:00:00.001+09:00", "2024-02-29T10:00:00.000+09:00", "2024-02-29T10:00:00.001+09:00",
      "2024-03-31T10:00:00.000+09:00", "2024-03-31T10:00:00.001+09:00"]
    #expect(agreed.map { window.contains(moment($0)) } == [false, true, false, true, true, false])
  }

  /// By brute force over each hour around the ends of February: nothing outside the range is contained, and no anniversary comes before the earliest.
  @Test(arguments: [2024, 2025, 2026, 2028]) func theRangeLeavesNobodyOut(year: Int) {
    let hour: Int64 = 3_600_000
    let start = CivilTime(year: year, month: 2, day: 20).timestamp(offsetSeconds: DateText.seoulOffset)
    let consents = (0..<24 * 20).map { start.advanced(byMilliseconds: Int64($0) * hour + 1_800_000) }
    for runs in 0..<24 * 16 {
      let run = CivilTime(year: year + 2, month: 2, day: 22).timestamp(offsetSeconds: DateText.seoulOffset).advanced(byMilliseconds: Int64(runs) * hour)
      let window = ConsentWindow(previousRun: run.advanced(byMilliseconds: -30 * hour), run: run)
      #expect(consents.allSatisfy { window.range.contains($0) || !window.contains($0) })
    }
    for (index, consent) in consents.enumerated() {
      #expect(consents[index...].allSatisfy { ConsentWindow.anniversary(of: $0) >= ConsentWindow.earliestAnniversary(from: consent) })
    }
  }

  @Test func runsUpToAMomentAreDone() {
    let series = GuideSeries(day: 1, hour: 10, minute: 0, since: moment("2026-03-15T00:00:00+09:00"))
    #expect(series.done(upTo: moment("2026-03-31T00:00:00+09:00")) == series, "the run of 1 March was before the guide")
    let done = series.done(upTo: moment("2026-06-01T10:00:00+09:00"))
    #expect(done.lastRun == moment("2026-06-01T10:00:00+09:00") && done.nextRun == moment("2026-07-01T10:00:00+09:00"))
    #expect(done.done(upTo: moment("2026-05-01T10:00:00+09:00")) == done, "what is done stays so")
  }
}
