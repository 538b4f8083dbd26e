import PushStore

/// Readers of option values; each states its rule when it refuses.
enum OptionText {
  static func bool(_ text: String) throws(ValueFault) -> Bool {
    switch text {
    case "true", "1": return true
    case "false", "0": return false
    default: throw ValueFault(rule: "it is either `true` (or `1`) or `false` (or `0`)")
    }
  }

  static func choice<Value: RawRepresentable & CaseIterable>(_ text: String) throws(ValueFault) -> Value where Value.RawValue == String {
    if let value = Value(rawValue: text) { return value }
    let names = Value.allCases.map { "`\($0.rawValue)`" }
    throw ValueFault(rule: "it is one of \(names.joined(separator: ", "))")
  }

  static func port(_ text: String) throws(ValueFault) -> PortChoice {
    if text == "off" { return .off }
    // UInt16 alone would accept "+80".
    guard let number = UInt16(text), text.utf8.allSatisfy(isDigit) else {
      throw ValueFault(rule: "a port is a number from 0 to 65535, where 0 picks a free one, or `off`")
    }
    return .port(number)
  }

  /// Seconds, positive, at most a day; a fraction is allowed. The result is in milliseconds.
  static func seconds(_ text: String) throws(ValueFault) -> Int {
    guard text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), let seconds = Double(text), seconds >= 0.001, seconds <= 86_400 else {
      throw ValueFault(rule: "it is a number of seconds above 0, at most 86400")
    }
    return Int((seconds * 1000).rounded())
  }

  static func path(_ text: String) throws(ValueFault) -> String {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw ValueFault(rule: "it names a file or folder, so it cannot be empty") }
    return text
  }

  static func moment(_ text: String) throws(ValueFault) -> Timestamp {
    if let moment = DateText.parse(text) { return moment }
    throw ValueFault(rule: "a moment is ISO 8601 with an offset, such as `2026-03-02T20:59:59+09:00`")
  }

  static func app(_ text: String) throws(ValueFault) -> AppArgument {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard AppKeyRule.accepts(String(parts[0])) else { throw ValueFault(rule: AppKeyRule.sentence) }
    guard parts.count == 2 else { return AppArgument(key: text, secret: nil) }
    guard CredentialRule.secretKey.accepts(String(parts[1])) else {
      throw ValueFault(rule: "after the colon comes the secret key, \(CredentialRule.secretKey.phrase), as in `MYAPP:abcd1234`")
    }
    return AppArgument(key: String(parts[0]), secret: String(parts[1]))
  }

  /// A header carries it, so nothing that could end the line.
  static func adminToken(_ text: String) throws(ValueFault) -> String {
    guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw ValueFault(rule: "an admin token is 1 to 256 characters of printable ASCII without blanks")
    }
    return text
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
