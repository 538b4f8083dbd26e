/// The content that one language gets (contract 12, R54).
enum ContentMerge {
  /// `default` with the top-level members of the chosen map over it; nested objects are replaced whole. A null member is as absent (F16),
  /// as is a map that is null or missing.
  static func merged(_ content: JSONObject, key: String) -> JSONObject {
    var result = JSONObject()
    result.members = members(content, LanguageChoice.fallback)
    guard key != LanguageChoice.fallback else { return result }
    for (name, value) in members(content, key) { result[name] = value }
    return result
  }

  private static func members(_ content: JSONObject, _ key: String) -> [(key: String, value: JSON)] {
    content[key]?.objectValue?.members.filter { !$0.value.isNull } ?? []
  }
}
