import PushStore

/// A zone's yearly rule in POSIX TZ form (RFC 9636 §3.3.1), such as `PST8PDT,M3.2.0,M11.1.0` or `<+0545>-5:45`.
struct ZoneRule: Sendable, Equatable {
  /// A change of the clock, in the local time that holds before it.
  struct Change: Sendable, Equatable {
    enum Day: Sendable, Equatable {
      /// `Mm.w.d`: weekday 0–6 (0 = Sunday) of week 1–5 of a month; 5 is the last.
      case weekday(month: Int, week: Int, weekday: Int)
      /// `Jn`: 1–365, 29 February is never counted.
      case dayWithoutLeap(Int)
      /// `n`: 0–365, 29 February is counted.
      case day(Int)
    }

    let day: Day
    /// Seconds after midnight; may be negative or beyond a day.
    var seconds = 7_200
  }

  struct Saving: Sendable, Equatable {
    let offset: Int
    let start: Change
    let end: Change
  }

  /// Seconds east of UTC.
  let standard: Int
  let saving: Saving?

  init(standard: Int, saving: Saving? = nil) {
    self.standard = standard
    self.saving = saving
  }

  /// Nil when the text is no such rule.
  init?(_ text: some StringProtocol) {
    var cursor = RuleCursor(bytes: Array(text.utf8))
    guard cursor.name(), let standard = cursor.seconds() else { return nil }
    self.standard = -standard
    if cursor.isAtEnd {
      saving = nil
      return
    }
    guard cursor.name() else { return nil }
    let offset = cursor.isAt(",") ? standard - 3_600 : cursor.seconds()
    guard let offset, let start = cursor.change(), let end = cursor.change(), cursor.isAtEnd else { return nil }
    saving = Saving(offset: -offset, start: start, end: end)
  }

  /// Seconds east of UTC.
  func offset(at moment: Timestamp) -> Int {
    guard let saving else { return standard }
    let (start, end) = bounds(of: saving, inYearOf: moment)
    // South of the equator the saving time runs over the new year.
    let isSaving = start < end ? start <= moment && moment < end : start <= moment || moment < end
    return isSaving ? saving.offset : standard
  }

  /// When the offset changes in the calendar year that holds a moment.
  func changes(inYearOf moment: Timestamp) -> [Timestamp] {
    guard let saving else { return [] }
    let (start, end) = bounds(of: saving, inYearOf: moment)
    return [start, end]
  }

  private func bounds(of saving: Saving, inYearOf moment: Timestamp) -> (start: Timestamp, end: Timestamp) {
    let year = CivilTime(moment, offsetSeconds: standard).year
    return (saving.start.moment(year: year, offset: standard), saving.end.moment(year: year, offset: saving.offset))
  }
}

extension ZoneRule.Change {
  /// - Parameter offset: seconds east of UTC before the change.
  func moment(year: Int, offset: Int) -> Timestamp {
    midnight(year: year).timestamp(offsetSeconds: offset).advanced(byMilliseconds: Int64(seconds) * 1_000)
  }

  private func midnight(year: Int) -> CivilTime {
    let newYear = CivilTime(year: year, month: 1, day: 1)
    switch day {
    case .day(let number):
      return newYear.adding(days: number)
    case .dayWithoutLeap(let number):
      return newYear.adding(days: number - 1 + (CivilTime.isLeap(year) && number > 59 ? 1 : 0))
    case .weekday(let month, let week, let weekday):
      let first = CivilTime(year: year, month: month, day: 1)
      let day = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
      return first.adding(days: day - 1 - (day > CivilTime.daysInMonth(year: year, month: month) ? 7 : 0))
    }
  }
}

private struct RuleCursor {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  func isAt(_ mark: Unicode.Scalar) -> Bool { position < bytes.count && bytes[position] == UInt8(ascii: mark) }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard isAt(mark) else { return false }
    position += 1
    return true
  }

  /// Letters, or anything in angle brackets; which letters is of no use here.
  mutating func name() -> Bool {
    let start = position
    if skip("<") {
      while !isAtEnd, !isAt(">") { position += 1 }
      return skip(">")
    }
    while position < bytes.count, (bytes[position] | 0x20) &- 0x61 < 26 { position += 1 }
    return position > start
  }

  mutating func number() -> Int? {
    let start = position
    var value = 0
    while position < bytes.count, position - start < 4, bytes[position] &- 0x30 < 10 {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }

  /// `[±]h[:mm[:ss]]`
  mutating func seconds() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number() else { return nil }
    var seconds = hours * 3_600
    for weight in [60, 1] where skip(":") {
      guard let part = number() else { return nil }
      seconds += part * weight
    }
    return isNegative ? -seconds : seconds
  }

  /// `,` day and `/time`.
  mutating func change() -> ZoneRule.Change? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return ZoneRule.Change(day: day) }
    return seconds().map { ZoneRule.Change(day: day, seconds: $0) }
  }

  private mutating func day() -> ZoneRule.Change.Day? {
    if skip("M") {
      guard let month = number(), skip("."), let week = number(), skip("."), let weekday = number(),
        1...12 ~= month, 1...5 ~= week, 0...6 ~= weekday else { return nil }
      return .weekday(month: month, week: week, weekday: weekday)
    }
    if skip("J") {
      return number().flatMap { 1...365 ~= $0 ? .dayWithoutLeap($0) : nil }
    }
    return number().flatMap { 0...365 ~= $0 ? .day($0) : nil }
  }
}
