import PushStore

/// Sending as the console does: newest version, and a time to live of 0 lasts for ever (R49).
enum MessageSendRoutes {
  static func send(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, settings) = try context.app()
    let body: MessageBody
    do {
      body = try MessageBody(console: context, settings)
    } catch let error as APIError {
      return context.refused(error)
    }
    let now = context.server.clock.now
    let message = MessageAcceptance.newMessage(body, origin: .console, version: APIVersion.v24.name, settings: settings, now: now)
    let number = try await context.server.store.record { store in try store.insert(message, app: store.ensureApp(appkey, now: now), now: now) }
    await context.server.signal.messageAccepted()
    return context.json { writer in
      writer.key("messageId")
      writer.int64(number.messageId)
      writer.member("messageIdString", String(number.messageId))
    }
  }
}

extension MessageBody {
  /// The body of a request of our own, by the console's rules.
  ///
  /// - Throws: `ControlError` for what no JSON object of these keys is, `APIError` for what the vendor would refuse.
  init(console context: ControlContext, _ settings: AppSettings) throws {
    self = try MessageBody(try context.body(known: Self.keys), .console(provisionedResourceIds: settings.provisionedResourceIds))
    try MessageAcceptance.checkCertificates(self, settings, .v24)
  }

  /// Of the body as it is sent. Our own routes refuse others: the vendor would ignore a mistyped one.
  static let keys = [
    "target", "content", "messageType", "removeGuide", "contact", "timeToLiveMinute", "provisionedResourceId", "adWordPosition", "statsId",
  ]
}

extension ControlContext {
  /// What the vendor's endpoint refuses, in the vendor's words: mostly 422.
  ///
  /// - Parameter endpoint: with what it refuses, e.g. "POST /messages refuses this body".
  func refused(_ error: APIError, by endpoint: String = "POST /messages refuses this body", status: Int = 422) -> Response {
    var response = json { writer in
      writer.member("error", "\(endpoint) with \(error.code.rawValue): \(error.hint).")
      writer.member("resultCode", error.code.rawValue)
      writer.member("resultMessage", error.message)
      writer.member("hint", error.hint)
    }
    response.status = status
    response.note.hint = error.hint
    return response
  }
}
