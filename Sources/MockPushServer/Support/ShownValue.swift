/// A user's value as a sentence repeats it.
enum ShownValue {
  /// `is empty`, or `is` and the text between back quotes: one line, cut after 60 characters.
  static func phrase(_ text: String) -> String {
    text.isEmpty ? "is empty" : "is `\(oneLine(text))`"
  }

  static func phrase(_ value: JSON) -> String {
    if case .string(let text) = value { return phrase(text) }
    return "is `\(oneLine(value.compactText))`"
  }

  static func oneLine(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(60) {
      let isControl = scalar.properties.generalCategory == .control || (0x2028...0x202e).contains(scalar.value)
      line.unicodeScalars.append(isControl ? "?" : scalar)
    }
    return text.unicodeScalars.count > 60 ? line + "…" : line
  }
}
