import PushStore

/// Why a delivery ended as it did: one sentence that names the rule and what would change it. It holds for what happened and for what would.
struct DeliverySentence: Sendable {
  let body: MessageBody
  let settings: AppSettings
  let appkey: String
  /// Of a message from a schedule in local time.
  var local: LocalTarget?

  /// - Parameter byteCount: of the payload as its provider counts it; nil where nothing was rendered.
  func text(_ reason: DeliveryReason, _ type: PushType, byteCount: Int?) -> String {
    switch reason {
    case .accepted: "The provider of \(type.name) takes it."
    case .tokenReplaced: "The provider of \(type.name) takes it and names a new token, which replaces this one."
    case .pushType: pushTypes(type)
    case .country:
      "target.countries is \(list(body.target.countries ?? [])), and the token's country is none of them; name its country as it is registered, or leave countries out."
    case .expired:
      "The token was last registered \(settings.tokenExpiryMonths) months ago or more (app setting tokenExpiryMonths), so it is no target; register it again."
    case .notificationOff:
      "isNotificationAgreement is false, which stops every message; register the token again with isNotificationAgreement true."
    case .adOff: "isAdAgreement is false, and this message is an AD; register the token again with isAdAgreement true."
    case .nightAdOff:
      "isNightAdAgreement is false, and this AD is processed at night (21:00 to 08:00 \(local.map { "at \($0.offsetText)" } ?? "in \(settings.nightZone)")); register the token again with isNightAdAgreement true, or send by day."
    case .tokenRemoved: "The registration was removed between the message's acceptance and its delivery; register the token again before the next message."
    case .localTime: localTime
    default: failure(reason, type, byteCount)
    }
  }

  private var localTime: String {
    guard let local else { return "The token's zone has another offset." }
    return "This message of a reservation with isLocalTime is for zones at \(local.offsetText) when their clocks show \(DateText.localMinute(local.written)), and the zone of the token has another offset then; the schedule of that offset is the one that reaches it."
  }

  private func failure(_ reason: DeliveryReason, _ type: PushType, _ byteCount: Int?) -> String {
    let certificate = "The app setting certificates.\(type.name) is \(settings.certificates[type].rawValue)"
    let devices = "by a rule of /_mock/apps/\(appkey)/devices"
    let other = type.inOtherEnvironment?.name ?? "another push type"
    return switch reason {
    case .invalidCertificate: "\(certificate), so nothing can be sent as \(type.name); set it to VALID."
    case .unauthorized: "\(certificate), so the provider refuses the sender; set it to VALID."
    case .duplicate:
      "An equal message was sent to this token within the last \(settings.duplicateWindowMinutes) minutes (app setting duplicateWindowMinutes); change the content, wait, or set it to 0."
    case .expiredTimeOut:
      "It was not handed over within \(body.timeToLiveMinute) minutes (timeToLiveMinute); give it longer, up to 60."
    case .invalidMessage:
      "Nothing of the content is for \(type.name), so the payload would hold only what the server adds; add a title or a body."
    case .payloadTooLarge:
      "The payload has \(byteCount ?? 0) bytes, and the provider of \(type.name) takes \(ProviderLimit.bytes(type)); shorten the content."
    case .providerError: "The simulated provider of \(type.name) fails, \(devices); remove the rule."
    case .invalidToken: "The provider of \(type.name) calls the token invalid, \(devices); it is unregistered, and is reached again once the rule is gone and it is registered anew."
    case .wrongEnvironment:
      "The device lives in the other environment, \(devices), and rejects \(type.name); register its token as \(other), or change the rule."
    case .unsupportedMessageType: "The provider does not know this kind of message."
    default: "mock-push-server failed by itself; its log has the details."
    }
  }

  private func pushTypes(_ type: PushType) -> String {
    guard let named = body.target.pushTypes else {
      return "target.pushTypes is absent, which means \(list(MessageTarget.defaultPushTypes.map(\.name))); name \(type.name) in it to reach this token."
    }
    return "target.pushTypes is \(list(named.map(\.name))); name \(type.name) in it to reach this token."
  }

  private func list(_ names: [String]) -> String { ShownValue.oneLine(names.joined(separator: ", ")) }
}
