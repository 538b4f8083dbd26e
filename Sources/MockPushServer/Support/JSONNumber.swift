/// A JSON number, kept with the digits it came with (contract F21: nothing is rounded).
/// ruling: equal when written equally, so `1` and `1.0` differ: they are passed on differently.
struct JSONNumber: Sendable, Equatable {
  /// As written, in JSON's grammar.
  let text: String

  init(_ value: Int) {
    text = String(value)
  }

  /// Of a finite number; a whole one is written without a fraction.
  init(_ value: Double) {
    text = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }

  /// - Parameter text: a number in JSON's grammar; it is written out unchanged and not checked here.
  init(text: String) {
    self.text = text
  }

  /// Whether it is written without fraction and exponent (contract F8), be it ever so long.
  var isInteger: Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 } }

  /// Nil for a fraction or an exponent, also `10.0` (contract F8), and for what 64 bits cannot hold.
  var int: Int? { Int(text) }

  /// As `int`, whatever the width of `Int`.
  var int64: Int64? { Int64(text) }

  /// The nearest double; infinite when the number is too large for one.
  var double: Double { Double(text) ?? .nan }
}
