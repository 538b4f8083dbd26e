/// Reading a large value piece by piece, so that the whole is never held as JSON.
extension JSONParser {
  /// An object or array that is being read.
  struct Open {
    fileprivate let start: Int
    fileprivate var isFirst = true
    /// Of an object, so far.
    fileprivate(set) var keys: [String] = []
  }

  /// Steps into an object; nil when the value ahead is none.
  mutating func openObject() throws(JSONError) -> Open? { try open(UInt8(ascii: "{")) }

  /// Steps into an array; nil when the value ahead is none.
  mutating func openArray() throws(JSONError) -> Open? { try open(UInt8(ascii: "[")) }

  private mutating func open(_ bracket: UInt8) throws(JSONError) -> Open? {
    skipBlanks()
    guard position < end, base[position] == bracket else { return nil }
    let start = position
    try enter()
    return Open(start: start)
  }

  /// The next key, its value ahead; nil at the object's end, which is stepped over. For objects of few keys.
  mutating func nextKey(of object: inout Open) throws(JSONError) -> String? {
    guard try isMore(&object, closing: UInt8(ascii: "}"), "an object") else { return nil }
    guard base[position] == UInt8(ascii: "\"") else { throw failure("a key is no string in double quotes") }
    let keyStart = position
    let key = try string()
    if object.keys.contains(where: { $0.hasSameBytes(as: key) }) { throw failure(repeated(key), at: keyStart) }
    object.keys.append(key)
    skipBlanks()
    guard skip(UInt8(ascii: ":")) else { throw failure("a colon is missing after a key") }
    skipBlanks()
    return key
  }

  /// Whether an item is ahead; false at the array's end, which is stepped over.
  mutating func nextItem(of array: inout Open) throws(JSONError) -> Bool { try isMore(&array, closing: UInt8(ascii: "]"), "an array") }

  private mutating func isMore(_ open: inout Open, closing bracket: UInt8, _ what: String) throws(JSONError) -> Bool {
    skipBlanks()
    if position == end { throw failure("\(what) is not closed", at: open.start) }
    if skip(bracket) {
      depth -= 1
      return false
    }
    if open.isFirst {
      open.isFirst = false
      return true
    }
    guard skip(UInt8(ascii: ",")) else { throw failure("a comma or \(Character(Unicode.Scalar(bracket))) is missing in \(what)") }
    skipBlanks()
    if position == end { throw failure("\(what) is not closed", at: open.start) }
    if base[position] == bracket { throw failure("nothing follows the last comma of \(what)") }
    return true
  }

  /// Nothing but blanks may be left.
  mutating func expectEnd() throws(JSONError) {
    skipBlanks()
    if position < end { throw failure("text follows the end of the value") }
  }

  /// Steps over a byte order mark and blanks; the body must not be empty.
  mutating func begin() throws(JSONError) {
    if end >= 3, base[0] == 0xef, base[1] == 0xbb, base[2] == 0xbf { position = 3 }
    skipBlanks()
    if position == end { throw failure("the body is empty") }
  }
}
