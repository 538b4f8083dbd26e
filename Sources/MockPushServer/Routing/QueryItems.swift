/// Query parameters (contract 2.1): `+` is a blank, an empty value is as absent, a repeated single value counts with its first non-empty one (F2).
struct QueryItems: Sendable {
  private var items: [(name: String, value: String)] = []

  init(_ query: Substring) {
    guard !query.isEmpty else { return }
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? PercentText.decode(parts[1], plusIsBlank: true) : ""
      items.append((PercentText.decode(parts[0], plusIsBlank: true), value))
    }
  }

  /// Of every parameter, in the order given.
  var names: [String] { items.map(\.name) }

  /// Nil when absent or empty.
  subscript(_ name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }

  /// True when the parameter is there, even empty.
  func has(_ name: String) -> Bool { items.contains { $0.name == name } }

  /// A comma list, which may also be repeated; empty items dropped (R15).
  func list(_ name: String) -> [String] {
    items.filter { $0.name == name }.flatMap { $0.value.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) } }
  }

  func require(_ name: String) throws(APIError) -> String {
    if let value = self[name] { return value }
    throw APIError(.empty, name, has(name) ? "" : "null", hint: "the query parameter \(name) is required")
  }

  /// One of a few words, nil when absent: another one 40001.
  func choice(_ name: String, of known: [String]) throws(APIError) -> String? {
    guard let text = self[name] else { return nil }
    return try Self.check(text, name, among: known)
  }

  /// As `choice`, for words that are the raw values of a type.
  func word<Word: CaseIterable & RawRepresentable<String>>(_ name: String) throws(APIError) -> Word? {
    try choice(name, of: Word.allCases.map(\.rawValue)).flatMap(Word.init(rawValue:))
  }

  /// As `word`; absent 40003.
  func requiredWord<Word: CaseIterable & RawRepresentable<String>>(_ name: String) throws(APIError) -> Word {
    if let word: Word = try word(name) { return word }
    let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
    throw APIError(.empty, name, has(name) ? "" : "null", hint: "the query parameter \(name) is required: one of \(known)")
  }

  /// A comma list of words, in the order given; a repeated one counts once. Another word is 40001.
  func words<Word: CaseIterable & RawRepresentable<String> & Equatable>(_ name: String) throws(APIError) -> [Word] {
    let known = Word.allCases.map(\.rawValue)
    var words: [Word] = []
    for text in list(name) {
      if let word = Word(rawValue: try Self.check(text, name, among: known)), !words.contains(word) { words.append(word) }
    }
    return words
  }

  private static func check(_ text: String, _ name: String, among known: [String]) throws(APIError) -> String {
    if known.contains(where: { $0.hasSameBytes(as: text) }) { return text }
    throw APIError(
      .invalidParameter, name, text,
      hint: "\(name) must be one of \(known.joined(separator: ", "))\(NearestName.of(text, among: known).map { "; did you mean \($0)?" } ?? "")")
  }

  /// An integer within bounds (contract 2.5): not an integer 40002, below 40001, above 40008.
  func int(_ name: String, default standard: Int, min: Int, max: Int) throws(APIError) -> Int {
    guard let text = self[name] else { return standard }
    guard let value = Self.integer(text) else {
      throw APIError(.invalidFormat, name, text, hint: "\(name) must be a whole number")
    }
    if value < min { throw APIError(.invalidParameter, name, text, hint: "\(name) must be at least \(min)") }
    if value > max { throw APIError(.limitExceeded, name, text, hint: "\(name) must be at most \(max)") }
    return value
  }

  /// A number without bounds, nil when absent: not an integer 40002.
  func number(_ name: String) throws(APIError) -> Int? {
    self[name] == nil ? nil : try int(name, default: 0, min: .min, max: .max)
  }

  /// Digits with an optional minus; numbers too large to hold count as the largest, so that they are "above the maximum" and not "no number".
  static func integer(_ text: String) -> Int? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? (text.utf8.first == UInt8(ascii: "-") ? .min : .max)
  }
}
