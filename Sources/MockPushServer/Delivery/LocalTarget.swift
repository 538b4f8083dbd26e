import PushStore

/// Whom a schedule in local time is for: tokens whose own clocks show the written time at its instant (contract 23.2).
struct LocalTarget: Sendable, Equatable {
  let written: CivilTime
  /// East of UTC.
  let offsetMinutes: Int

  /// Nil for a schedule that is for everybody.
  init?(_ schedule: Schedule) {
    guard schedule.isLocal else { return nil }
    written = CivilTime(schedule.deliverAt, offsetSeconds: schedule.offsetMinutes * 60)
    offsetMinutes = schedule.offsetMinutes
  }

  func includes(zone: String) -> Bool {
    LocalTime(written, zone: zone)?.offsetMinutes == offsetMinutes
  }

  /// `UTC+09:00`.
  var offsetText: String {
    let minutes = abs(offsetMinutes)
    return "UTC\(offsetMinutes < 0 ? "-" : "+")\(DateText.timeOfDay(hour: minutes / 60, minute: minutes % 60))"
  }
}
