import PushStore

/// Everything that decides one message's deliveries: pure, once it is made. The same rules serve sending and explaining.
struct MessagePlan: Sendable {
  let body: MessageBody
  let settings: AppSettings
  let ttlFrom: Timestamp
  /// 0: for ever.
  let ttlMinutes: Int
  let isNight: Bool
  /// Nil unless it comes from a schedule in local time.
  let local: LocalTarget?
  private(set) var renderings: SharedRenderings
  private let agreement: AgreementFilter
  private let pushTypes: Set<PushType>
  private let countries: Set<String>?
  private let messageId: Int64
  /// Whether a country, by its number, is wanted; filled as countries are met.
  private var wantedCountries: [Bool] = []
  /// Whether a zone, by its number, is that of `local`; filled as zones are met.
  private var wantedZones: [Bool] = []
  /// Renderings by push type and language number.
  private var known: [UInt64: Int] = [:]

  /// - Parameters:
  ///   - messageId: as on the wire.
  ///   - isNight: decided once per message (contract 8.3).
  init(body: MessageBody, settings: AppSettings, messageId: Int64, ttlFrom: Timestamp, isNight: Bool, local: LocalTarget? = nil) {
    self.body = body
    self.settings = settings
    self.messageId = messageId
    self.ttlFrom = ttlFrom
    self.isNight = isNight
    self.local = local
    ttlMinutes = body.timeToLiveMinute
    renderings = SharedRenderings(
      body.renderer(setting: settings.adWordPosition, receiptMessageId: settings.messageDeliveryReceipt ? messageId : nil))
    agreement = AgreementFilter(messageType: body.messageType, isNight: isNight, scope: settings.agreementScope)
    pushTypes = Set(body.target.effectivePushTypes)
    countries = body.target.countryFilter
  }

  /// Night at a moment: by the offset of a schedule in local time, else in the app's night zone; a zone that is not known any more counts as Seoul.
  static func isNight(_ settings: AppSettings, _ local: LocalTarget? = nil, at now: Timestamp) -> Bool {
    if let local { return NightWindow.isNight(now, offsetSeconds: local.offsetMinutes * 60) }
    return NightWindow.isNight(now, zone: settings.nightZone) ?? NightWindow.isNight(now, offsetSeconds: DateText.seoulOffset)
  }

  /// Contract 11, steps 2 to 4: why a registration is no target, or nil when it is one.
  ///
  /// ruling: whose clock shows another time is left out after push types and countries, which say whom the sender means at all, and before what
  /// else holds only at the moment of sending.
  mutating func filter(_ recipient: Recipient, _ texts: SharedTexts, now: Timestamp) -> DeliveryReason? {
    guard pushTypes.contains(recipient.pushType) else { return .pushType }
    if countries != nil, !isWanted(recipient.country, texts) { return .country }
    if local != nil, !isLocal(recipient.zone, texts) { return .localTime }
    if TokenExpiry.isOver(activatedAt: recipient.activatedAt, months: settings.tokenExpiryMonths, now: now) { return .expired }
    switch agreement.decide(recipient.agreement, pushType: recipient.pushType, language: texts[recipient.language]) {
    case .deliver: return nil
    case .drop(.notificationOff): return .notificationOff
    case .drop(.adOff): return .adOff
    case .drop(.nightAdOff): return .nightAdOff
    }
  }

  private mutating func isWanted(_ country: Int, _ texts: SharedTexts) -> Bool {
    while wantedCountries.count <= country {
      wantedCountries.append(countries?.contains(texts[wantedCountries.count].lowercased()) ?? true)
    }
    return wantedCountries[country]
  }

  private mutating func isLocal(_ zone: Int, _ texts: SharedTexts) -> Bool {
    while wantedZones.count <= zone { wantedZones.append(local?.includes(zone: texts[wantedZones.count]) ?? true) }
    return wantedZones[zone]
  }

  /// Contract 11, step 6: what the certificate of a push type means for its targets.
  func certificateFault(_ type: PushType) -> DeliveryReason? {
    switch settings.certificates[type] {
    case .valid: nil
    case .unauthorized: .unauthorized
    case .missing, .invalid, .expired: .invalidCertificate
    }
  }

  /// Contract 11, steps 6 to 10, for a target: what became of it, and which rendering it has.
  mutating func outcome(
    _ recipient: Recipient, _ texts: SharedTexts, isDuplicate: Bool, answer: DeviceAnswer, now: Timestamp
  ) -> (reason: DeliveryReason, rendering: Int) {
    let number = rendering(recipient, texts)
    if let fault = certificateFault(recipient.pushType) { return (fault, number) }
    if isDuplicate { return (.duplicate, number) }
    if TimeToLive.isOver(start: ttlFrom, minutes: ttlMinutes, now: now) { return (.expiredTimeOut, number) }
    let rendering = renderings.entries[number].rendering
    if rendering.isInvalidMessage { return (.invalidMessage, number) }
    let length = Self.deliveryIdLength(messageId, recipient.token)
    if ProviderLimit(rendering.byteCount(deliveryIdLength: length), for: recipient.pushType) == .over { return (.payloadTooLarge, number) }
    switch answer {
    case .accept: return (.accepted, number)
    case .invalidToken: return (.invalidToken, number)
    case .wrongEnvironment: return (.wrongEnvironment, number)
    case .providerError: return (.providerError, number)
    case .replaced: return (.tokenReplaced, number)
    }
  }

  private mutating func rendering(_ recipient: Recipient, _ texts: SharedTexts) -> Int {
    let key = UInt64(recipient.language) << 8 | UInt64(recipient.pushType.rawValue)
    if let number = known[key] { return number }
    let number = renderings.number(recipient.pushType, language: texts[recipient.language])
    known[key] = number
    return number
  }

  /// Unique per message and record (contract 13.4), so that it needs no storing.
  static func deliveryId(_ messageId: Int64, _ token: TokenNumber) -> String { "\(messageId)-\(token.value)" }

  private static func deliveryIdLength(_ messageId: Int64, _ token: TokenNumber) -> Int { digits(messageId) + 1 + digits(token.value) }

  private static func digits(_ number: Int64) -> Int {
    var rest = number
    var count = 1
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// What a person should hear of one rendering.
  func warnings(_ number: Int, token: TokenNumber) -> [DeliveryWarning] {
    let entry = renderings.entries[number]
    let bytes = entry.rendering.byteCount(deliveryIdLength: Self.deliveryIdLength(messageId, token))
    return DeliveryWarning.all(renderings.renderer, entry.key, entry.rendering, byteCount: bytes)
  }

  /// Whether send logging keeps an outcome (contract 20: level).
  func isLogged(_ reason: DeliveryReason) -> Bool {
    guard settings.logging.enabled else { return false }
    switch reason.outcome {
    case .filtered: return false
    case .sent: return settings.logging.level == .all
    case .invalidToken: return settings.logging.level != .error
    case .sentFailed: return true
    }
  }
}
