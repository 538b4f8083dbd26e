import PushStore
import Testing

@testable import MockPushServer

@Suite struct ReservationSchedulesTests {
  private static let zones = [
    "Asia/Seoul", "Asia/Kolkata", "Asia/Kathmandu", "America/New_York", "America/St_Johns", "America/Sao_Paulo", "Australia/Lord_Howe",
    "Pacific/Chatham", "Pacific/Kiritimati", "Etc/GMT+12", "Africa/Cairo", "Africa/Casablanca", "Europe/Dublin", "America/Nuuk", "UTC",
  ]

  /// Many times cost little each; each must come out as it does alone. Twice an hour over two months, in which most clocks change.
  @Test(arguments: [(2026, 2), (2026, 3), (2026, 9), (2026, 10)]) func manyTimesComeOutAsEachAlone(year: Int, month: Int) throws {
    let first = CivilTime(year: year, month: month, day: 10)
    let times = (0..<61 * 48).map { half in
      var time = first.adding(days: half / 48)
      (time.hour, time.minute) = (half % 48 / 2, half % 2 * 30)
      return time
    }
    let now = Timestamp(milliseconds: 0)
    for zone in Self.zones {
      let alone = try times.map { time in
        let local = try #require(LocalTime(time, zone: zone))
        return NewSchedule(deliverAt: local.moment, offsetMinutes: local.offsetMinutes, isLocal: true)
      }
      let wrong = Set(ReservationSchedules.local(times, zones: [zone], now: now)).symmetricDifference(alone).count
      #expect(wrong == 0, "\(zone)")
    }
  }

  @Test func equalOffsetsAreOneScheduleAndOrderIsByInstant() throws {
    let times = try ["2026-03-03T09:00", "2026-03-03T10:00"].map { try #require(DateText.parseLocalMinute($0)) }
    let now = try #require(DateText.parse("2026-03-03T09:00+11:00"))
    let made = ReservationSchedules.local(times, zones: ["Asia/Seoul", "Asia/Tokyo", "Asia/Pyongyang", "Australia/Lord_Howe", "no zone"], now: now)
    #expect(made.map { "\(DateText.iso($0.deliverAt).prefix(16)) \($0.offsetMinutes)" } == [
      "2026-03-03T08:00 660", "2026-03-03T09:00 540", "2026-03-03T10:00 540",
    ], "09:00 at +11:00 is now, so it has passed")
  }
}
