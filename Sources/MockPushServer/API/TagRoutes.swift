import PushStore

/// Tags of an app (contract 24.1–24.8). Every client fault becomes 400 in the adapter (R8).
enum TagRoutes {
  static func create(_ context: VendorContext) async throws(APIError) -> Response {
    let name = try name(context)
    let now = context.now
    let tagId = try await context.write { store, app in
      let count = try store.reading.tagCount(app: app)
      if count >= TagLimits.tagsPerApp {
        throw APIError(.limitExceeded, "tagName", name, hint: "the app has \(count) tags already, which is the limit; delete one first")
      }
      if try store.reading.tag(named: name, app: app) != nil { throw taken(name) }
      var tagId = TagIdentifier.random()
      while try store.reading.tag(tagId, app: app) != nil { tagId = TagIdentifier.random() }
      try store.insertTag(tagId: tagId, name: name, app: app, now: now)
      return tagId
    }
    return context.success { writer in
      writer.key("tag")
      writer.beginObject()
      writer.member("tagId", tagId)
      writer.endObject()
    }
  }

  static func list(_ context: VendorContext) async throws(APIError) -> Response {
    let name = context.query["tagName"]
    let tags = try await context.readAside { store, app in
      if let name { return try store.tag(named: name, app: app).map { [$0] } ?? [] }
      return try store.tags(app: app)
    }
    return context.success { writer in
      writer.key("tags")
      writer.beginArray()
      for tag in tags ?? [] { TagObject.write(tag, to: &writer) }
      writer.endArray()
    }
  }

  static func get(_ context: VendorContext) async throws(APIError) -> Response {
    let tag = try await context.look { store, app in try known(context, app, store).1 }
    return context.success { writer in
      writer.key("tag")
      TagObject.write(tag, to: &writer)
    }
  }

  static func rename(_ context: VendorContext) async throws(APIError) -> Response {
    let body = FieldReader(object: try context.body())
    let now = context.now
    try await context.change { store, app in
      let (app, tag) = try known(context, app, store.reading)
      let name = try name(body)
      if let other = try store.reading.tag(named: name, app: app), other.number != tag.number { throw taken(name) }
      try store.rename(tag.number, to: name, now: now)
    }
    return context.success()
  }

  static func delete(_ context: VendorContext) async throws(APIError) -> Response {
    try await context.change { store, app in try store.deleteTag(known(context, app, store.reading).1.number) }
    return context.success()
  }

  static func attach(_ context: VendorContext) async throws(APIError) -> Response {
    let body = FieldReader(object: try context.body())
    let now = context.now
    try await context.change { store, app in
      let (app, tag) = try known(context, app, store.reading)
      let uids = try body.strings("uids", maxCount: TagLimits.uidsPerCall, maxLength: TagLimits.uidLength)
      for uid in uids { try UidRoutes.check(uid, "uids") }
      for uid in uids {
        let number = try store.ensureUidRecord(uid, app: app, now: now)
        let tags = try store.reading.tags(of: number)
        if tags.count >= TagLimits.tagsPerUid, !tags.contains(where: { $0.number == tag.number }) {
          throw APIError(.limitExceeded, "uids", uid, hint: "a UID of the list has \(TagLimits.tagsPerUid) tags already, which is the limit")
        }
        try store.attach([tag.number], to: number)
      }
    }
    return context.success()
  }

  static func uids(_ context: VendorContext) async throws(APIError) -> Response {
    let records = try await context.lookAside { store, app in
      let (_, tag) = try known(context, app, store)
      let offset = context.query["offsetUid"]
      let limit = try context.query.int("limit", default: 100, min: 1, max: 1000)
      return try store.uidRecords(with: tag.number, after: offset, limit: limit)
    }
    return context.success { writer in
      writer.key("uids")
      writer.beginArray()
      for record in records { TagObject.write(record, context.version, to: &writer) }
      writer.endArray()
    }
  }

  static func detach(_ context: VendorContext) async throws(APIError) -> Response {
    try await context.change { store, app in
      let (app, tag) = try known(context, app, store.reading)
      for uid in try UidRoutes.listed(context) {
        if let number = try store.reading.uidNumber(uid, app: app) { try store.detach(tag.number, from: number) }
      }
    }
    return context.success()
  }

  /// The tag that the path names, looked up before the body's fields (F5).
  private static func known(_ context: VendorContext, _ app: AppNumber?, _ store: ReadTransaction) throws -> (AppNumber, Tag) {
    let tagId = context.parameters["tagId"]
    guard let app, let tag = try store.tag(tagId, app: app) else {
      throw APIError(.notFound, "tagId", tagId, hint: "no tag of this ID in app \(context.appkey); GET /tags lists them, POST /tags makes one")
    }
    return (app, tag)
  }

  private static func name(_ context: VendorContext) throws(APIError) -> String { try name(FieldReader(object: try context.body())) }

  static func name(_ body: FieldReader) throws(APIError) -> String {
    let name = try body.string("tagName", max: TagLimits.nameLength)
    if CharacterRules.containsWhiteSpace(name) { throw body.forbidden("tagName", name, "must not contain white space") }
    return name
  }

  private static func taken(_ name: String) -> APIError {
    APIError(.invalidParameter, "tagName", name, hint: "another tag of this app has that name already; names are unique")
  }
}

/// Tag IDs: eight characters of `[A-Za-z0-9]` (contract 24).
enum TagIdentifier {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  static func random() -> String { String((0..<8).map { _ in alphabet.randomElement()! }) }
}
