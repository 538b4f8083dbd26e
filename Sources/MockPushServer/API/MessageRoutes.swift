import PushStore

/// Messages (contract 10, 18).
enum MessageRoutes {
  static func send(_ context: VendorContext) async throws(APIError) -> Response {
    let rules = MessageRules(version: context.version, provisionedResourceIds: context.settings.provisionedResourceIds)
    let body = try MessageBody(try context.body(), rules)
    try MessageAcceptance.checkCertificates(body, context.settings)
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
}
