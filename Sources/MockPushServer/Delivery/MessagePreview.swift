import PushStore

/// What would become of a message that is sent at a moment: the rules of sending over the registrations of now, without storing anything.
struct MessagePreview: Sendable {
  /// One registration that the target names.
  struct Decision: Sendable {
    let token: TokenNumber
    let text: String
    let uid: String
    let pushType: PushType
    let reason: DeliveryReason
    let rendering: Int?
    /// Where the provider would replace the token.
    let newToken: String?
  }

  private(set) var plan: MessagePlan
  let messageId: Int64
  let now: Timestamp
  private(set) var counts: [DeliveryReason: Int] = [:]
  private(set) var decisions: [Decision] = []
  private(set) var tally = TargetTally()
  private let walk: RecipientWalk
  private let circumstances: DeliveryCircumstances
  private var texts = SharedTexts()
  private var cursor = TokenNumber(0)
  private let limit: Int
  private let pushType: PushType?
  private let listed: Set<Int64>?

  /// - Parameters:
  ///   - limit: how many decisions are kept; counts are of all.
  ///   - pushType: the only one whose decisions are kept; nil for any.
  ///   - listed: the only tokens whose decisions are kept; nil for any.
  init(
    _ body: MessageBody, _ settings: AppSettings, app: AppNumber, rules: [DeviceRule], at now: Timestamp, limit: Int, only pushType: PushType?,
    listed: Set<Int64>?, _ store: ReadTransaction
  ) throws {
    self.now = now
    self.limit = limit
    self.pushType = pushType
    self.listed = listed
    messageId = try store.nextMessageNumber().messageId
    plan = MessagePlan(body: body, settings: settings, messageId: messageId, ttlFrom: now, isNight: MessagePlan.isNight(settings, at: now))
    walk = try RecipientWalk(body.target, app: app, store)
    circumstances = try DeliveryCircumstances(rules, windowMinutes: settings.duplicateWindowMinutes, app: app, store) { window in
      let key = body.duplicateKey(setting: settings.adWordPosition).bytes
      return try store.duplicates(key: key, since: now.advanced(byMilliseconds: -window), app: app)
    }
  }

  /// Decides the next registrations.
  ///
  /// - Returns: false at the end.
  mutating func page(_ size: Int, _ store: ReadTransaction) throws -> Bool {
    guard let page = try walk.page(after: cursor, limit: size, store, &texts) else { return false }
    cursor = page.end
    for recipient in page.recipients {
      let (reason, rendering, device) = try plan.decide(recipient, texts, circumstances, now: now, store)
      counts[reason, default: 0] += 1
      if rendering != nil { tally.add(recipient.pushType) }
      let isListed = pushType.map { $0 == recipient.pushType } ?? true && listed?.contains(recipient.token.value) ?? true
      if isListed, decisions.count < limit { try keep(recipient, reason, rendering, device, store) }
    }
    return true
  }

  private mutating func keep(_ recipient: Recipient, _ reason: DeliveryReason, _ rendering: Int?, _ device: Int?, _ store: ReadTransaction) throws {
    guard let text = try store.tokenText(recipient.token)?.text, let uid = try store.uidText(recipient.uid) else { return }
    var newToken: String?
    if reason == .tokenReplaced, let device, case .answers(.replaced(let base)) = circumstances.devices[device].behaviour {
      newToken = base + (TenantToken(text).tenant.map { "#tenant=\($0)" } ?? "")
    }
    decisions.append(
      Decision(
        token: recipient.token, text: text, uid: uid, pushType: recipient.pushType, reason: reason, rendering: rendering, newToken: newToken))
  }

  /// What the message would end as (contract 18.3).
  var status: MessageStatus {
    if let fixed = tally.verdict(plan) { return fixed }
    return counts[.invalidMessage] == tally.total ? .cancelInvalidMessage : .complete
  }

  /// Whether the target names the registrations of a uid.
  func names(_ uid: UidNumber) -> Bool { walk.names(uid) }
}
