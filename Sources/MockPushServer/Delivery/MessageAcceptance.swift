import PushStore

/// Takes a checked message: what POST /messages, the console's sending and reservations share.
enum MessageAcceptance {
  /// 40402: after all fields, when every effective push type lacks a certificate (F12, R51).
  static func checkCertificates(_ body: MessageBody, _ settings: AppSettings, _ version: APIVersion) throws(APIError) {
    let types = body.target.effectivePushTypes
    guard types.allSatisfy({ settings.certificates[$0] == .missing }) else { return }
    throw APIError(
      .certificateNotFound, "target.pushTypes", types.map { version.name(of: $0) }.joined(separator: ","),
      hint: "every push type of this message has its certificate set to MISSING in the app's settings")
  }

  /// What is stored of it.
  static func newMessage(_ body: MessageBody, origin: MessageOrigin, version: String, settings: AppSettings, now: Timestamp) -> NewMessage {
    NewMessage(
      origin: origin, version: version, messageType: body.messageType, body: JSON.object(body.asJSON).compactText,
      settings: DeliverySettings.stored(settings),
      duplicateKey: body.duplicateKey(setting: settings.adWordPosition).bytes, ttlFrom: now, ttlMinutes: body.timeToLiveMinute,
      statsId: body.statsId)
  }
}
