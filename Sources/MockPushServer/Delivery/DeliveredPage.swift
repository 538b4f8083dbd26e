import PushStore

/// The outcomes of one page, written in one transaction together with the cursor.
struct DeliveredPage: Sendable {
  let message: Message
  let generation: Int
  /// Nil leaves the cursor.
  let end: TokenNumber?
  let now: Timestamp
  var deliveries: [NewDelivery] = []
  var renderings: [StoredRendering] = []
  var errorGroups: [ErrorGroup] = []
  var invalid: [(token: TokenNumber, uid: UidNumber)] = []
  var replaced: [(token: TokenNumber, by: String)] = []
  /// What an ad opt-in guide told: kept, because the registration may change.
  var consentDates: [(token: TokenNumber, agreedAt: Timestamp)] = []
  /// What simulated devices will report.
  var receipts: [PlannedReceipt] = []

  /// One entry of message-errors (contract 19).
  struct ErrorGroup: Hashable, Sendable {
    let pushType: PushType
    let reason: DeliveryReason
    let rendering: Int32
  }

  init(message: Message, generation: Int, end: TokenNumber?, now: Timestamp) {
    self.message = message
    self.generation = generation
    self.end = end
    self.now = now
  }

  func write(to store: WriteTransaction) throws {
    guard try store.isCurrent(message.app, since: generation) else { throw DeliveryOvertaken() }
    for rendering in renderings { try store.insert(rendering, message: message.number) }
    let sent = try store.insert(deliveries, of: message, at: now)
    for group in errorGroups {
      try store.ensureErrorGroup(message, pushType: group.pushType, reason: group.reason, rendering: group.rendering, now: now)
    }
    for (token, uid) in invalid { try store.invalidate(token, uid: uid, by: message, now: now) }
    for (token, text) in replaced { try replace(token, by: text, store) }
    for (token, agreedAt) in consentDates { try store.insertConsentDate(agreedAt, message: message.number, token: token) }
    try store.plan(receipts, of: message.number)
    if let end { try store.advance(message.number, to: end, sent: sent) }
  }

  private func replace(_ token: TokenNumber, by text: String, _ store: WriteTransaction) throws {
    guard let old = try store.reading.tokenText(token) else { return }
    let tenant = TenantToken(old.text).tenant.map { "#tenant=\($0)" } ?? ""
    if let number = try store.replace(token, by: text + tenant, app: message.app, now: now) {
      try store.setNewToken(number, message: message.number, token: token)
    }
  }
}
