import PushStore

/// Messages of every origin, and what became of them.
enum MessageReadRoutes {
  /// Newest first.
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["pageIndex", "pageSize", "status"])
    let (appkey, _) = try context.app()
    let index = try context.int("pageIndex", default: 0, in: 0...1_000_000)
    let size = try context.int("pageSize", default: 25, in: 1...100)
    let status = try context.choice("status", of: MessageStatus.allCases, named: \.name)
    return try await context.aside(appkey) { store, app, writer in
      let found = try app.map {
        try store.messages(
          app: $0, origins: Set(MessageOrigin.allCases), status: status, from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max),
          offset: index * size, limit: size)
      }
      writer.key("messages")
      writer.beginArray()
      for message in found?.page ?? [] {
        writer.beginObject()
        try ControlMessage(message, store).members(to: &writer)
        writer.endObject()
      }
      writer.endArray()
      writer.member("totalCount", found?.total ?? 0)
    }
  }

  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    let name = try MessageLookup(context.parameters["messageId"])
    return try await context.aside(appkey) { store, app, writer in
      let message = try name.find(store, app)
      try ControlMessage(message, store).members(to: &writer)
      writer.counts(try store.deliveryCounts(message.number))
    }
  }

  /// In the order of the tokens' first registration. `next`, where there may be more, is the `after` of the next page.
  static func deliveries(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["limit", "after", "outcome", "reason", "token", "uid"])
    let (appkey, _) = try context.app()
    let name = try MessageLookup(context.parameters["messageId"])
    let filter = try DeliveryFilter(context)
    return try await context.aside(appkey) { store, app, writer in
      let message = try name.find(store, app)
      var objects = try DeliveryObjects(message, appkey: appkey, store)
      var page = try filter.deliveries(of: message, store)
      let hasMore = page.count > filter.limit
      if hasMore { page.removeLast() }
      writer.key("messageId")
      writer.int64(message.number.messageId)
      writer.member("messageStatus", message.status.name)
      writer.key("deliveries")
      writer.beginArray()
      for delivery in page { try objects.object(delivery, store).write(to: &writer) }
      writer.endArray()
      if hasMore, let last = page.last { writer.member("next", String(last.tokenNumber.value)) }
    }
  }
}

/// Which deliveries of a message are asked for.
struct DeliveryFilter: Sendable {
  let limit: Int
  let after: TokenNumber
  let outcome: DeliveryReason.Outcome?
  let reason: DeliveryReason?
  let token: String?
  let uid: String?

  init(_ context: ControlContext) throws(ControlError) {
    limit = try context.int("limit", default: 100, in: 1...1_000)
    after = TokenNumber(Int64(try context.int("after", default: 0, in: 0...Int.max)))
    outcome = try context.choice("outcome", of: DeliveryReason.Outcome.allCases, named: \.rawValue)
    reason = try context.choice("reason", of: DeliveryReason.allCases, named: \.code)
    token = context.query["token"]
    uid = context.query["uid"]
  }

  /// One more than `limit` where there are more.
  func deliveries(of message: Message, _ store: ReadTransaction) throws -> [Delivery] {
    var uidNumber: UidNumber?
    if let uid {
      guard let number = try store.uidTextNumber(uid, app: message.app) else { return [] }
      uidNumber = number
    }
    guard let token else {
      return try store.deliveries(message, after: after, outcome: outcome, reason: reason, uid: uidNumber, limit: limit + 1)
    }
    return try PushType.allCases
      .compactMap { try store.tokenNumber(token, $0, app: message.app) }
      .compactMap { try store.delivery(message, token: $0) }
      .filter { delivery in
        delivery.tokenNumber.value > after.value && outcome.map { delivery.reason.outcome == $0 } ?? true
          && reason.map { delivery.reason == $0 } ?? true && uid.map { delivery.uid.hasSameBytes(as: $0) } ?? true
      }
      .sorted { $0.tokenNumber.value < $1.tokenNumber.value }
  }
}
