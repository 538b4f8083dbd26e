extension JSON {
  /// With the keys of all objects in the order of their bytes: two that are equal to a reader of JSON have equal compact text.
  var sorted: JSON {
    switch self {
    case .array(let items): return .array(items.map(\.sorted))
    case .object(let object):
      var result = JSONObject()
      result.members = object.members.map { ($0.key, $0.value.sorted) }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return .object(result)
    default: return self
    }
  }
}
