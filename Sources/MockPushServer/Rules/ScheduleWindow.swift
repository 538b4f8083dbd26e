import PushStore

/// When something may be scheduled (contract 22, R76, R77): later than now, and no later than 23:59 of the 60th day after today, in `Asia/Seoul`.
struct ScheduleWindow: Sendable {
  static let days = 60

  /// Clock and calendar of Asia/Seoul.
  let now: CivilTime
  /// The last minute inside.
  let last: CivilTime

  init(now: Timestamp) {
    self.now = CivilTime(now, offsetSeconds: 32_400)
    let day = self.now.adding(days: Self.days)
    last = CivilTime(year: day.year, month: day.month, day: day.day, hour: 23, minute: 59)
  }

  /// A time equal to now is past.
  func isPast(_ time: CivilTime) -> Bool { time <= now }

  func isTooFar(_ time: CivilTime) -> Bool { time > last }
}
