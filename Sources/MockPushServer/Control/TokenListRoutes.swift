import PushStore

/// What an app has registered: found, looked at, registered as an SDK would, and unregistered.
enum TokenListRoutes {
  private static let queryKeys = ["prefix", "uid", "pushType", "notification", "ad", "nightAd", "country", "language", "tag", "limit", "after"]

  /// Newest first; with a prefix by uid, then by token. `next`, where there may be more, is the `after` of the next page.
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(queryKeys)
    let (appkey, settings) = try context.app()
    let search = try TokenSearch(context)
    let object = ListedToken(settings: settings, now: context.server.clock.now)
    return try await context.aside(appkey) { store, app, writer in
      let filter = try app.map { try search.filter(store, app: $0) } ?? nil
      let found = try app.flatMap { app in
        try filter.map { try store.registrations($0, after: search.cursor, limit: search.limit, app: app) }
      } ?? RegistrationPage()
      writer.key("tokens")
      writer.beginArray()
      for registration in found.registrations {
        writer.beginObject()
        object.members(registration, to: &writer)
        writer.endObject()
      }
      writer.endArray()
      writer.cursor(found.next?.text)
      writer.member("scanned", found.scanned)
      if let app, let filter, filter.isCounted {
        let counts = try store.counts(app: app)
        writer.member("totalCount", filter.pushType.map { counts.tokens[$0] ?? 0 } ?? counts.tokenTotal)
      } else if app == nil {
        writer.member("totalCount", 0)
      }
    }
  }

  /// The token's registrations in all its push types, or in one.
  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["pushType"])
    let (appkey, settings) = try context.app()
    let text = context.parameters["token"]
    let pushType = try context.pushType("pushType")
    let object = ListedToken(settings: settings, now: context.server.clock.now)
    return try await context.aside(appkey) { store, app, writer in
      let found = try app.map { app in try (pushType.map { [$0] } ?? PushType.allCases).compactMap { try store.registration(text, $0, app: app) } } ?? []
      guard !found.isEmpty else {
        throw ControlError(
          status: 404, sentence: "The app has no \(pushType.map { $0.name + " " } ?? "")registration of this token; it is compared byte by byte, tenant suffix included.")
      }
      writer.key("tokens")
      writer.beginArray()
      for registration in found { try object.write(registration, store, to: &writer) }
      writer.endArray()
    }
  }

  private static let register24 = VendorCall(.post, "/tokens", keys: RegistrationBody.keys, TokenRoutes.register)

  /// As an SDK of the newest version does.
  static func register(_ context: ControlContext) async throws -> Response {
    let answer = try await register24.respond(context)
    guard answer.status == 200 else { return answer }
    let (appkey, settings) = try context.app()
    let request = try RegistrationBody.decode(try context.object(), .v24)
    let object = ListedToken(settings: settings, now: context.server.clock.now)
    return try await context.aside(appkey) { store, app, writer in
      // Nil where another request has removed it meanwhile.
      guard let app, let found = try store.registration(request.token, request.pushType, app: app) else { return }
      writer.key("token")
      try object.write(found, store, to: &writer)
    }
  }

  /// In all its push types, or in one. A token that is not there is no fault, as for SDKs, which unregister twice (R33).
  static func delete(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["pushType"])
    try context.expectNoMembers()
    let (appkey, _) = try context.app()
    let text = context.parameters["token"]
    let pushType = try context.pushType("pushType")
    let now = context.server.clock.now
    let removed = try await context.server.store.write { store in
      try store.reading.appNumber(appkey).map { try store.unregister(text, pushType, app: $0, now: now) } ?? 0
    }
    return context.json { $0.member("removed", removed) }
  }
}

/// What GET …/tokens asks for.
struct TokenSearch: Sendable {
  private let prefix: String?
  private let uid: String?
  private let tag: String?
  /// Without uid and tag, which are looked up.
  private let plain: RegistrationFilter
  let limit: Int
  let cursor: RegistrationCursor?

  init(_ context: ControlContext) throws(ControlError) {
    let query = context.query
    (prefix, uid, tag) = (query["prefix"], query["uid"], query["tag"])
    var filter = RegistrationFilter()
    filter.prefix = prefix
    filter.pushType = try context.pushType("pushType")
    filter.notification = try context.flag("notification")
    filter.ad = try context.flag("ad")
    filter.nightAd = try context.flag("nightAd")
    filter.country = query["country"]
    filter.language = query["language"]
    plain = filter
    limit = try context.int("limit", default: 50, in: 1...200)
    cursor = try context.cursor(RegistrationCursor.init)
  }

  /// Nil where nothing can match: there is no such uid.
  ///
  /// - Throws: 404 for a tag that the app does not have.
  func filter(_ store: ReadTransaction, app: AppNumber) throws -> RegistrationFilter? {
    var filter = plain
    if let tag {
      guard let found = try store.tag(tag, app: app) else {
        throw ControlError(status: 404, sentence: "The app has no tag `\(ShownValue.oneLine(tag))`; tag is a tagId, and GET …/tags lists them.")
      }
      filter.tag = found.number
    }
    if let uid {
      guard let number = try store.uidTextNumber(uid, app: app) else { return nil }
      filter.uid = number
    }
    return filter
  }
}

/// A token as the control API shows it: the vendor's object of the newest version, and what a page shows beside it.
struct ListedToken: Sendable {
  let settings: AppSettings
  let now: Timestamp

  func members(_ registration: Registration, to writer: inout JSONWriter) {
    TokenObject(version: .v24, place: .byToken).members(registration, to: &writer)
    writer.member("createdDateTime", registration.createdAt)
    if let tenant = TenantToken(registration.token).tenant { writer.member("tenant", String(tenant)) }
    writer.member("isExpired", TokenExpiry.isOver(activatedAt: registration.activatedAt, months: settings.tokenExpiryMonths, now: now))
  }

  /// With the tags of its uid.
  func write(_ registration: Registration, _ store: ReadTransaction, to writer: inout JSONWriter) throws {
    writer.beginObject()
    members(registration, to: &writer)
    writer.key("tags")
    writer.beginArray()
    for tag in try store.tags(of: registration.uidNumber) { TagObject.write(tag, to: &writer) }
    writer.endArray()
    writer.endObject()
  }
}

extension ControlContext {
  func pushType(_ name: String) throws(ControlError) -> PushType? { try choice(name, of: PushType.allCases, named: \.name) }

  func flag(_ name: String) throws(ControlError) -> Bool? { try choice(name, of: [true, false], named: { $0 ? "true" : "false" }) }

  /// The `after` of a paged list.
  func cursor<Cursor>(_ read: (String) -> Cursor?) throws(ControlError) -> Cursor? {
    guard let text = query["after"] else { return nil }
    guard let cursor = read(text) else {
      throw .badRequest("after \(ShownValue.phrase(text)): it is the `next` of an answer, as it came.")
    }
    return cursor
  }
}

extension JSONWriter {
  /// `next`: null at the end.
  mutating func cursor(_ next: String?) {
    key("next")
    if let next { string(next) } else { null() }
  }
}
