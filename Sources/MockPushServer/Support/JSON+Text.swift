extension JSON {
  /// Compact UTF-8: no blanks, non-ASCII unescaped, members in arrival order, numbers with the digits they came with.
  var compactBytes: [UInt8] {
    var writer = JSONWriter()
    writer.raw(self)
    return writer.bytes
  }

  /// `compactBytes` as text; its code points are what the contract counts (R47).
  var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

  /// For people: one member or item a line, two blanks per level, no line feed at the end.
  var prettyText: String {
    var text = ""
    writePretty(to: &text, indent: "")
    return text
  }

  private func writePretty(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let items) where !items.isEmpty:
      text += "["
      for (index, item) in items.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        item.writePretty(to: &text, indent: inner)
      }
      text += "\n\(indent)]"
    case .object(let object) where !object.isEmpty:
      text += "{"
      for (index, member) in object.members.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner + JSON.string(member.key).compactText + ": "
        member.value.writePretty(to: &text, indent: inner)
      }
      text += "\n\(indent)}"
    default:
      text += compactText
    }
  }
}
