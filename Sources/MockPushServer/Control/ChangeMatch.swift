import PushStore

/// Which changes somebody watches: deliveries by what they have, and ends of messages.
struct ChangeMatch: Sendable {
  static let queryKeys = ["appkey", "messageId", "uid", "token", "pushType", "outcome"]

  var appkey: String?
  var message: MessageNumber?
  var uid: String?
  /// Full text.
  var token: String?
  var pushType: PushType?
  var outcome: DeliveryReason.Outcome?
  var hasDeliveries = true
  var hasCompletions = false

  init(appkey: String?, hasDeliveries: Bool, hasCompletions: Bool) {
    (self.appkey, self.hasDeliveries, self.hasCompletions) = (appkey, hasDeliveries, hasCompletions)
  }

  init(_ context: ControlContext) throws(ControlError) {
    appkey = context.query["appkey"]
    uid = context.query["uid"]
    token = context.query["token"]
    pushType = try context.choice("pushType", of: PushType.allCases, named: \.name)
    outcome = try context.choice("outcome", of: DeliveryReason.Outcome.allCases, named: \.rawValue)
    guard let id = context.query["messageId"] else { return }
    message = Int64(id).flatMap { MessageNumber(messageId: $0) }
    if message == nil { throw .badRequest("messageId is a number such as 3500000000000001; no message can have \(ShownValue.oneLine(id)).") }
  }

  /// Something to tell: `delivery` or `message`, as one JSON object.
  struct Event: Sendable {
    let number: Int
    let app: AppNumber
    let name: String
    let json: [UInt8]
  }

  /// What there is to tell of some changes behind a number.
  ///
  /// - Parameter limit: of rows that are looked up. The position tells up to where all is told.
  func events(
    _ changes: [(first: Int, element: Change)], after position: Int, limit: Int, _ store: ReadTransaction
  ) throws -> (events: [Event], position: Int) {
    var events: [Event] = []
    var position = position
    var lookedUp = 0
    for (first, change) in changes {
      // Deleted since, or never wanted.
      let mayBeTold = try wants(change) && store.isCurrent(change.app)
      let message = mayBeTold ? try store.message(change.message, app: change.app) : nil
      switch change.kind {
      case .completion:
        if let message, hasCompletions {
          if lookedUp == limit { return (events, position) }
          lookedUp += 1
          events.append(Event(number: first, app: change.app, name: "message", json: try Self.completion(message, change.appkey, store)))
        }
        position = first
      case .deliveries(let all):
        if let message, hasDeliveries {
          var page = try DeliveryPage(self, message, change.appkey, store)
          for index in max(0, position + 1 - first)..<all.count where page.mayMatch(all[index]) {
            if lookedUp == limit { return (events, first + index - 1) }
            lookedUp += 1
            guard let json = try page.text(all[index], store) else { continue }
            events.append(Event(number: first + index, app: change.app, name: "delivery", json: json))
          }
        }
        position = first + all.count - 1
      }
    }
    return (events, position)
  }

  private func wants(_ change: Change) -> Bool {
    (appkey.map { change.appkey.hasSameBytes(as: $0) } ?? true) && (message.map { change.message == $0 } ?? true)
  }

  private static func completion(_ message: Message, _ appkey: String, _ store: ReadTransaction) throws -> [UInt8] {
    var writer = JSONWriter(capacity: 1_024)
    writer.beginObject()
    writer.member("event", "message")
    writer.member("appkey", appkey)
    try ControlMessage(message, store).members(to: &writer)
    writer.counts(try store.deliveryCounts(message.number))
    writer.endObject()
    return writer.bytes
  }
}

/// Deliveries of one message that a match may want.
private struct DeliveryPage {
  private let match: ChangeMatch
  private let message: Message
  private let appkey: String
  /// Nil: any.
  private var tokens: Set<TokenNumber>?
  private var uids: Set<UidNumber>?
  private var objects: DeliveryObjects

  init(_ match: ChangeMatch, _ message: Message, _ appkey: String, _ store: ReadTransaction) throws {
    (self.match, self.message, self.appkey) = (match, message, appkey)
    objects = try DeliveryObjects(message, appkey: appkey, store)
    if let token = match.token {
      let types = match.pushType.map { [$0] } ?? PushType.allCases
      tokens = Set(try types.compactMap { try store.tokenNumber(token, $0, app: message.app) })
    }
    if let uid = match.uid { uids = Set([try store.uidTextNumber(uid, app: message.app)].compactMap { $0 }) }
  }

  /// By what is at hand.
  func mayMatch(_ delivery: NewDelivery) -> Bool {
    (match.outcome.map { delivery.reason.outcome == $0 } ?? true) && (tokens?.contains(delivery.token) ?? true)
      && (uids?.contains(delivery.uid) ?? true)
  }

  mutating func text(_ new: NewDelivery, _ store: ReadTransaction) throws -> [UInt8]? {
    // A token that had its outcome already kept that one, and it was told then.
    guard let delivery = try store.delivery(message, token: new.token), delivery.reason == new.reason,
      match.pushType.map({ delivery.pushType == $0 }) ?? true
    else { return nil }
    var writer = JSONWriter(capacity: 1_024)
    writer.beginObject()
    writer.member("event", "delivery")
    writer.member("appkey", appkey)
    writer.key("messageId")
    writer.int64(message.number.messageId)
    try objects.object(delivery, store).members(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}
