import PushStore

/// The bytes of one log line. Whatever the message or a value contains, the line stays one line.
struct LogLine {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func appendText(moment: Timestamp, level: LogLevel, message: String, fields: LogFields) {
    appendTime(moment)
    append(ascii: level == .error ? " error " : level == .warning ? " warn  " : level == .info ? " info  " : " debug ")
    appendEscaped(message, quote: false)
    for (key, value) in fields.members {
      append(ascii: " ")
      appendEscaped(key, quote: false)
      append(ascii: "=")
      switch value {
      case .string(let text) where Self.needsQuotes(text):
        append(ascii: "\"")
        appendEscaped(text, quote: true)
        append(ascii: "\"")
      case .string(let text): appendEscaped(text, quote: false)
      case .int(let number): append(ascii: String(number))
      case .bool(let flag): append(ascii: flag ? "true" : "false")
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func appendJSON(moment: Timestamp, level: LogLevel, message: String, fields: LogFields) {
    append(ascii: #"{"time":""#)
    appendTime(moment)
    append(ascii: #"","level":""#)
    append(ascii: level.rawValue)
    append(ascii: #"","message":""#)
    appendEscaped(message, quote: true)
    append(ascii: "\"")
    for (key, value) in fields.members {
      append(ascii: ",\"")
      appendEscaped(key, quote: true)
      append(ascii: "\":")
      switch value {
      case .string(let text):
        append(ascii: "\"")
        appendEscaped(text, quote: true)
        append(ascii: "\"")
      case .int(let number): append(ascii: String(number))
      case .bool(let flag): append(ascii: flag ? "true" : "false")
      }
    }
    append(ascii: "}\n")
  }

  /// `2026-03-02T00:15:00.123Z`
  private mutating func appendTime(_ moment: Timestamp) {
    let time = CivilTime(moment, offsetSeconds: 0)
    appendDigits(time.year, 4)
    append(ascii: "-")
    appendDigits(time.month, 2)
    append(ascii: "-")
    appendDigits(time.day, 2)
    append(ascii: "T")
    appendDigits(time.hour, 2)
    append(ascii: ":")
    appendDigits(time.minute, 2)
    append(ascii: ":")
    appendDigits(time.second, 2)
    append(ascii: ".")
    appendDigits(time.millisecond, 3)
    append(ascii: "Z")
  }

  private mutating func appendDigits(_ value: Int, _ width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }

  private mutating func append(ascii text: String) { bytes.append(contentsOf: text.utf8) }
}

extension LogLine {
  private static func needsQuotes(_ text: String) -> Bool {
    text.isEmpty || text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "=") || $0 >= 0x7f }
  }

  /// Escapes are those of JSON, so both formats share them; quotes and backslashes only matter between quotes.
  private mutating func appendEscaped(_ text: String, quote: Bool) {
    let plain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7f && !(quote && ($0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")))
    }
    if plain {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": append(ascii: "\\n")
      case "\r": append(ascii: "\\r")
      case "\t": append(ascii: "\\t")
      case "\"" where quote: append(ascii: "\\\"")
      case "\\" where quote: append(ascii: "\\\\")
      case _ where Self.breaksLine(scalar): appendHex(scalar.value)
      default: bytes.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
  }

  /// Controls, the separators some readers take for a line end, and the direction marks that let a value disguise what follows it.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  private mutating func appendHex(_ value: UInt32) {
    append(ascii: "\\u")
    for shift in [12, 8, 4, 0] {
      bytes.append(Array("0123456789abcdef".utf8)[Int(value >> UInt32(shift)) & 15])
    }
  }
}
