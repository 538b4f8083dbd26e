import PushStore

/// UIDs with their tags and contacts (contract 24.9–24.11). Every client fault becomes 400 in the adapter (R8).
enum UidRoutes {
  static func put(_ context: VendorContext) async throws(APIError) -> Response {
    let body = FieldReader(object: try context.body())
    let uid = try body.string("uid", max: TagLimits.uidLength)
    try check(uid, "uid")
    let tagIds = try body.strings("tagIds", allowsEmpty: true)
    let now = context.now
    try await context.write { store, app in
      // F32: repeated tag IDs collapse before the limit of 16.
      let tags = try TagLookup.resolve(tagIds, app: app, store.reading) { tagId in
        APIError(.notFound, "tagIds", tagId, hint: "tagIds names a tag ID that does not exist in app \(context.appkey); POST /tags makes one")
      }
      if tags.count > TagLimits.tagsPerUid {
        throw APIError(.limitExceeded, "tagIds", "\(tags.count)", hint: "a UID has at most \(TagLimits.tagsPerUid) tags; \(tags.count) were given")
      }
      try store.setTags(tags, of: store.ensureUidRecord(uid, app: app, now: now))
    }
    return context.success()
  }

  static func get(_ context: VendorContext) async throws(APIError) -> Response {
    let uid = context.parameters["uid"]
    let record = try await context.readAside { store, app in try store.uidRecord(uid, app: app) } ?? nil
    guard let record else {
      throw APIError(.notFound, "uid", uid, hint: "no UID record of this name; one is made by registering a token with that uid, or by POST /uids")
    }
    return context.success { writer in
      writer.key("uid")
      TagObject.write(record, context.version, to: &writer)
    }
  }

  static func delete(_ context: VendorContext) async throws(APIError) -> Response {
    let uids = try listed(context)
    if uids.count > TagLimits.uidsPerCall {
      throw APIError(.limitExceeded, "uids", "\(uids.count)", hint: "\(uids.count) UIDs were named; at most \(TagLimits.uidsPerCall) are allowed in one call")
    }
    for uid in uids where uid.unicodeScalars.count > TagLimits.uidLength {
      throw APIError(.limitExceeded, "uids", uid, hint: "a UID has at most \(TagLimits.uidLength) characters")
    }
    let now = context.now
    try await context.change { store, app in
      guard let app else { return }
      for uid in uids { try store.deleteUid(uid, app: app, now: now) }
    }
    return context.success()
  }

  /// The comma list `uids`, required.
  static func listed(_ context: VendorContext) throws(APIError) -> [String] {
    let uids = context.query.list("uids")
    if uids.isEmpty {
      throw APIError(.empty, "uids", context.query.has("uids") ? "" : "null", hint: "the query parameter uids is required: a comma list of UIDs")
    }
    return uids
  }

  /// The rules of contract 7.1 for a `uid`, here too (F32).
  static func check(_ uid: String, _ field: String) throws(APIError) {
    if uid.isEmpty { throw APIError(.empty, field, "", hint: "\(field) must not hold an empty UID") }
    if CharacterRules.containsEmoji(uid) { throw APIError(.invalidFormat, field, uid, hint: "\(field) must not contain emoji") }
  }
}
