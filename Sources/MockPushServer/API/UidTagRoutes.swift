import PushStore

/// Tag IDs of a UID (contract 25): what the SDK's user tags call, without credential.
enum UidTagRoutes {
  private static let most = TagLimits.tagsPerUid

  static func add(_ context: VendorContext) async throws(APIError) -> Response { try await change(context, replacing: false) }

  static func set(_ context: VendorContext) async throws(APIError) -> Response { try await change(context, replacing: true) }

  static func get(_ context: VendorContext) async throws(APIError) -> Response {
    let uid = context.parameters["uid"]
    let tags = try await context.read { store, app in try store.uidNumber(uid, app: app).map { try store.tags(of: $0) } } ?? nil
    guard let tags else { throw unknown(uid) }
    return context.success { writer in
      writer.key("tagIds")
      writer.beginArray()
      for tag in tags { writer.string(tag.tagId) }
      writer.endArray()
    }
  }

  static func remove(_ context: VendorContext) async throws(APIError) -> Response {
    try await context.change { store, app in
      let (app, number) = try known(context, app, store.reading)
      let tagIds = context.query.list("tagIds")
      if tagIds.isEmpty {
        let shown = context.query.has("tagIds") ? "" : "null"
        throw APIError(.empty, "tagIds", shown, hint: "the query parameter tagIds is required: a comma list of tag IDs")
      }
      for tagId in tagIds {
        if let tag = try store.reading.tag(tagId, app: app) { try store.detach(tag.number, from: number) }
      }
    }
    return context.success()
  }

  /// F33: unknown UID, then the shape of `tagIds`, then an unknown tag, then the 17th tag.
  private static func change(_ context: VendorContext, replacing: Bool) async throws(APIError) -> Response {
    let body = FieldReader(object: try context.body())
    try await context.change { store, app in
      let (app, number) = try known(context, app, store.reading)
      let tagIds = try body.strings("tagIds", allowsEmpty: replacing)
      let tags = try TagLookup.resolve(tagIds, app: app, store.reading) { tagId in
        APIError(.invalidParameter, "tagIds", tagId, hint: "tagIds names a tag ID that does not exist in app \(context.appkey); tags are made by POST /tags")
      }
      let attached = replacing ? [] : try store.reading.tags(of: number).map(\.number)
      let count = Set(attached).union(tags).count
      if count > most {
        throw APIError(.limitExceeded, "tagIds", "\(count)", hint: "the UID would have \(count) tags; at most \(most) are allowed")
      }
      if replacing { try store.setTags(tags, of: number) } else { try store.attach(tags, to: number) }
    }
    return context.success()
  }

  private static func known(_ context: VendorContext, _ app: AppNumber?, _ store: ReadTransaction) throws -> (AppNumber, UidNumber) {
    let uid = context.parameters["uid"]
    guard let app, let number = try store.uidNumber(uid, app: app) else { throw unknown(uid) }
    return (app, number)
  }

  private static func unknown(_ uid: String) -> APIError {
    APIError(.notFound, "uid", uid, hint: "no UID record of this name: one is made by registering a token with that uid, or by POST /uids")
  }
}
