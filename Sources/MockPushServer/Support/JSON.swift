/// One JSON value as it came or will go: members in arrival order, numbers with their own digits.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON {
  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  var objectValue: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  var arrayValue: [JSON]? {
    if case .array(let items) = self { items } else { nil }
  }

  var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var boolValue: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// Those items of an array that are strings; nil for what is no array.
  var texts: [String]? { arrayValue?.compactMap(\.stringValue) }

  /// The number as an integer; nil for other kinds and for what `JSONNumber.int` refuses.
  var intValue: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  /// The member of an object; nil when this is no object or has no such member. A `null` member is `.null`.
  subscript(key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The item of an array; nil when this is no array or has no such item.
  subscript(index: Int) -> JSON? {
    if case .array(let items) = self, items.indices.contains(index) { items[index] } else { nil }
  }
}

extension JSON: Equatable {
  /// Deep equality; the order of members does not count.
  /// ruling: texts are equal when their bytes are (not by Unicode equivalence), because two spellings make two payloads.
  static func == (a: JSON, b: JSON) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}
