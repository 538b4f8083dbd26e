/// Writes compact JSON: no blanks, non-ASCII unescaped, members in the order of the calls. Commas and colons are the writer's business;
/// that objects hold keys with values, and that what is begun is ended, is the caller's.
struct JSONWriter {
  var bytes: [UInt8] = []
  private var needsComma = false

  /// - Parameter capacity: bytes reserved; the default fits a token answer.
  init(capacity: Int = 768) {
    bytes.reserveCapacity(capacity)
  }

  mutating func beginObject() { open(UInt8(ascii: "{")) }
  mutating func endObject() { close(UInt8(ascii: "}")) }
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// - Parameter key: printable ASCII without quote and backslash; it is written as it is.
  mutating func key(_ key: StaticString) {
    comma()
    key.withUTF8Buffer { text in
      assert(text.allSatisfy { 0x20 <= $0 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c })
      bytes.append(0x22)
      bytes.append(contentsOf: text)
    }
    bytes.append(0x22)
    colon()
  }

  mutating func key(_ key: String) {
    comma()
    quoted(key)
    colon()
  }

  mutating func string(_ value: String) {
    comma()
    quoted(value)
  }

  mutating func bool(_ value: Bool) { value ? word("true") : word("false") }

  mutating func null() { word("null") }

  mutating func int(_ value: Int) { int64(Int64(value)) }

  mutating func int64(_ value: Int64) {
    comma()
    // Digits from the last to the first, in a stack tuple's worth of space.
    var digits: InlineDigits = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      var start = buffer.count
      var rest = value.magnitude
      repeat {
        start -= 1
        buffer[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 {
        start -= 1
        buffer[start] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: buffer[start...])
    }
  }

  /// Writes a value with all it holds.
  mutating func raw(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .string(let text): string(text)
    case .number(let number):
      comma()
      bytes.append(contentsOf: number.text.utf8)
    case .array(let items):
      beginArray()
      for item in items { raw(item) }
      endArray()
    case .object(let object):
      beginObject()
      for (name, item) in object.members {
        key(name)
        raw(item)
      }
      endObject()
    }
  }

  /// Writes a value that another writer has made.
  mutating func written(_ value: [UInt8]) {
    comma()
    bytes.append(contentsOf: value)
  }

  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    int(value)
  }

  mutating func member(_ name: StaticString, _ value: JSON) {
    key(name)
    raw(value)
  }

  /// 24 bytes: room for the 20 characters of the smallest Int64.
  private typealias InlineDigits = (UInt64, UInt64, UInt64)

  /// Called before a value that an extension appends to `bytes` itself.
  @inline(__always)
  mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  @inline(__always)
  private mutating func colon() {
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func word(_ text: StaticString) {
    comma()
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func quoted(_ text: String) {
    bytes.append(0x22)
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { escaped($0) }
    // Only strings bridged from Objective-C have no contiguous bytes.
    if done == nil { Array(text.utf8).withUnsafeBufferPointer { escaped($0) } }
    bytes.append(0x22)
  }

  /// Copies runs that need no escape in one piece each; most texts are one run.
  private mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress else { return }
    var position = 0
    while position < text.count {
      let stop = JSONScan.plainRun(base, from: position, to: text.count).end
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + position, count: stop - position))
      if stop < text.count { escape(text[stop]) }
      position = stop + 1
    }
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5c: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0c: bytes.append(UInt8(ascii: "f"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    default:
      let hex: StaticString = "0123456789abcdef"
      bytes.append(contentsOf: [0x75, 0x30, 0x30, hex.utf8Start[Int(byte >> 4)], hex.utf8Start[Int(byte & 15)]])
    }
  }
}
