import PushStore
import Testing

@testable import MockPushServer

@Suite struct NightWindowTests {
  @Test("contract 8.3", arguments: [
    ("2026-03-02T20:59:59.999+09:00", false), ("2026-03-02T21:00:00.000+09:00", true), ("2026-03-02T23:59:59.999+09:00", true),
    ("2026-03-03T00:00:00.000+09:00", true), ("2026-03-03T07:59:59.999+09:00", true), ("2026-03-03T08:00:00.000+09:00", false),
    ("2026-03-03T12:00:00.000+09:00", false),
  ])
  func bordersInSeoul(moment: String, isNight: Bool) throws {
    let moment = try #require(DateText.parse(moment))
    #expect(NightWindow.isNight(moment, zone: "Asia/Seoul") == isNight)
    #expect(NightWindow.isNight(moment, offsetSeconds: 32_400) == isNight)
  }

  @Test(arguments: [
    // Noon in Seoul is 22:00 or 23:00 in New York, by season; both are night there, 11:00 in Seoul is not in winter.
    ("2026-07-01T12:00+09:00", "America/New_York", true), ("2026-07-01T10:00+09:00", "America/New_York", true),
    ("2026-01-15T10:59+09:00", "America/New_York", false), ("2026-01-15T11:00+09:00", "America/New_York", true),
    ("2026-03-02T02:29:59.999Z", "Asia/Kolkata", true), ("2026-03-02T02:30Z", "Asia/Kolkata", false), ("2026-03-02T15:30Z", "Asia/Kolkata", true),
    ("1969-12-31T21:00Z", "UTC", true), ("1969-12-31T20:59Z", "UTC", false),
  ])
  func otherZones(moment: String, zone: String, isNight: Bool) throws {
    #expect(NightWindow.isNight(try #require(DateText.parse(moment)), zone: zone) == isNight)
  }

  @Test func unknownZoneHasNoNight() {
    #expect(NightWindow.isNight(Timestamp(milliseconds: 0), zone: "KST") == nil)
  }
}
