/// Header fields in the order they came. Names are compared without case.
struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
  private(set) var fields: [(name: String, value: String)] = []

  init() {}

  init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// - Parameter capacity: how many fields are likely to come.
  init(capacity: Int) { fields.reserveCapacity(capacity) }

  mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  /// The first field of that name.
  subscript(_ name: String) -> String? { fields.first { Self.isSame($0.name, name) }?.value }

  static func isSame(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return a.utf8.elementsEqual(b.utf8) { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }
}
