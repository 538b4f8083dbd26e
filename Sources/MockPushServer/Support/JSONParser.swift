/// A strict RFC 8259 reader.
///
/// Refused besides broken grammar: invalid UTF-8, escapes of half a surrogate pair, repeated keys, more than 128 levels.
/// ruling: a leading byte order mark is skipped (RFC 8259 §8.1 lets a reader do so). `\u0000` is a character like others; fields refuse it.
struct JSONParser {
  static let maximumDepth = 128

  let base: UnsafePointer<UInt8>
  let end: Int
  var position = 0
  var depth = 0
  /// Unescaped text of the string being read; kept to spare an allocation per string.
  var scratch: [UInt8] = []

  static func parse(_ bytes: some Collection<UInt8>) throws(JSONError) -> JSON {
    let result = bytes.withContiguousStorageIfAvailable { buffer in
      Result { () throws(JSONError) in try parse(buffer) }
    }
    guard let result else { return try parse(Array(bytes)) }
    return try result.get()
  }

  /// - Parameter buffer: read only during the call; the value holds copies.
  static func parse(_ buffer: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSON {
    guard let base = buffer.baseAddress else { throw JSONError(reason: "the body is empty", offset: 0) }
    var parser = JSONParser(base: base, end: buffer.count)
    return try parser.document()
  }

  private mutating func document() throws(JSONError) -> JSON {
    try begin()
    let value = try value()
    try expectEnd()
    return value
  }

  mutating func value() throws(JSONError) -> JSON {
    guard position < end else { throw failure("a value is missing") }
    switch base[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default:
      if skipWord("true") { return .bool(true) }
      if skipWord("false") { return .bool(false) }
      if skipWord("null") { return .null }
      throw failure("a value is no object, array, string, number, true, false or null")
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    let start = position
    try enter()
    defer { depth -= 1 }
    var object = JSONObject()
    var known: Set<JSONKey> = []
    skipBlanks()
    if skip(UInt8(ascii: "}")) { return object }
    object.members.reserveCapacity(depth == 1 ? 16 : 4)
    while true {
      guard position < end else { throw failure("an object is not closed", at: start) }
      guard base[position] == UInt8(ascii: "\"") else { throw failure("a key is no string in double quotes") }
      let keyStart = position
      let key = try string()
      if isRepeated(key, in: object, &known) { throw failure(repeated(key), at: keyStart) }
      skipBlanks()
      if position == end { throw failure("an object is not closed", at: start) }
      guard skip(UInt8(ascii: ":")) else { throw failure("a colon is missing after a key") }
      skipBlanks()
      object.members.append((key, try value()))
      skipBlanks()
      if skip(UInt8(ascii: "}")) { return object }
      if position == end { throw failure("an object is not closed", at: start) }
      guard skip(UInt8(ascii: ",")) else { throw failure("a comma or } is missing in an object") }
      skipBlanks()
      if position < end, base[position] == UInt8(ascii: "}") { throw failure("nothing follows the last comma of an object") }
    }
  }

  private mutating func array() throws(JSONError) -> [JSON] {
    let start = position
    try enter()
    defer { depth -= 1 }
    var items: [JSON] = []
    skipBlanks()
    if skip(UInt8(ascii: "]")) { return items }
    while true {
      if position == end { throw failure("an array is not closed", at: start) }
      items.append(try value())
      skipBlanks()
      if skip(UInt8(ascii: "]")) { return items }
      if position == end { throw failure("an array is not closed", at: start) }
      guard skip(UInt8(ascii: ",")) else { throw failure("a comma or ] is missing in an array") }
      skipBlanks()
      if position < end, base[position] == UInt8(ascii: "]") { throw failure("nothing follows the last comma of an array") }
    }
  }

  /// Steps over the opening bracket. The limit keeps hostile nesting off the stack.
  mutating func enter() throws(JSONError) {
    depth += 1
    if depth > Self.maximumDepth { throw failure("values are nested deeper than \(Self.maximumDepth) levels") }
    position += 1
  }

  /// A scan while there are few members, a set from then on, so that a body of a million keys stays linear.
  private func isRepeated(_ key: String, in object: JSONObject, _ known: inout Set<JSONKey>) -> Bool {
    if object.count <= 16 { return object[key] != nil }
    if known.isEmpty {
      known = Set(object.members.map { JSONKey(text: $0.key) })
    } else {
      known.insert(JSONKey(text: object.members[object.count - 1].key))
    }
    return known.contains(JSONKey(text: key))
  }

  func repeated(_ key: String) -> String {
    let isPlain = key.utf8.count <= 40 && key.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7f }
    return isPlain ? "the key \"\(key)\" is there twice" : "a key is there twice"
  }

  func failure(_ reason: String, at offset: Int? = nil) -> JSONError {
    JSONError(reason: reason, offset: offset ?? position)
  }

  @inline(__always)
  mutating func skipBlanks() {
    while position < end {
      switch base[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < end, base[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard end - position >= length, UnsafeBufferPointer(start: base + position, count: length).elementsEqual(
      UnsafeBufferPointer(start: word.utf8Start, count: length)) else { return false }
    position += length
    return true
  }
}
