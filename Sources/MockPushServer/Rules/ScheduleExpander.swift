import PushStore

/// Makes delivery times from days and times of day (contract 22, R76). All of it is clock and calendar of `Asia/Seoul`.
struct ScheduleExpander: Equatable, Sendable {
  enum Days: Equatable, Sendable {
    case every
    /// 0 = Sunday … 6 = Saturday.
    case ofWeek(Set<Int>)
    /// 1–31; one that a month lacks is skipped there.
    case ofMonth(Set<Int>)
  }

  var days: Days
  /// The first date, at 00:00.
  var from: CivilTime
  /// The last date, included, at 00:00.
  var to: CivilTime
  /// Minutes after midnight.
  var minutes: Set<Int>

  /// What lies in the schedule window, ascending, without repeats. However long from `from` to `to` is, only the window's 61 days are looked at.
  func times(now: Timestamp) -> [CivilTime] {
    let window = ScheduleWindow(now: now)
    let minutes = minutes.sorted()
    var times: [CivilTime] = []
    var day = max(from, CivilTime(year: window.now.year, month: window.now.month, day: window.now.day))
    let last = min(to, window.last)
    while day <= last {
      if includes(day) {
        for minute in minutes {
          let time = CivilTime(year: day.year, month: day.month, day: day.day, hour: minute / 60, minute: minute % 60)
          if !window.isPast(time) { times.append(time) }
        }
      }
      day = day.adding(days: 1)
    }
    return times
  }

  private func includes(_ day: CivilTime) -> Bool {
    switch days {
    case .every: true
    case .ofWeek(let weekdays): weekdays.contains(day.weekday)
    case .ofMonth(let numbers): numbers.contains(day.day)
    }
  }
}
