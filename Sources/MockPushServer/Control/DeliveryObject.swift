import PushStore

/// One delivery as the control API shows it: what happened, why, and every view of the payload (contract 13.6).
struct DeliveryObject {
  var token: String
  var uid: String
  var pushType: PushType
  var reason: DeliveryReason
  var explanation: String
  /// As the provider is given it; nil where nothing was rendered.
  var payload: JSONObject?
  /// As the app is handed it; nil where it gets nothing.
  var appView: JSON?
  var warnings: JSON = []
  /// When it was decided.
  var at: Timestamp
  var newToken: String?

  /// - Parameters:
  ///   - token: its number, for the delivery's ID.
  ///   - rendered: the payload and its warnings; nil where nothing was rendered.
  ///   - agreedAt: the date of consent that an ad opt-in guide tells.
  init(
    token: TokenNumber, text: String, uid: String, pushType: PushType, reason: DeliveryReason, rendered: (rendering: Rendering, warnings: JSON)?,
    sentence: DeliverySentence, messageId: Int64, at: Timestamp, newToken: String?, agreedAt: Timestamp? = nil
  ) {
    (self.token, self.uid, self.pushType, self.reason, self.at, self.newToken) = (text, uid, pushType, reason, at, newToken)
    let id = MessagePlan.deliveryId(messageId, token)
    let byteCount = rendered?.rendering.byteCount(deliveryIdLength: id.utf8.count, hasConsentDate: agreedAt != nil)
    explanation = sentence.text(reason, pushType, byteCount: byteCount)
    guard let rendered, let byteCount else { return }
    let delivery = Rendering.Delivery(deliveryId: id, sentDateTime: DateText.iso(at), consentDate: agreedAt.map(ConsentDateText.text))
    payload = rendered.rendering.providerRequest(delivery, baseToken: String(TenantToken(text).base))
    warnings = Self.warnings(rendered.warnings, DeliveryWarning.size(byteCount, pushType))
    if reason.outcome == .sent, reason != .offline { appView = Self.shown(rendered.rendering.appView(delivery), pushType) }
  }

  /// Those of the rendering, with the size of this delivery instead of the one that stood for all.
  private static func warnings(_ shared: JSON, _ size: DeliveryWarning?) -> JSON {
    let sizes = [DeliveryWarning.Code.payloadNearLimit, .payloadOverLimit].map { JSON.string($0.rawValue) }
    let others = (shared.arrayValue ?? []).filter { warning in !sizes.contains { $0 == warning["code"] } }
    return .array((size.map { [$0.asJSON] } ?? []) + others)
  }

  /// FCM and ADM hand over a map of strings, and FCM a notification beside it; the others the device payload itself.
  static func shown(_ view: Rendering.AppView, _ type: PushType) -> JSON {
    guard type == .fcm || type == .adm else { return .object(view.data) }
    var result: JSONObject = ["data": .object(view.data)]
    result["notification"] = view.notification
    return .object(result)
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    members(to: &writer)
    writer.endObject()
  }

  func members(to writer: inout JSONWriter) {
    writer.member("token", token)
    writer.member("uid", uid)
    writer.member("pushType", pushType.name)
    writer.member("outcome", reason.outcome.rawValue)
    writer.member("reason", reason.code)
    writer.member("explanation", explanation)
    if let newToken { writer.member("newToken", newToken) }
    writer.member("at", at)
    if let payload { writer.member("payload", .object(payload)) }
    if let appView { writer.member("appView", appView) }
    writer.member("warnings", warnings)
  }
}

/// Makes the deliveries of one stored message; each rendering is read and parsed once.
struct DeliveryObjects {
  private let message: Message
  private let sentence: DeliverySentence
  /// Whether it is an ad opt-in guide; nil until it is asked.
  private var isGuide: Bool?
  private var rendered: [Int: (rendering: Rendering, warnings: JSON)] = [:]

  init(_ message: Message, appkey: String, _ store: ReadTransaction) throws {
    self.message = message
    let (body, settings) = try message.parts()
    let schedule = try message.schedule.flatMap { try store.schedule($0) }
    sentence = DeliverySentence(body: body, settings: settings, appkey: appkey, local: schedule.flatMap(LocalTarget.init))
  }

  mutating func object(_ delivery: Delivery, _ store: ReadTransaction) throws -> DeliveryObject {
    if isGuide == nil { isGuide = try store.consentWindow(message.number) != nil }
    return DeliveryObject(
      token: delivery.tokenNumber, text: delivery.token, uid: delivery.uid, pushType: delivery.pushType, reason: delivery.reason,
      rendered: try delivery.rendering.flatMap { try rendering($0, store) }, sentence: sentence, messageId: message.number.messageId,
      at: delivery.at, newToken: delivery.newToken,
      agreedAt: isGuide! ? try store.consentDate(message.number, token: delivery.tokenNumber) : nil)
  }

  private mutating func rendering(_ number: Int, _ store: ReadTransaction) throws -> (rendering: Rendering, warnings: JSON)? {
    if let known = rendered[number] { return known }
    guard let stored = try store.rendering(number, of: message.number), let payload = try JSONParser.parse(stored.payload.utf8).objectValue else { return nil }
    let made = (Rendering(pushType: stored.pushType, payload: payload), try JSONParser.parse(stored.warnings.utf8))
    rendered[number] = made
    return made
  }
}
