extension JSONParser {
  /// Reads a number at its sign or first digit; its text is kept as it is.
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    if base[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard skipDigits() > 0 else { throw failure("a number has no digits", at: start) }
    if base[first] == UInt8(ascii: "0"), position - first > 1 { throw failure("a number has a leading zero", at: start) }
    if position < end, base[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() > 0 else { throw failure("a number has no digits after its point", at: start) }
    }
    if position < end, base[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw failure("a number has no digits in its exponent", at: start) }
    }
    let digits = UnsafeBufferPointer(start: base + start, count: position - start)
    return JSONNumber(text: String(decoding: digits, as: UTF8.self))
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while position < end, base[position] &- 0x30 < 10 { position += 1 }
    return position - start
  }
}
