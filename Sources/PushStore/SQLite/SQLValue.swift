/// A value bound to a statement.
public enum SQLValue: Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  @inline(__always) static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
  @inline(__always) static func optional(_ moment: Timestamp?) -> SQLValue { moment.map { .integer($0.milliseconds) } ?? .null }
  @inline(__always) static func moment(_ t: Timestamp) -> SQLValue { .integer(t.milliseconds) }
  @inline(__always) static func bool(_ b: Bool) -> SQLValue { .integer(b ? 1 : 0) }
  @inline(__always) static func int(_ n: Int) -> SQLValue { .integer(Int64(n)) }
}
