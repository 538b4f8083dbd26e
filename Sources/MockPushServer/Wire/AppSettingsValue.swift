/// Why settings are not accepted.
struct SettingsError: Error, Equatable {
  /// Dotted, with indexes: `apps.MYAPP.accessKeys[0].id`.
  let path: String
  /// One sentence: the path, the value, the rule and what would be right.
  let message: String
}

/// A JSON value and where it stands; the readers below refuse with its path.
struct SettingValue {
  let json: JSON
  let path: String

  /// - Parameter rule: the end of the sentence, without its full stop.
  func fault(_ rule: String) -> SettingsError {
    let place = path.isEmpty ? "The value" : "`\(path)`"
    return SettingsError(path: path, message: "\(place) \(ShownValue.phrase(json)): \(rule).")
  }

  func bool() throws(SettingsError) -> Bool {
    guard let flag = json.boolValue else { throw fault("it is `true` or `false`, without quotes") }
    return flag
  }

  func int(_ range: ClosedRange<Int>, _ meaning: String) throws(SettingsError) -> Int {
    guard let number = json.intValue, range.contains(number) else {
      throw fault("it is a whole number from \(range.lowerBound) to \(range.upperBound), \(meaning)")
    }
    return number
  }

  /// - Parameter rule: what `accepts` wants, as the end of a sentence.
  func text(_ rule: String, where accepts: (String) -> Bool) throws(SettingsError) -> String {
    guard let text = json.stringValue, accepts(text) else { throw fault(rule) }
    return text
  }

  func choice<Value: RawRepresentable & CaseIterable>() throws(SettingsError) -> Value where Value.RawValue == String {
    if let text = json.stringValue, let value = Value(rawValue: text) { return value }
    throw fault("it is one of " + Value.allCases.map { "`\"\($0.rawValue)\"`" }.joined(separator: ", "))
  }

  func credential(_ rule: CredentialRule) throws(SettingsError) -> String {
    try text("\(rule.name) is \(rule.phrase), in quotes", where: rule.accepts)
  }

  func list<Item>(_ items: String, _ read: (SettingValue) throws(SettingsError) -> Item) throws(SettingsError) -> [Item] {
    guard let values = json.arrayValue else { throw fault("it is a list of \(items), `[…]`") }
    var list: [Item] = []
    for (index, value) in values.enumerated() {
      list.append(try read(SettingValue(json: value, path: "\(path)[\(index)]")))
    }
    return list
  }

  /// - Parameter keys: the only members it may have; nil when any will do.
  func members(_ keys: [String]?) throws(SettingsError) -> [(key: String, value: SettingValue)] {
    let hint = keys.map { " with " + $0.map { "`\($0)`" }.joined(separator: ", ") } ?? ""
    guard let object = json.objectValue else { throw fault("it is an object, `{…}`\(hint)") }
    if let keys, let unknown = object.members.first(where: { !keys.contains($0.key) }) {
      throw self.unknown(unknown.key, known: keys)
    }
    return object.members.map { ($0.key, SettingValue(json: $0.value, path: path.isEmpty ? $0.key : "\(path).\($0.key)")) }
  }

  /// A member that must be there.
  func member(_ key: String, of keys: [String]) throws(SettingsError) -> SettingValue {
    if let member = try members(keys).first(where: { $0.key == key }) { return member.value }
    throw SettingsError(path: path, message: "`\(path)` has no `\(key)`: it needs \(keys.map { "`\($0)`" }.joined(separator: ", ")).")
  }

  func unknown(_ key: String, known: [String]) -> SettingsError {
    let shown = ShownValue.oneLine(key)
    let place = path.isEmpty ? shown : "\(path).\(shown)"
    let question = NearestName.of(key, among: known).map { "did you mean `\($0)`?" }
    return SettingsError(
      path: place, message: "`\(place)` is not known: \(question ?? "known here are \(known.map { "`\($0)`" }.joined(separator: ", ")).")")
  }
}
