/// What registrations are counted by (contract 26.3, 27.1). Raw values are stored.
public enum GaugeDimension: Int, CaseIterable, Sendable {
  case agreement = 1
  case language = 2
  case country = 3
  case timezone = 4
}

/// How many registrations more or less have each value, by the value's number.
///
/// Kept as bytes and not as rows: ten thousand minutes with a dozen changed values each are read in a few milliseconds this way.
struct GaugeChanges: Equatable {
  private(set) var byValue: [Int: Int] = [:]

  init() {}

  /// Reads what `encoded` wrote.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { Self.forEach(in: bytes) { byValue[$0] = $1 } }

  mutating func add(_ change: Int, to value: Int) { byValue[value, default: 0] += change }

  mutating func add(_ other: GaugeChanges) { byValue.merge(other.byValue) { $0 + $1 } }

  /// Pairs of value and change, seven bits a byte, lowest first, the eighth set where more follow; ascending by value; those that came to
  /// nothing are left out.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for (value, change) in byValue.sorted(by: { $0.key < $1.key }) where change != 0 {
      Self.append(UInt(value), to: &bytes)
      // The sign goes last, so that small changes stay small: 0, -1, 1, -2, …
      Self.append(UInt(bitPattern: change << 1 ^ change >> (Int.bitWidth - 1)), to: &bytes)
    }
    return bytes
  }

  /// Calls `body` with each value and its change.
  static func forEach(in bytes: UnsafeBufferPointer<UInt8>, _ body: (_ value: Int, _ change: Int) -> Void) {
    var position = 0
    while position < bytes.count {
      let value = number(bytes, &position)
      let change = number(bytes, &position)
      body(Int(bitPattern: value), Int(bitPattern: change >> 1) ^ -Int(bitPattern: change & 1))
    }
  }

  private static func append(_ number: UInt, to bytes: inout [UInt8]) {
    var rest = number
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// 0 behind the end: bytes that were cut by hand must not end the server.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt {
    var number: UInt = 0
    var shift: UInt = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      number |= UInt(byte & 0x7f) << shift
      if byte & 0x80 == 0 { break }
      shift += 7
    }
    return number
  }
}
