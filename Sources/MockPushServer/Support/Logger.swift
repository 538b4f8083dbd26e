import PushStore

/// How much a line matters; a level includes those before it.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case error, warning, info, debug

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    case .debug: 3
    }
  }

  static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
}

enum LogFormat: String, CaseIterable, Sendable {
  /// `2026-03-02T00:15:00.123Z info  message key=value`
  case text
  /// One JSON object per line: `time`, `level`, `message`, then the fields.
  case json
}

/// The value of a field of a log line.
enum LogValue: Sendable, Equatable {
  case string(String)
  case int(Int)
  case bool(Bool)
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// The fields of a log line, in the order they are written.
struct LogFields: Sendable, ExpressibleByDictionaryLiteral {
  private(set) var members: [(key: String, value: LogValue)]

  init(dictionaryLiteral elements: (String, LogValue)...) {
    members = elements.map { (key: $0.0, value: $0.1) }
  }

  mutating func append(_ key: String, _ value: LogValue) { members.append((key: key, value: value)) }
}

/// Where finished lines go. A line holds its final line feed and no other.
protocol LogSink: Sendable {
  func write(_ line: [UInt8])
}

/// Writes lines of the server's own log, in system time (UTC), never the travelled clock.
struct Logger: Sendable {
  /// The most detailed level that is written.
  let level: LogLevel
  let format: LogFormat
  let sink: any LogSink
  /// Read once per line.
  private let now: @Sendable () -> Timestamp

  init(
    level: LogLevel = .info, format: LogFormat = .text, sink: any LogSink = StandardErrorSink(),
    now: @escaping @Sendable () -> Timestamp = systemTime
  ) {
    self.level = level
    self.format = format
    self.sink = sink
    self.now = now
  }

  func isEnabled(_ level: LogLevel) -> Bool { level <= self.level }

  /// Below the logger's level neither the message nor the fields are evaluated.
  func log(_ level: LogLevel, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> LogFields = [:]) {
    guard isEnabled(level) else { return }
    var line = LogLine(capacity: 192)
    switch format {
    case .text: line.appendText(moment: now(), level: level, message: message(), fields: fields())
    case .json: line.appendJSON(moment: now(), level: level, message: message(), fields: fields())
    }
    sink.write(line.bytes)
  }
}
