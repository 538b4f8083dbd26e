/// Takes the markup out of text for platforms that show none (contract 13.5, R62).
enum HTMLText {
  /// `<br>`, `<br/>` and `<br />` in any case become line feeds, every other `<…>` goes, then six entities are decoded (F20).
  ///
  /// ruling: `<…>` ends at the next `>`; a `<` without one is text. Entities are decoded once and in their exact case, so `&amp;lt;` gives `&lt;`.
  static func plain(_ text: String) -> String {
    decoded(withoutTags(text[...]))
  }

  private static func withoutTags(_ text: Substring) -> String {
    var result = ""
    var rest = text.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")), let close = rest[open...].firstIndex(of: UInt8(ascii: ">")) {
      result += text[rest.startIndex..<open]
      switch text[rest.index(after: open)..<close].lowercased() {
      case "br", "br/", "br /": result += "\n"
      default: break
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + text[rest.startIndex...]
  }

  private static let entities: [(name: StaticString, text: String)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{a0}"), ("&amp;", "&"),
  ]

  private static func decoded(_ text: String) -> String {
    var result = ""
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += text[rest.startIndex..<start]
      rest = rest[start...]
      let entity = entities.first { rest.starts(with: UnsafeBufferPointer(start: $0.name.utf8Start, count: $0.name.utf8CodeUnitCount)) }
      result += entity?.text ?? "&"
      rest = rest.dropFirst(entity?.name.utf8CodeUnitCount ?? 1)
    }
    return result + text[rest.startIndex...]
  }
}
