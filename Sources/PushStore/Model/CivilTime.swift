/// A date and time of day as read from a wall calendar (proleptic Gregorian), without a zone. Years 1 to 9999.
public struct CivilTime: Hashable, Sendable {
  public var year: Int
  /// 1–12.
  public var month: Int
  /// 1–31.
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int
  public var millisecond: Int

  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// What a calendar and clock show at a moment.
  /// - Parameter offsetSeconds: seconds east of UTC.
  public init(_ timestamp: Timestamp, offsetSeconds: Int) {
    // The offset is added to the time of day, so that no moment overflows.
    let (days, time) = Self.floored(timestamp.milliseconds, by: Self.millisecondsPerDay)
    let (extraDays, shifted) = Self.floored(time + Int64(offsetSeconds) * 1_000, by: Self.millisecondsPerDay)
    let milliseconds = Int(shifted)
    (year, month, day) = Self.date(daysFromEpoch: Int(days + extraDays))
    hour = milliseconds / 3_600_000
    minute = milliseconds / 60_000 % 60
    second = milliseconds / 1_000 % 60
    millisecond = milliseconds % 1_000
  }

  /// The moment at which a clock with this offset shows these values, which must be valid.
  /// - Parameter offsetSeconds: seconds east of UTC.
  public func timestamp(offsetSeconds: Int) -> Timestamp {
    let seconds = daysFromEpoch * 86_400 + hour * 3_600 + minute * 60 + second - offsetSeconds
    return Timestamp(milliseconds: Int64(seconds) * 1_000 + Int64(millisecond))
  }

  /// Whether the day exists, the time is between 00:00 and 23:59:59.999, and the year is one of 1 to 9999.
  public var isValid: Bool {
    1...9_999 ~= year && 1...12 ~= month && 1...Self.daysInMonth(year: year, month: month) ~= day
      && 0...23 ~= hour && 0...59 ~= minute && 0...59 ~= second && 0...999 ~= millisecond
  }

  /// 0 = Sunday … 6 = Saturday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    let day = (daysFromEpoch + 4) % 7
    return day < 0 ? day + 7 : day
  }

  /// The same day and time some months later (or earlier, negative); a day that month lacks becomes its last.
  public func adding(months: Int) -> CivilTime {
    let (years, month) = Self.floored(Int64(month - 1 + months), by: 12)
    var result = self
    result.year += Int(years)
    result.month = Int(month) + 1
    result.day = min(day, Self.daysInMonth(year: result.year, month: result.month))
    return result
  }

  /// The same time some days later (or earlier, negative).
  public func adding(days: Int) -> CivilTime {
    var result = self
    (result.year, result.month, result.day) = Self.date(daysFromEpoch: daysFromEpoch + days)
    return result
  }

  /// - Parameter month: 1–12.
  public static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension CivilTime: Comparable {
  public static func < (a: CivilTime, b: CivilTime) -> Bool {
    (a.year, a.month, a.day) != (b.year, b.month, b.day)
      ? (a.year, a.month, a.day) < (b.year, b.month, b.day)
      : (a.hour, a.minute, a.second, a.millisecond) < (b.hour, b.minute, b.second, b.millisecond)
  }
}

extension CivilTime {
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// Days since 1970-01-01, negative before it.
  public var daysFromEpoch: Int {
    // Years begin in March, so that the leap day is a year's last; eras are of 400 years (146,097 days).
    // Method: Howard Hinnant, "chrono-compatible low-level date algorithms".
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func date(daysFromEpoch days: Int) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Quotient rounded down, and the remainder that is never negative.
  private static func floored(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
