import PushStore

/// What became of every message for one token, in all its push types, also after it is gone.
enum TokenDeliveryRoutes {
  /// Newest message first; a message's deliveries are never split over pages. `next`, where there may be more, is the `before` of the next page.
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["limit", "before"])
    let (appkey, _) = try context.app()
    let token = context.parameters["token"]
    let limit = try context.int("limit", default: 25, in: 1...1_000)
    let before = try context.int("before", default: 0, in: 0...Int.max)
    return try await context.aside(appkey) { store, app, writer in
      let numbers = try app.map { app in try PushType.allCases.compactMap { try store.tokenNumber(token, $0, app: app) } } ?? []
      guard let app, !numbers.isEmpty else {
        throw ControlError(status: 404, sentence: "No token with this text was ever registered for the app; it is compared byte by byte, tenant suffix included.")
      }
      let cursor = before == 0 ? nil : MessageNumber(messageId: Int64(before)) ?? MessageNumber(0)
      let found = try messages(numbers, before: cursor, limit: limit + 1, app: app, store)
      writer.key("deliveries")
      writer.beginArray()
      for message in found.prefix(limit) {
        var objects = try DeliveryObjects(message, appkey: appkey, store)
        for number in numbers {
          guard let delivery = try store.delivery(message, token: number) else { continue }
          writer.beginObject()
          writer.key("messageId")
          writer.int64(message.number.messageId)
          try objects.object(delivery, store).members(to: &writer)
          writer.endObject()
        }
      }
      writer.endArray()
      if found.count > limit { writer.member("next", String(found[limit - 1].number.messageId)) }
    }
  }

  /// Messages that decided anything for one of the tokens, each once, newest first.
  private static func messages(
    _ tokens: [TokenNumber], before: MessageNumber?, limit: Int, app: AppNumber, _ store: ReadTransaction
  ) throws -> [Message] {
    var found: [MessageNumber: Message] = [:]
    for token in tokens {
      for message in try store.messages(deciding: token, before: before, limit: limit, app: app) { found[message.number] = message }
    }
    return Array(found.values.sorted { $0.number > $1.number }.prefix(limit))
  }
}
