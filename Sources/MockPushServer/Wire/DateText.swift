import PushStore

/// The wire's date formats (contract 2.4). Output is always written at +09:00, whatever the server's own zone (R11).
///
/// ruling: years 0001 to 9999 at +09:00, the ones that four digits can say. Nothing else is accepted; a computed moment outside them
/// is written as the nearest one inside.
enum DateText {
  /// Asia/Seoul, which has known no other offset since 1988, in seconds east of UTC.
  static let seoulOffset = 32_400

  static let earliest = CivilTime(year: 1, month: 1, day: 1).timestamp(offsetSeconds: seoulOffset)
  static let latest = CivilTime(year: 9_999, month: 12, day: 31, hour: 23, minute: 59, second: 59, millisecond: 999)
    .timestamp(offsetSeconds: seoulOffset)

  /// Every v2.x datetime: `2026-03-02T09:15:00.000+09:00`.
  static func iso(_ timestamp: Timestamp) -> String {
    text(count: 29) { $0.iso(seoul(timestamp)) }
  }

  /// Appends what `iso` makes, without a String in between.
  static func appendISO(_ timestamp: Timestamp, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 29) { buffer in
      var digits = DateDigits(buffer: buffer)
      digits.iso(seoul(timestamp))
      bytes.append(contentsOf: buffer)
    }
  }

  /// v1.3, offset without colon: `2026-03-02T09:15:00.000+0900`.
  static func v13(_ timestamp: Timestamp) -> String {
    text(count: 28) {
      $0.dateTime(seoul(timestamp), separator: "T")
      $0.literal("+0900")
    }
  }

  /// `dateTime` of v2.0–v2.3 statistics, two fraction digits (cut): `2026-03-02 09:15:00.00+9:00`.
  static func statistics(_ timestamp: Timestamp) -> String {
    text(count: 27) {
      $0.dateTime(seoul(timestamp), separator: " ")
      $0.position -= 1
      $0.literal("+9:00")
    }
  }

  /// Schedule string: `2026-03-02T09:15`.
  static func localMinute(_ time: CivilTime) -> String {
    text(count: 16) {
      $0.day(time)
      $0.literal("T")
      $0.minute(time.hour, time.minute)
    }
  }

  /// `2026-03-02`.
  static func day(_ time: CivilTime) -> String {
    text(count: 10) { $0.day(time) }
  }

  /// `09:15`.
  static func timeOfDay(hour: Int, minute: Int) -> String {
    text(count: 5) { $0.minute(hour, minute) }
  }

  private static func seoul(_ timestamp: Timestamp) -> CivilTime {
    CivilTime(min(max(timestamp, earliest), latest), offsetSeconds: seoulOffset)
  }

  private static func text(count: Int, _ write: (inout DateDigits) -> Void) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      var digits = DateDigits(buffer: buffer)
      write(&digits)
      return count
    }
  }
}

/// Writes fixed-width fields one after the other. The buffer is as long as the format, and no value is wider than its field.
private struct DateDigits {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var position = 0

  mutating func iso(_ time: CivilTime) {
    dateTime(time, separator: "T")
    literal("+09:00")
  }

  mutating func dateTime(_ time: CivilTime, separator: StaticString) {
    day(time)
    literal(separator)
    minute(time.hour, time.minute)
    literal(":")
    number(time.second, width: 2)
    literal(".")
    number(time.millisecond, width: 3)
  }

  mutating func day(_ time: CivilTime) {
    number(time.year, width: 4)
    literal("-")
    number(time.month, width: 2)
    literal("-")
    number(time.day, width: 2)
  }

  mutating func minute(_ hour: Int, _ minute: Int) {
    number(hour, width: 2)
    literal(":")
    number(minute, width: 2)
  }

  @inline(__always)
  mutating func number(_ value: Int, width: Int) {
    var rest = UInt32(truncatingIfNeeded: value)
    var place = position + width
    position = place
    for _ in 0..<width {
      place -= 1
      buffer[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  @inline(__always)
  mutating func literal(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
      for byte in bytes {
        buffer[position] = byte
        position += 1
      }
    }
  }
}
