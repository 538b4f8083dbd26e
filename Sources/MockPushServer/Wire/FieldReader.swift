/// Reads the fields of a JSON object and turns each fault into the vendor's code (contract 4.4): absent, wrong type and bad value told apart.
struct FieldReader: Sendable {
  let object: JSONObject
  /// Dotted path in front of names, e.g. `target.`.
  var prefix = ""

  func string(_ name: String, max: Int = .max) throws(APIError) -> String {
    guard let text = try optionalString(name, max: max) else {
      let shown = object[name]?.stringValue ?? "null"
      throw APIError(.empty, prefix + name, shown, hint: "\(prefix)\(name) is required and must not be empty\(atMost(max))")
    }
    return text
  }

  /// Nil when absent, null or empty (F7).
  func optionalString(_ name: String, max: Int = .max) throws(APIError) -> String? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let text = value.stringValue else { throw wrongType(name, value, "a string") }
    if text.isEmpty { return nil }
    if text.utf8.count > max, text.unicodeScalars.count > max {
      throw APIError(
        .limitExceeded, prefix + name, text, hint: "\(prefix)\(name) has \(text.unicodeScalars.count) characters; at most \(max) are allowed")
    }
    // SQLite's text functions end at NUL, and no identifier needs one.
    if text.containsNUL { throw forbidden(name, text, "must not contain the character U+0000") }
    return text
  }

  func bool(_ name: String) throws(APIError) -> Bool {
    guard let value = object[name], !value.isNull else {
      throw APIError(.empty, prefix + name, "null", hint: "\(prefix)\(name) is required: true or false")
    }
    guard let flag = value.boolValue else { throw wrongType(name, value, "true or false, without quotes") }
    return flag
  }

  /// An array of strings: type, empty, count, then items (F7).
  ///
  /// - Parameter allowsEmpty: `[]` means something, e.g. "clear".
  func strings(_ name: String, maxCount: Int = .max, maxLength: Int = .max, allowsEmpty: Bool = false) throws(APIError) -> [String] {
    let items = try items(name, "an array of strings", allowsEmpty: allowsEmpty)
    if items.count > maxCount {
      throw APIError(.limitExceeded, prefix + name, "\(items.count)", hint: "\(prefix)\(name) has \(items.count) items; at most \(maxCount) are allowed")
    }
    var texts: [String] = []
    for item in items {
      guard let text = item.stringValue else { throw wrongType(name, item, "an array of strings only") }
      if text.unicodeScalars.count > maxLength {
        throw APIError(.limitExceeded, prefix + name, text, hint: "an item of \(prefix)\(name) has more than \(maxLength) characters")
      }
      if text.containsNUL { throw forbidden(name, text, "must not contain the character U+0000") }
      texts.append(text)
    }
    return texts
  }

  /// An array as it came: type, then empty (F7). Checking the items one by one reports the first faulty one (F30).
  ///
  /// - Parameter wanted: what is asked for, e.g. "an array of strings".
  func items(_ name: String, _ wanted: String, allowsEmpty: Bool = false) throws(APIError) -> [JSON] {
    guard let value = object[name], !value.isNull else {
      throw APIError(.empty, prefix + name, "null", hint: "\(prefix)\(name) is required: \(wanted)")
    }
    guard let items = value.arrayValue else { throw wrongType(name, value, wanted) }
    if items.isEmpty, !allowsEmpty {
      throw APIError(.empty, prefix + name, "[]", hint: "\(prefix)\(name) must not be an empty array; it is \(wanted)")
    }
    return items
  }

  func object(_ name: String) throws(APIError) -> JSONObject {
    guard let value = object[name], !value.isNull else {
      throw APIError(.empty, prefix + name, "null", hint: "\(prefix)\(name) is required: a JSON object")
    }
    guard let inner = value.objectValue else { throw wrongType(name, value, "a JSON object") }
    return inner
  }

  func wrongType(_ name: String, _ value: JSON, _ wanted: String) -> APIError {
    let shown = value.stringValue ?? value.compactText
    return APIError(.invalidFormat, prefix + name, shown, hint: "\(prefix)\(name) has the wrong JSON type: it must be \(wanted)")
  }

  func forbidden(_ name: String, _ value: String, _ rule: String) -> APIError {
    APIError(.invalidFormat, prefix + name, value, hint: "\(prefix)\(name) \(rule)")
  }

  private func atMost(_ max: Int) -> String { max == .max ? "" : " (a string of at most \(max) characters)" }
}
