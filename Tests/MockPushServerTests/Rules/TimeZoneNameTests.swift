import PushStore
import Testing

@testable import MockPushServer

@Suite struct TimeZoneNameTests {
  @Test(arguments: [
    "Asia/Seoul", "Asia/Tokyo", "America/New_York", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "Asia/Kolkata", "Asia/Saigon",
    "US/Pacific", "ROK", "GMT", "UTC", "Etc/UTC",
    "Etc/GMT+9", "Etc/GMT-14", "GMT0", "GMT+0", "EST", "EST5EDT", "CET", "Zulu", "W-SU", "Europe/Kyiv", "Europe/Kiev",
    "America/Port-au-Prince", "Antarctica/DumontDUrville", "Africa/Abidjan",
  ])
  func ianaNamesAreKnown(name: String) {
    #expect(TimeZoneName.isKnown(name))
  }

  @Test(arguments: [
    "", " ", "KST", "PST", "JST", "GMT+9", "GMT+09:00", "UTC+9", "+09:00", "asia/seoul", "ASIA/SEOUL", "Asia/seoul", " Asia/Seoul",
    "Asia/Seoul ", "Asia/Seoul\n", "Asia/", "Asia", "/Asia/Seoul",
    "Asia//Seoul", "../zoneinfo/Asia/Seoul", "posix/Asia/Seoul", "right/UTC", "localtime", "posixrules", "tzdata.zi", "Factory",
    "Etc/GMT+13", "Asia/Seoul\0", "Asia/\u{212a}olkata", "KST-9", "Asia/Seoul|KST-9",
  ])
  func otherNamesAreUnknown(name: String) {
    #expect(!TimeZoneName.isKnown(name))
    #expect(TimeZoneName.offsetSeconds(zone: name, at: Timestamp(milliseconds: 0)) == nil)
  }

  private static let offsets: [(String, String, Int)] = [
    ("Asia/Seoul", "2026-03-02T00:00Z", 540), ("ROK", "2026-03-02T00:00Z", 540), ("UTC", "2026-07-01T00:00Z", 0),
    ("GMT", "2026-07-01T00:00Z", 0), ("Etc/GMT+9", "2026-07-01T00:00Z", -540),
    ("Asia/Kathmandu", "2026-07-01T00:00Z", 345), ("Asia/Calcutta", "2026-07-01T00:00Z", 330), ("America/St_Johns", "2026-01-01T00:00Z", -210),
    ("America/New_York", "2026-03-08T06:59:59.999Z", -300), ("America/New_York", "2026-03-08T07:00Z", -240),
    ("America/New_York", "2026-11-01T05:59:59.999Z", -240), ("America/New_York", "2026-11-01T06:00Z", -300),
    ("US/Pacific", "2026-03-08T10:00Z", -420), ("Europe/London", "2026-03-29T00:59:59Z", 0), ("Europe/London", "2026-03-29T01:00Z", 60),
    ("Europe/London", "2026-10-25T01:00Z", 0),
    ("Europe/Dublin", "2026-01-01T00:00Z", 0), ("Europe/Dublin", "2026-07-01T00:00Z", 60), ("Australia/Sydney", "2026-01-01T00:00Z", 660),
    ("Australia/Sydney", "2026-04-04T15:59Z", 660),
    ("Australia/Sydney", "2026-04-04T16:00Z", 600), ("Australia/Sydney", "2026-12-31T23:00Z", 660),
    ("Pacific/Auckland", "2026-01-01T00:00Z", 780), ("Pacific/Chatham", "2026-01-01T00:00Z", 825),
    ("Australia/Lord_Howe", "2026-01-01T00:00Z", 660), ("Australia/Lord_Howe", "2026-07-01T00:00Z", 630),
    ("America/Nuuk", "2026-03-28T23:59Z", -120), ("America/Nuuk", "2026-03-29T01:00Z", -60),
    ("America/New_York", "2050-07-01T00:00Z", -240), ("America/New_York", "9998-01-01T00:00Z", -300),
    ("Africa/Cairo", "2026-10-29T20:59Z", 180), ("Africa/Cairo", "2026-10-29T21:00Z", 120),
  ]

  @Test(arguments: offsets)
  func offsetsFollowTheZone(zone: String, moment: String, minutes: Int) throws {
    let moment = try #require(DateText.parse(moment))
    #expect(TimeZoneName.offsetSeconds(zone: zone, at: moment) == minutes * 60)
    #expect(TimeZoneName.offsetSeconds(zone: zone, at: moment) == minutes * 60)
  }

  /// What a machine without IANA files answers.
  @Test(arguments: offsets)
  func presentRulesAloneGiveTheSame(zone: String, moment: String, minutes: Int) throws {
    let moment = try #require(DateText.parse(moment))
    let entry = try #require(TimeZoneName.list.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix(zone + "|") })
    let rule = try #require(ZoneRule(entry.dropFirst(zone.count + 1)))
    #expect(ZoneData(rule: rule).offset(at: moment) == minutes * 60)
    #expect(ZoneData(name: zone, directory: "/nonexistent") == nil)
  }

  @Test(arguments: [
    ("Asia/Seoul", "1987-07-01T00:00Z", 600), ("Asia/Seoul", "1900-01-01T00:00Z", 8 * 60 + 27), ("Europe/Moscow", "2012-01-01T00:00Z", 240),
    ("America/Sao_Paulo", "2018-12-01T00:00Z", -120),
    ("Africa/Casablanca", "2026-03-01T00:00Z", 0),
  ])
  func pastChangesAndYearlyTablesComeFromTheMachinesFiles(zone: String, moment: String, minutes: Int) throws {
    let moment = try #require(DateText.parse(moment))
    let offset = try #require(ZoneData(name: zone, directory: ZoneData.directory)).offset(at: moment)
    #expect(offset / 60 == minutes)
  }

  @Test func everyListedNameHasAReadableRule() {
    let entries = TimeZoneName.list.split(whereSeparator: \.isWhitespace)
    #expect(entries.count > 590)
    for entry in entries {
      let parts = entry.split(separator: "|", omittingEmptySubsequences: false)
      #expect(parts.count == 2 && ZoneRule(parts[1]) != nil && TimeZoneName.isKnown(String(parts[0])), "\(entry)")
    }
  }
}
