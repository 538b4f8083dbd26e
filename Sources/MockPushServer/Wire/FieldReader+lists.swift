/// Optional fields beyond plain texts.
extension FieldReader {
  /// Nil when absent, null or `[]`; else as `strings`.
  func optionalStrings(_ name: String, maxLength: Int = .max) throws(APIError) -> [String]? {
    guard let value = object[name], !value.isNull else { return nil }
    let texts = try strings(name, maxLength: maxLength, allowsEmpty: true)
    return texts.isEmpty ? nil : texts
  }

  /// Nil when absent, null or empty. An unknown text is 40001.
  func optionalChoice(_ name: String, of texts: [String]) throws(APIError) -> String? {
    guard let text = try optionalString(name) else { return nil }
    if texts.contains(where: { $0.hasSameBytes(as: text) }) { return text }
    let near = NearestName.of(text, among: texts).map { "; did you mean \($0)?" } ?? ""
    throw APIError(.invalidParameter, prefix + name, text, hint: "\(prefix)\(name) is one of \(texts.joined(separator: ", "))\(near)")
  }

  func choice(_ name: String, of texts: [String]) throws(APIError) -> String {
    if let text = try optionalChoice(name, of: texts) { return text }
    throw APIError(
      .empty, prefix + name, object[name]?.stringValue ?? "null", hint: "\(prefix)\(name) is required: one of \(texts.joined(separator: ", "))")
  }

  /// Nil when absent or null. A fraction, an exponent or a text is no whole number (F8); beyond the range is 40001 below and 40008 above.
  func optionalInt(_ name: String, in range: ClosedRange<Int>) throws(APIError) -> Int? {
    guard let value = object[name], !value.isNull else { return nil }
    guard case .number(let number) = value, number.isInteger else {
      throw wrongType(name, value, "a whole number without quotes, fraction or exponent")
    }
    // Too many digits for 64 bits is beyond any range.
    let int = number.int ?? (number.text.utf8.first == UInt8(ascii: "-") ? Int.min : Int.max)
    if range.contains(int) { return int }
    throw APIError(
      int < range.lowerBound ? .invalidParameter : .limitExceeded, prefix + name, number.text,
      hint: "\(prefix)\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// Nil when absent or null.
  func optionalObject(_ name: String) throws(APIError) -> JSONObject? {
    guard let value = object[name], !value.isNull else { return nil }
    return try object(name)
  }
}
