import PushStore

/// Messages (contract 10, 18).
enum MessageRoutes {
  static func send(_ context: VendorContext) async throws(APIError) -> Response {
    let rules = MessageRules(version: context.version, provisionedResourceIds: context.settings.provisionedResourceIds)
    let body = try MessageBody(try context.body(), rules)
    try MessageAcceptance.checkCertificates(body, context.settings, context.version)
    let message = MessageAcceptance.newMessage(body, origin: .api, version: context.version.name, settings: context.settings, now: context.now)
    let now = context.now
    let number = try await context.record { store, app in try store.insert(message, app: app, now: now) }
    await context.signal.messageAccepted()
    return context.success { writer in
      writer.key("message")
      writer.beginObject()
      writer.member("messageId", Int(number.messageId))
      writer.member("messageIdString", String(number.messageId))
      writer.endObject()
    }
  }

  static func list(_ context: VendorContext) async throws(APIError) -> Response {
    let paging = try Paging.zeroBased(context.query)
    let range = DateRange(try DateBounds(context.query), now: context.now)
    let origins = try origins(context)
    let status = try context.query.choice("messageStatus", of: MessageStatus.allCases.map(\.name)).flatMap(MessageStatus.init(name:))
    let version = context.version
    let (objects, total) = try await context.readAside { store, app in
      let found = try store.messages(
        app: app, origins: origins, status: status, from: range.from, to: range.to, offset: paging.offset, limit: paging.limit)
      var writer = JSONWriter()
      writer.beginArray()
      for message in found.page { try MessageObject(version: version).write(message, to: &writer) }
      writer.endArray()
      return (writer.bytes, found.total)
    } ?? (Array("[]".utf8), 0)
    return context.success { writer in
      writer.key("messages")
      writer.written(objects)
      writer.member("totalCount", total)
    }
  }

  static func get(_ context: VendorContext) async throws(APIError) -> Response {
    let text = context.parameters["messageId"]
    guard let id = QueryItems.integer(text) else {
      throw APIError(.invalidFormat, "messageId", text, hint: "messageId must be a whole number, as POST /messages answered it")
    }
    let version = context.version
    let visible = visibleOrigins(context)
    let found: (isVisible: Bool, object: [UInt8])? = try await context.read { store, app in
      guard let number = MessageNumber(messageId: Int64(id)), let message = try store.message(number, app: app) else { return nil }
      var writer = JSONWriter()
      try MessageObject(version: version).write(message, to: &writer)
      return (visible.contains(message.origin), writer.bytes)
    } ?? nil
    guard let found, found.isVisible else {
      let hint = found == nil
        ? "app \(context.appkey) has no such message"
        : "the message was sent through the API, and those are not listed; set listApiMessages to true in the app's settings, or look in the logs"
      throw APIError(.notFound, "messageId", text, hint: hint)
    }
    return context.success { writer in
      writer.key("message")
      writer.written(found.object)
    }
  }

  /// Contract 18, F27: what the API made is listed only when the app's setting says so now.
  private static func visibleOrigins(_ context: VendorContext) -> Set<MessageOrigin> {
    Set(MessageOrigin.allCases.filter { $0.isConsole || context.settings.listApiMessages })
  }

  private static func origins(_ context: VendorContext) throws(APIError) -> Set<MessageOrigin> {
    let wanted = try context.query.choice("deliveryType", of: ["INSTANT", "RESERVATION"])
    return visibleOrigins(context).filter { wanted == nil || $0.isReservation == (wanted == "RESERVATION") }
  }
}
