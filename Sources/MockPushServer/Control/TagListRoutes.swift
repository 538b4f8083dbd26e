import PushStore

/// An app's tags and UIDs in pages, by name.
enum TagListRoutes {
  static func tags(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["prefix", "limit", "after"])
    let (appkey, _) = try context.app()
    let prefix = context.query["prefix"] ?? ""
    let limit = try context.int("limit", default: 50, in: 1...200)
    // Names are unique, so the last tag's name is where the next page begins; the tag itself may be gone by then.
    let after = context.query["after"]
    return try await context.aside(appkey) { store, app, writer in
      let found = try app.map { try store.tags(prefix: prefix, after: after, limit: limit + 1, app: $0) } ?? []
      writer.key("tags")
      writer.beginArray()
      for (tag, uidCount) in found.prefix(limit) {
        writer.beginObject()
        TagObject.members(tag, to: &writer)
        writer.member("uidCount", uidCount)
        writer.endObject()
      }
      writer.endArray()
      writer.cursor(found.count > limit ? found[limit - 1].tag.name : nil)
      writer.member("totalCount", try app.map { try store.tagCount(app: $0) } ?? 0)
    }
  }

  static func uids(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["prefix", "limit", "after"])
    let (appkey, _) = try context.app()
    let prefix = context.query["prefix"] ?? ""
    let limit = try context.int("limit", default: 50, in: 1...200)
    let after = try context.cursor { Int64($0).map { UidNumber($0) } }
    return try await context.aside(appkey) { store, app, writer in
      let found = try app.map { try store.uids(prefix: prefix, after: after, limit: limit, app: $0) }
      writer.key("uids")
      writer.beginArray()
      for uid in found?.page ?? [] {
        writer.beginObject()
        writer.member("uid", uid.uid)
        writer.member("tokenCount", uid.tokenCount)
        writer.member("tagCount", uid.tagCount)
        writer.endObject()
      }
      writer.endArray()
      writer.cursor((found?.next).map { String($0.value) })
      writer.member("totalCount", try app.map { try store.counts(app: $0).uids } ?? 0)
    }
  }

  /// The vendor's object, and the uid's tokens whole.
  static func uid(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, settings) = try context.app()
    let uid = context.parameters["uid"]
    let object = ListedToken(settings: settings, now: context.server.clock.now)
    return try await context.aside(appkey) { store, app, writer in
      guard let app, let number = try store.uidNumber(uid, app: app), let record = try store.uidRecord(uid, app: app) else { throw unknown(uid) }
      writer.key("uid")
      TagObject.write(record, .v24, to: &writer)
      writer.key("tokens")
      writer.beginArray()
      for registration in try store.registrations(of: number, app: app) {
        writer.beginObject()
        object.members(registration, to: &writer)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  /// With its tags and tokens. Unlike the vendor's list in a query, a path can name a UID with a comma.
  static func deleteUid(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    let (appkey, _) = try context.app()
    let uid = context.parameters["uid"]
    let now = context.server.clock.now
    let removed = try await context.server.store.write { store in
      guard let app = try store.reading.appNumber(appkey), let number = try store.reading.uidNumber(uid, app: app) else { throw unknown(uid) }
      let tokens = try store.reading.registrations(of: number, app: app).count
      try store.deleteUid(uid, app: app, now: now)
      return tokens
    }
    return context.json { $0.member("removedTokens", removed) }
  }

  private static func unknown(_ uid: String) -> ControlError {
    ControlError(status: 404, sentence: "The app has no UID record `\(ShownValue.oneLine(uid))`; one is made by registering a token with that uid, or by POST …/uids.")
  }
}
