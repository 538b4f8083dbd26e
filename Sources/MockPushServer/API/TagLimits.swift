import PushStore

/// Limits of contract 24.
enum TagLimits {
  static let tagsPerApp = 2048
  static let tagsPerUid = 16
  static let nameLength = 255
  static let uidsPerCall = 16
  static let uidLength = 64
}

enum TagLookup {
  /// The tags that `tagIds` name, repeated ones once, in order (F32).
  ///
  /// - Parameter unknown: makes the error for an ID that does not exist.
  static func resolve(
    _ tagIds: [String], app: AppNumber, _ store: ReadTransaction, unknown: (String) -> APIError
  ) throws -> [TagNumber] {
    var tags: [TagNumber] = []
    for tagId in tagIds {
      guard let tag = try store.tag(tagId, app: app) else { throw unknown(tagId) }
      if !tags.contains(tag.number) { tags.append(tag.number) }
    }
    return tags
  }
}
