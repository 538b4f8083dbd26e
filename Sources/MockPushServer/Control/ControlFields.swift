import PushStore

/// Reads the members of a JSON object on our own paths; each fault is a 400 with a sentence. `null` counts as left out.
struct ControlFields {
  let object: JSONObject
  /// Whose members they are, the start of a sentence.
  let place: String

  /// - Parameter known: all keys that the object may have.
  init(_ object: JSONObject, _ place: String, known: [String]) throws(ControlError) {
    self.object = object
    self.place = place
    try ControlContext.check(object, known: known, place)
  }

  subscript(_ key: String) -> JSON? { object.given(key) }

  /// - Parameter sample: completes "such as".
  func inner(_ key: String, known: [String], sample: String) throws(ControlError) -> ControlFields? {
    guard let value = self[key] else { return nil }
    guard let object = value.objectValue else { throw fault(key, value, "it is an object, such as \(sample)") }
    return try ControlFields(object, path(key), known: known)
  }

  func text(_ key: String, max: Int) throws(ControlError) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.stringValue, !text.isEmpty, text.unicodeScalars.count <= max, !text.containsNUL else {
      throw .badRequest("\(place) has a \(key) that is no text of 1 to \(max) characters.")
    }
    return text
  }

  /// Longest text of a pattern: a token and its tenant.
  static let patternLimit = 1_600

  /// A text in which `*` stands for any characters.
  ///
  /// - Parameter mayHaveDotStar: `.*` is just what it looks like, as in `v2.*`; else it is taken for a regular expression, and refused.
  func pattern(_ key: String, mayHaveDotStar: Bool = false) throws(ControlError) -> GlobPattern? {
    guard let text = try text(key, max: Self.patternLimit) else { return nil }
    let isDelimited = text.count > 1 && text.hasPrefix("/") && text.hasSuffix("/")
    if isDelimited || !mayHaveDotStar && Self.hasDotStar(text) { throw Self.noExpressions(path(key)) }
    return GlobPattern(text)
  }

  /// Behind a digit it is just what it looks like as well: `/push/v2.*/appkeys/*`.
  private static func hasDotStar(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast().contains { index in
      bytes[index] == UInt8(ascii: ".") && bytes[index + 1] == UInt8(ascii: "*")
        && !(index > 0 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index - 1]))
    }
  }

  static func noExpressions(_ path: String) -> ControlError {
    .badRequest("\(path) is written like a regular expression, and these are not taken: a pattern is a text in which * stands for any characters, such as /tokens/* (a path has no / at its end).")
  }

  func int(_ key: String, in range: ClosedRange<Int>, _ meaning: String) throws(ControlError) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.intValue, range.contains(number) else {
      throw fault(key, value, "it is \(meaning), a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A share of cases: above 0, and at most 1.
  func probability(_ key: String) throws(ControlError) -> Double? {
    guard let value = self[key] else { return nil }
    guard case .number(let number) = value, number.double > 0, number.double <= 1 else {
      throw fault(key, value, "it is the share of cases, above 0 and at most 1")
    }
    return number.double
  }

  func flag(_ key: String) throws(ControlError) -> Bool {
    guard let value = self[key] else { return false }
    guard let flag = value.boolValue else { throw fault(key, value, "it is true or false") }
    return flag
  }

  func choice<Value>(_ key: String, of known: [String], _ value: (String) -> Value?) throws(ControlError) -> Value? {
    guard let given = self[key] else { return nil }
    guard let name = given.stringValue else { throw fault(key, given, "it is one of \(known.joined(separator: ", "))") }
    if let value = value(name) { return value }
    throw .badRequest("\(place) has the \(key) `\(ShownValue.oneLine(name))`; it is one of \(known.joined(separator: ", ")).\(NearestName.question(name, among: known))")
  }

  func fault(_ key: String, _ value: JSON, _ rule: String) -> ControlError {
    .badRequest("\(path(key)) \(ShownValue.phrase(value)): \(rule).")
  }

  /// `then` as it is called in a sentence: of the body itself by its key alone.
  private func path(_ key: String) -> String { place.hasPrefix("The ") ? key : "\(place).\(key)" }
}
