import PushStore

/// Tokens (contract 7): what SDKs register, query and unregister, and what a backend lists.
enum TokenRoutes {
  static func register(_ context: VendorContext) async throws(APIError) -> Response {
    let request = try RegistrationBody.decode(try context.body(), context.version)
    let singleToken = context.settings.appType == .single
    let now = context.now
    let isDueChanged = try await context.record { store, app in
      try store.register(request, singleToken: singleToken, app: app, now: now)
      return try LaterOffsets.add(zone: request.timezoneId, app: app, now: now, store)
    }
    if isDueChanged { await context.signal.dueChanged() }
    return context.success()
  }

  static func get(_ context: VendorContext) async throws(APIError) -> Response {
    let token = context.parameters["token"]
    let pushType = try context.pushType(try context.query.require("pushType"))
    let found = try await context.read { store, app in try store.registration(token, pushType, app: app) } ?? nil
    guard let found else {
      throw APIError(.notFound, "token", token, hint: "no \(context.version.name(of: pushType)) registration of this token in app \(context.appkey); "
        + "a token belongs to one push type, and the sandbox ones are apart")
    }
    return context.success { writer in
      writer.key("token")
      TokenObject(version: context.version, place: .byToken).write(found, to: &writer)
    }
  }

  static func list(_ context: VendorContext) async throws(APIError) -> Response {
    let uid = try context.query.require("uid")
    let found = try await context.readAside { store, app in
      try store.uidNumber(uid, app: app).map { try store.registrations(of: $0, app: app) }
    } ?? nil
    return success(context, found ?? [], .byUid)
  }

  static func listByCursor(_ context: VendorContext) async throws(APIError) -> Response {
    let (uid, token) = (context.query["cursorUid"], context.query["cursorToken"])
    if uid == nil, token != nil { _ = try context.query.require("cursorUid") }
    if uid != nil, token == nil { _ = try context.query.require("cursorToken") }
    let limit = try context.query.int("limit", default: 1000, min: 1, max: 1000)
    let found = try await context.readAside { store, app in
      try store.registrations(after: uid.map { ($0, token!) }, limit: limit, app: app)
    }
    return success(context, found ?? [], .byToken)
  }

  static func delete(_ context: VendorContext) async throws(APIError) -> Response {
    let token = context.parameters["token"]
    let pushType: PushType? = if let name = context.query["pushType"] { try context.pushType(name) } else { nil }
    let now = context.now
    // R33: SDKs unregister twice; nothing there is success.
    try await context.change { store, app in
      if let app { try store.unregister(token, pushType, app: app, now: now) }
    }
    return context.success()
  }

  private static func success(_ context: VendorContext, _ found: [Registration], _ place: TokenObject.Place) -> Response {
    context.success { writer in
      writer.key("tokens")
      writer.beginArray()
      let object = TokenObject(version: context.version, place: place)
      for registration in found { object.write(registration, to: &writer) }
      writer.endArray()
    }
  }
}
