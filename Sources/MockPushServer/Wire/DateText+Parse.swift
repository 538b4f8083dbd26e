import PushStore

/// A datetime as the caller wrote it.
struct ParsedDate: Equatable, Sendable {
  let timestamp: Timestamp
  /// Seconds and milliseconds are zero or missing: as a `to` it means the whole minute (contract 2.4).
  let wholeMinute: Bool
}

extension DateText {
  /// Reads an input datetime; nil when its format is not one of contract 2.4 and F4, or when there is no such moment.
  ///
  /// `YYYY-MM-DDThh:mm[:ss[.fraction]]` and an offset `Z`, `±hh:mm` or `±hhmm` up to ±18:59. Fractions are cut to milliseconds.
  /// ruling: `T` and `Z` are capitals and the fraction follows a point, as every example has it; what ISO 8601 allows besides is refused,
  /// so that a client does not rely on it.
  static func parse(_ text: some StringProtocol) -> Timestamp? {
    parseDate(text)?.timestamp
  }

  /// As `parse`, with what the whole-minute rule needs to know.
  static func parseDate(_ text: some StringProtocol) -> ParsedDate? {
    read(text) { cursor in
      guard var time = cursor.day(), cursor.skip("T"), cursor.time(into: &time), cursor.seconds(into: &time),
        let offset = cursor.offset(), time.isValid else { return nil }
      let timestamp = time.timestamp(offsetSeconds: offset)
      guard earliest...latest ~= timestamp else { return nil }
      return ParsedDate(timestamp: timestamp, wholeMinute: time.second == 0 && time.millisecond == 0)
    }
  }

  /// Reads a schedule string, `YYYY-MM-DDThh:mm`.
  static func parseLocalMinute(_ text: some StringProtocol) -> CivilTime? {
    read(text) { cursor in
      guard var time = cursor.day(), cursor.skip("T"), cursor.time(into: &time), time.isValid else { return nil }
      return time
    }
  }

  /// Reads `YYYY-MM-DD`; the time of the result is 00:00.
  static func parseDay(_ text: some StringProtocol) -> CivilTime? {
    read(text) { cursor in
      guard let time = cursor.day(), time.isValid else { return nil }
      return time
    }
  }

  /// Reads `hh:mm`, 00:00 to 23:59.
  static func parseTimeOfDay(_ text: some StringProtocol) -> (hour: Int, minute: Int)? {
    read(text) { cursor in
      var time = CivilTime(year: 1, month: 1, day: 1)
      guard cursor.time(into: &time), time.isValid else { return nil }
      return (time.hour, time.minute)
    }
  }

  /// Nothing may be left behind the format.
  private static func read<Value>(_ text: some StringProtocol, _ body: (inout DateCursor) -> Value?) -> Value? {
    let run = { (buffer: UnsafeBufferPointer<UInt8>) -> Value? in
      var cursor = DateCursor(bytes: buffer)
      guard let value = body(&cursor), cursor.position == buffer.count else { return nil }
      return value
    }
    if let value = text.utf8.withContiguousStorageIfAvailable(run) { return value }
    return Array(text.utf8).withUnsafeBufferPointer(run)
  }
}

private struct DateCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  mutating func day() -> CivilTime? {
    guard let year = number(width: 4), skip("-"), let month = number(width: 2), skip("-"), let day = number(width: 2) else { return nil }
    return CivilTime(year: year, month: month, day: day)
  }

  mutating func time(into time: inout CivilTime) -> Bool {
    guard let hour = number(width: 2), skip(":"), let minute = number(width: 2) else { return false }
    time.hour = hour
    time.minute = minute
    return true
  }

  /// False when what is there is wrong; nothing there is right.
  mutating func seconds(into time: inout CivilTime) -> Bool {
    guard skip(":") else { return true }
    guard let second = number(width: 2) else { return false }
    time.second = second
    guard skip(".") else { return true }
    let start = position
    var weight = 100
    while let digit = number(width: 1) {
      time.millisecond += digit * weight
      weight /= 10
    }
    return position > start
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = number(width: 2), hours <= 18 else { return nil }
    _ = skip(":")
    guard let minutes = number(width: 2), minutes <= 59 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  mutating func number(width: Int) -> Int? {
    guard bytes.count - position >= width else { return nil }
    var value = 0
    for byte in bytes[position..<position + width] {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += width
    return value
  }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }
}
