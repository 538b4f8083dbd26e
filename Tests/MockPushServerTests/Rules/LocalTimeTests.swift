import PushStore
import Testing

@testable import MockPushServer

@Suite struct LocalTimeTests {
  private static func local(_ text: String, _ zone: String) throws -> LocalTime? {
    LocalTime(try #require(DateText.parseLocalMinute(text)), zone: zone)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let zone: String
    let time: String
    /// Minutes east of UTC.
    let offset: Int
    let moment: String
    var testDescription: String { "\(zone) \(time)" }

    init(_ zone: String, _ time: String, _ offset: Int, _ moment: String) {
      (self.zone, self.time, self.offset, self.moment) = (zone, time, offset, moment)
    }
  }

  static let rows: [Row] = [
    Row("Asia/Seoul", "2026-03-02T09:15", 540, "2026-03-02T00:15Z"), Row("Asia/Kolkata", "2026-03-02T00:00", 330, "2026-03-01T18:30Z"),
    Row("Asia/Kathmandu", "2026-03-02T09:15", 345, "2026-03-02T03:30Z"), Row("Pacific/Kiritimati", "2026-03-02T09:15", 840, "2026-03-01T19:15Z"),
    Row("Etc/GMT+12", "2026-03-02T23:59", -720, "2026-03-03T11:59Z"), Row("UTC", "2026-03-02T09:15", 0, "2026-03-02T09:15Z"),
    Row("Pacific/Chatham", "2026-12-31T23:59", 825, "2026-12-31T10:14Z"), Row("Pacific/Chatham", "2026-01-01T00:00", 825, "2025-12-31T10:15Z"),
    // 02:00 to 02:59 are skipped: EST, the offset before, holds.
    Row("America/New_York", "2026-03-08T01:59", -300, "2026-03-08T06:59Z"), Row("America/New_York", "2026-03-08T02:00", -300, "2026-03-08T07:00Z"),
    Row("America/New_York", "2026-03-08T02:30", -300, "2026-03-08T07:30Z"), Row("America/New_York", "2026-03-08T02:59", -300, "2026-03-08T07:59Z"),
    Row("America/New_York", "2026-03-08T03:00", -240, "2026-03-08T07:00Z"),
    // 01:00 to 01:59 come twice: EDT, the offset before, holds.
    Row("America/New_York", "2026-11-01T00:59", -240, "2026-11-01T04:59Z"), Row("America/New_York", "2026-11-01T01:00", -240, "2026-11-01T05:00Z"),
    Row("America/New_York", "2026-11-01T01:30", -240, "2026-11-01T05:30Z"), Row("America/New_York", "2026-11-01T01:59", -240, "2026-11-01T05:59Z"),
    Row("America/New_York", "2026-11-01T02:00", -300, "2026-11-01T07:00Z"),
    // Half an hour: clocks go from 02:00 to 01:30, and from 02:00 to 02:30.
    Row("Australia/Lord_Howe", "2026-04-05T01:29", 660, "2026-04-04T14:29Z"),
    Row("Australia/Lord_Howe", "2026-04-05T01:30", 660, "2026-04-04T14:30Z"),
    Row("Australia/Lord_Howe", "2026-04-05T01:59", 660, "2026-04-04T14:59Z"),
    Row("Australia/Lord_Howe", "2026-04-05T02:00", 630, "2026-04-04T15:30Z"),
    Row("Australia/Lord_Howe", "2026-10-04T01:59", 630, "2026-10-03T15:29Z"),
    Row("Australia/Lord_Howe", "2026-10-04T02:00", 630, "2026-10-03T15:30Z"),
    Row("Australia/Lord_Howe", "2026-10-04T02:29", 630, "2026-10-03T15:59Z"),
    Row("Australia/Lord_Howe", "2026-10-04T02:30", 660, "2026-10-03T15:30Z"),
    Row("America/St_Johns", "2026-03-08T02:15", -210, "2026-03-08T05:45Z"), Row("America/St_Johns", "2026-03-08T03:00", -150, "2026-03-08T05:30Z"),
    Row("America/St_Johns", "2026-11-01T01:15", -150, "2026-11-01T03:45Z"), Row("America/St_Johns", "2026-11-01T02:00", -210, "2026-11-01T05:30Z"),
    // Change at midnight: the hour before it comes twice.
    Row("Africa/Cairo", "2026-10-29T22:59", 180, "2026-10-29T19:59Z"), Row("Africa/Cairo", "2026-10-29T23:30", 180, "2026-10-29T20:30Z"),
    Row("Africa/Cairo", "2026-10-30T00:00", 120, "2026-10-29T22:00Z"), Row("Africa/Cairo", "2026-04-24T00:30", 120, "2026-04-23T22:30Z"),
    Row("America/Nuuk", "2026-03-28T23:30", -120, "2026-03-29T01:30Z"),
    Row("Europe/Dublin", "2026-03-29T01:30", 0, "2026-03-29T01:30Z"), Row("Europe/Dublin", "2026-10-25T01:30", 60, "2026-10-25T00:30Z"),
    // Beyond every table, by the rule alone.
    Row("America/New_York", "2100-03-14T02:30", -300, "2100-03-14T07:30Z"), Row("America/New_York", "2100-11-07T01:30", -240, "2100-11-07T05:30Z"),
    Row("Asia/Seoul", "9999-12-31T23:59", 540, "9999-12-31T14:59Z"), Row("America/New_York", "9999-11-07T02:00", -300, "9999-11-07T07:00Z"),
  ]

  @Test(arguments: rows) func clocksNotYetChangedDecide(_ row: Row) throws {
    let local = try #require(try Self.local(row.time, row.zone))
    #expect(local.offsetMinutes == row.offset)
    #expect(local.offsetSeconds == row.offset * 60)
    #expect(local.moment == DateText.parse(row.moment))
  }

  /// A machine without IANA files has only the present rules.
  @Test(arguments: rows) func presentRulesAloneGiveTheSame(_ row: Row) throws {
    let entry = try #require(TimeZoneName.list.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix(row.zone + "|") })
    let rule = try #require(ZoneRule(entry.dropFirst(row.zone.count + 1)))
    let local = LocalTime(try #require(DateText.parseLocalMinute(row.time)), ZoneData(rule: rule))
    #expect(local.offsetSeconds == row.offset * 60)
    #expect(local.moment == DateText.parse(row.moment))
  }

  /// Of changes that only the machine's files know. Seconds east of UTC.
  @Test(arguments: [
    // Ramadan of 2026: Morocco is on GMT from 15 February to 22 March.
    ("Africa/Casablanca", "2026-02-15T02:30", 3_600, "2026-02-15T01:30Z"), ("Africa/Casablanca", "2026-02-15T03:00", 0, "2026-02-15T03:00Z"),
    ("Africa/Casablanca", "2026-03-22T02:30", 0, "2026-03-22T02:30Z"), ("Africa/Casablanca", "2026-03-22T03:00", 3_600, "2026-03-22T02:00Z"),
    // Samoa left out 30 December 2011.
    ("Pacific/Apia", "2011-12-29T23:59", -36_000, "2011-12-30T09:59Z"), ("Pacific/Apia", "2011-12-30T00:00", -36_000, "2011-12-30T10:00Z"),
    ("Pacific/Apia", "2011-12-30T23:59", -36_000, "2011-12-31T09:59Z"), ("Pacific/Apia", "2011-12-31T00:00", 50_400, "2011-12-30T10:00Z"),
    // Local mean time, in seconds; Alaska had a day twice when it became American.
    ("Asia/Seoul", "1908-03-31T23:59", 30_472, "1908-03-31T15:31:08Z"), ("Asia/Seoul", "1908-04-01T00:02", 30_472, "1908-03-31T15:34:08Z"),
    ("Asia/Seoul", "1908-04-01T00:03", 30_600, "1908-03-31T15:33Z"), ("America/Juneau", "1867-10-18T15:33", 54_139, "1867-10-18T00:30:41Z"),
    ("America/Juneau", "1867-10-19T15:33", 54_139, "1867-10-19T00:30:41Z"), ("America/Juneau", "1867-10-19T15:34", -32_261, "1867-10-20T00:31:41Z"),
    ("America/Sao_Paulo", "2018-11-04T00:30", -10_800, "2018-11-04T03:30Z"), ("Asia/Seoul", "1988-05-08T02:30", 32_400, "1988-05-07T17:30Z"),
    ("Asia/Seoul", "0001-01-02T00:00", 30_472, "0001-01-01T15:32:08Z"),
  ])
  func pastChangesCountToo(zone: String, time: String, offset: Int, moment: String) throws {
    let local = try #require(try Self.local(time, zone))
    #expect(local.offsetSeconds == offset)
    #expect(local.moment == DateText.parse(moment))
  }

  @Test(arguments: [(30_472, 507), (-32_261, -538), (54_139, 902), (-3_600, -60), (0, 0), (-59, -1), (59, 0)])
  func offsetsInMinutesAreCutDown(seconds: Int, minutes: Int) throws {
    let local = LocalTime(CivilTime(year: 2026, month: 3, day: 2), ZoneData(rule: ZoneRule(standard: seconds)))
    #expect(local.offsetMinutes == minutes)
  }

  @Test(arguments: ["KST", "", "GMT+9", "../Asia/Seoul"]) func unknownZonesHaveNoTime(zone: String) throws {
    #expect(try Self.local("2026-03-02T09:15", zone) == nil)
  }

  /// Around every change of 2026 in every zone: at the moment found the clocks show the time; if they never do, they were changed since
  /// the offset's time; and no earlier moment shows it.
  @Test func everyZoneAgreesWithItsClocks() throws {
    let newYear = CivilTime(year: 2026, month: 1, day: 1).timestamp(offsetSeconds: 0)
    var (changes, skipped, wrong) = (0, 0, [String]())
    for entry in TimeZoneName.list.split(whereSeparator: \.isWhitespace) {
      let name = String(entry.prefix { $0 != "|" })
      let zone = try #require(TimeZoneName.data(of: name))
      for change in zone.changes(after: newYear, upTo: newYear.advanced(byMilliseconds: 365 * 86_400_000)) {
        changes += 1
        let before = zone.offset(at: change.advanced(byMilliseconds: -1))
        for minutes in stride(from: Int64(-180), to: 180, by: 10) {
          let time = CivilTime(change.advanced(byMilliseconds: minutes * 60_000), offsetSeconds: before)
          let local = LocalTime(time, zone)
          if CivilTime(local.moment, offsetSeconds: zone.offset(at: local.moment)) != time {
            skipped += 1
            if local.offsetSeconds != before || local.moment < change { wrong.append("\(name) \(DateText.localMinute(time))") }
          }
          for earlier in [30, 60, 120].map({ local.moment.advanced(byMilliseconds: -$0 * 60_000) })
          where CivilTime(earlier, offsetSeconds: zone.offset(at: earlier)) == time {
            wrong.append("\(name) \(DateText.localMinute(time)), earlier")
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(10))")
    #expect(changes > 300 && skipped > 900, "the test saw changes at all")
  }
}
