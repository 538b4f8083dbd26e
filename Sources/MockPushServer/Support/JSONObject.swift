/// The members of a JSON object, in arrival order.
///
/// Keys are compared by their bytes, not by Unicode equivalence. Look-up is a linear scan, which beats hashing at the sizes of API bodies.
struct JSONObject: Sendable {
  /// Each key occurs once: the parser refuses repeated keys, the subscript replaces.
  var members: [(key: String, value: JSON)]

  init() {
    members = []
  }

  /// A later member replaces an earlier one of the same key.
  init(_ pairs: some Sequence<(String, JSON)>) {
    members = []
    for (key, value) in pairs { self[key] = value }
  }

  var count: Int { members.count }
  var isEmpty: Bool { members.isEmpty }

  /// Setting keeps the place of a known key, appends a new one, and removes with nil.
  subscript(key: String) -> JSON? {
    get {
      index(of: key).map { members[$0].value }
    }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  private func index(of key: String) -> Int? {
    members.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}

extension JSONObject {
  /// Nil for what is left out, and for `null`.
  func given(_ key: String) -> JSON? {
    guard let value = self[key], !value.isNull else { return nil }
    return value
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(elements)
  }
}

extension JSONObject: Equatable {
  /// The order of members does not count.
  static func == (a: JSONObject, b: JSONObject) -> Bool {
    guard a.count == b.count else { return false }
    // Equal values mostly come in equal order; only what is out of place is looked up.
    let inPlace = zip(a.members, b.members).allSatisfy { $0.key.hasSameBytes(as: $1.key) && $0.value == $1.value }
    if inPlace { return true }
    guard a.count > 16 else { return a.members.allSatisfy { b[$0.key] == $0.value } }
    let known = Dictionary(b.members.map { (JSONKey(text: $0.key), $0.value) }) { _, last in last }
    return a.members.allSatisfy { known[JSONKey(text: $0.key)] == $0.value }
  }
}

/// A key hashed and compared by its bytes.
struct JSONKey: Hashable {
  let text: String

  static func == (a: JSONKey, b: JSONKey) -> Bool { a.text.hasSameBytes(as: b.text) }

  func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isDone == nil { Array(text.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
  }
}

extension String {
  /// `==` of String takes "é" and "e" + accent for equal; on the wire they are two texts.
  func hasSameBytes(as other: String) -> Bool {
    // Most texts that differ do so in length; texts that are no `==` have other bytes, and that is told fast.
    guard utf8.count == other.utf8.count, self == other else { return false }
    let same = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in a.count == 0 || memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0 }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether U+0000 is in it.
  var containsNUL: Bool {
    utf8.withContiguousStorageIfAvailable { $0.count > 0 && memchr($0.baseAddress!, 0, $0.count) != nil } ?? utf8.contains(0)
  }

  /// Whether all of it is ASCII.
  var isASCII: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      var seen: UInt8 = 0
      for byte in bytes { seen |= byte }
      return seen < 0x80
    } ?? utf8.allSatisfy { $0 < 0x80 }
  }
}
