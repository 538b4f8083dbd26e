extension JSONParser {
  /// Reads a string at its opening quote. Without escapes the text is made straight from the body's bytes.
  mutating func string() throws(JSONError) -> String {
    let start = position
    let run = JSONScan.plainRun(base, from: start + 1, to: end)
    guard run.end < end, base[run.end] == UInt8(ascii: "\"") else { return try escapedString() }
    position = run.end + 1
    return try text(from: start + 1, to: run.end, beyondASCII: run.beyondASCII)
  }

  private mutating func escapedString() throws(JSONError) -> String {
    let start = position
    scratch.removeAll(keepingCapacity: true)
    position += 1
    while true {
      let run = JSONScan.plainRun(base, from: position, to: end)
      if run.beyondASCII { try checkUTF8(from: position, to: run.end) }
      scratch.append(contentsOf: UnsafeBufferPointer(start: base + position, count: run.end - position))
      position = run.end
      guard position < end else { throw failure("a string is not closed", at: start) }
      switch base[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: scratch, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(openedAt: start)
      default:
        throw failure("a control character in a string is not escaped")
      }
    }
  }

  private mutating func escape(openedAt start: Int) throws(JSONError) {
    let backslash = position
    guard backslash + 1 < end else { throw failure("a string is not closed", at: start) }
    position += 2
    switch base[backslash + 1] {
    case UInt8(ascii: "\""): scratch.append(0x22)
    case UInt8(ascii: "\\"): scratch.append(0x5c)
    case UInt8(ascii: "/"): scratch.append(0x2f)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0c)
    case UInt8(ascii: "n"): scratch.append(0x0a)
    case UInt8(ascii: "r"): scratch.append(0x0d)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): scratch.append(contentsOf: try escapedScalar(backslash).utf8)
    default: throw failure("a backslash is followed by a character that makes no escape", at: backslash)
    }
  }

  /// Reads the digits after `\u`, and the second escape of a surrogate pair.
  private mutating func escapedScalar(_ backslash: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try hexDigits(backslash)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let lone = failure("a \\u escape is half of a surrogate pair", at: backslash)
    guard first < 0xdc00, position + 1 < end, base[position] == UInt8(ascii: "\\"), base[position + 1] == UInt8(ascii: "u") else { throw lone }
    let next = position
    position += 2
    let second = try hexDigits(next)
    guard 0xdc00...0xdfff ~= second, let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00)) else { throw lone }
    return scalar
  }

  private mutating func hexDigits(_ backslash: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < end, let digit = hexValue(base[position]) else { throw failure("a \\u escape has no four hex digits", at: backslash) }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  private func text(from start: Int, to stop: Int, beyondASCII: Bool) throws(JSONError) -> String {
    let run = UnsafeBufferPointer(start: base + start, count: stop - start)
    guard beyondASCII else { return String(decoding: run, as: UTF8.self) }
    guard let text = String(validating: run, as: UTF8.self) else { throw invalidUTF8(run, start) }
    return text
  }

  private func checkUTF8(from start: Int, to stop: Int) throws(JSONError) {
    let run = UnsafeBufferPointer(start: base + start, count: stop - start)
    if String(validating: run, as: UTF8.self) == nil { throw invalidUTF8(run, start) }
  }

  /// Decodes once more to find the place; only refused bodies pay for it.
  private func invalidUTF8(_ run: UnsafeBufferPointer<UInt8>, _ start: Int) -> JSONError {
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = run.makeIterator()
    var good = 0
    while case .valid(let scalar) = parser.parseScalar(from: &bytes) { good += scalar.count }
    return failure("the text is not valid UTF-8", at: start + good)
  }
}
