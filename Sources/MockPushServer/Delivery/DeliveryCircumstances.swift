import PushStore

/// What decides a delivery beside the message and its recipient: how devices answer, and which earlier messages make this one a duplicate.
struct DeliveryCircumstances: Sendable {
  /// How long a message may take from its creation to its last delivery, for finding earlier ones.
  private static let longestDelivery: Int64 = 24 * 3_600_000

  private(set) var devices = DeviceRules()
  private var duplicates: [(number: MessageNumber, createdAt: Timestamp)] = []
  private var windowMinutes = 0

  /// Every device accepts, and nothing was sent before.
  init() {}

  /// - Parameters:
  ///   - windowMinutes: of duplicate prevention; 0 = off.
  ///   - equals: messages with the same duplicate key that were made at most so many milliseconds ago.
  init(
    _ rules: [DeviceRule], windowMinutes: Int, app: AppNumber, _ store: ReadTransaction,
    equals: (_ window: Int64) throws -> [(number: MessageNumber, createdAt: Timestamp)]
  ) throws {
    devices = try DeviceRules(rules, app: app, store)
    self.windowMinutes = windowMinutes
    // A message sends for a while after its creation, so older ones are looked at too; each delivery is compared by its own moment.
    if windowMinutes > 0 { duplicates = try equals(Int64(windowMinutes) * 60_000 + Self.longestDelivery) }
  }

  /// Whether an equal message was sent to the token within the window before `now` (contract 17.1).
  func isDuplicate(_ token: TokenNumber, now: Timestamp, _ store: ReadTransaction) throws -> Bool {
    for earlier in duplicates {
      if let sentAt = try store.sentAt(earlier.number, createdAt: earlier.createdAt, token: token),
        DuplicateKey.window(windowMinutes, reaches: sentAt, from: now)
      {
        return true
      }
    }
    return false
  }
}

extension MessagePlan {
  /// Contract 11, steps 2 to 10, for a registration that the target names: what became of it, which rendering it has if it is a target, and
  /// the place of the rule about its device.
  mutating func decide(
    _ recipient: Recipient, _ texts: SharedTexts, _ circumstances: DeliveryCircumstances, now: Timestamp, _ store: ReadTransaction
  ) throws -> (reason: DeliveryReason, rendering: Int?, device: Int?) {
    if let reason = filter(recipient, texts, now: now) { return (reason, nil, nil) }
    let isDuplicate = try circumstances.isDuplicate(recipient.token, now: now, store)
    let device = try circumstances.devices.place(for: recipient, store)
    let answer = device.map { circumstances.devices[$0].behaviour.answer(to: recipient.pushType) } ?? .accept
    let (reason, rendering) = outcome(recipient, texts, isDuplicate: isDuplicate, answer: answer, now: now)
    return (reason, rendering, device)
  }
}

extension Message {
  /// The body and settings with which it was accepted.
  func parts() throws(UnreadableMessage) -> (body: MessageBody, settings: AppSettings) {
    guard let json = try? JSONParser.parse(body.utf8), let object = json.objectValue, let read = MessageBody(stored: object),
      let settings = DeliverySettings.read(settings)
    else { throw UnreadableMessage(number: number) }
    return (read, settings)
  }
}
