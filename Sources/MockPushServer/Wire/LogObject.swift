import PushStore

/// The log record of contract 20, one per message and token, made when it is read.
struct LogObject {
  let version: APIVersion
  let appkey: String
  /// ruling: the server's address is the one by which the client called it.
  let host: String
  /// Bulk logs have no `SinkVersion`.
  let isBulk: Bool

  /// - Parameter source: the app's `logSource` when the message was accepted.
  func write(_ delivery: Delivery, _ rendering: Rendering, source: String, to writer: inout JSONWriter) {
    let messageId = String(delivery.message.messageId)
    let pushType = version.name(of: delivery.pushType)
    let result = Self.sentResult(delivery.reason)
    let moment = String(delivery.at.milliseconds)
    writer.beginObject()
    writer.member("logType", "message-result")
    writer.member("logSource", source)
    writer.member("messageId", messageId)
    writer.member("body", body(delivery, rendering))
    writer.member("logTime", moment)
    writer.member("sendTime", moment)
    writer.member("pushType", pushType)
    writer.member("sentResult", result)
    writer.member("searchKey1", messageId)
    writer.member("searchKey2", pushType)
    writer.member("searchKey3", result)
    if let cause = MessageErrorCause(delivery.reason, delivery.pushType) {
      writer.member("messageErrorType", cause.type.rawValue)
      writer.member("messageErrorCause", version.name(of: cause))
    }
    writer.member("host", host)
    writer.member("appkey", appkey)
    writer.member("projectName", "local")
    writer.member("logVersion", "v2")
    writer.member("isNeedStored", "bulk")
    writer.member("projectVersion", "v2.2")
    if !isBulk { writer.member("SinkVersion", "-") }
    writer.endObject()
  }

  private static func sentResult(_ reason: DeliveryReason) -> String {
    switch reason.outcome {
    case .sent: "SENT"
    case .invalidToken: "INVALID_TOKEN"
    case .sentFailed, .filtered: "ERROR"
    }
  }

  /// JSON as text.
  private func body(_ delivery: Delivery, _ rendering: Rendering) -> String {
    let deliveryId = MessagePlan.deliveryId(delivery.message.messageId, delivery.tokenNumber)
    let filled = Rendering.Delivery(deliveryId: deliveryId, sentDateTime: DateText.iso(delivery.at))
    var writer = JSONWriter(capacity: 1_024)
    writer.beginObject()
    writer.key("tokens")
    writer.beginArray()
    writer.beginObject()
    writer.member("uid", delivery.uid)
    writer.member("token", delivery.token)
    if let newToken = delivery.newToken { writer.member("newToken", newToken) }
    if let text = abnormalAnswer(delivery, rendering, deliveryId) { writer.member("message", text) }
    writer.endObject()
    writer.endArray()
    writer.member("payload", .object(rendering.providerRequest(filled, baseToken: String(TenantToken(delivery.token).base))))
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// What the provider, or the server in its place, said.
  private func abnormalAnswer(_ delivery: Delivery, _ rendering: Rendering, _ deliveryId: String) -> String? {
    let pushType = version.name(of: delivery.pushType)
    switch delivery.reason {
    case .accepted, .tokenReplaced, .pushType, .country, .localTime, .expired, .notificationOff, .adOff, .nightAdOff, .tokenRemoved: return nil
    case .invalidCertificate: return "The certificate for \(pushType) is missing, invalid or expired."
    case .unauthorized: return "The provider did not accept the certificate for \(pushType)."
    case .duplicate: return "An equal message was sent to this token within the app's duplicate window."
    case .expiredTimeOut: return "The message's time to live was over before it was handed to the provider."
    case .invalidMessage: return "The payload holds nothing of the sender's for \(pushType)."
    case .payloadTooLarge:
      let bytes = rendering.byteCount(deliveryIdLength: deliveryId.utf8.count)
      return "The payload has \(bytes) bytes; the limit of \(pushType) is \(ProviderLimit.bytes(delivery.pushType))."
    case .providerError: return "The provider failed."
    case .agentError: return "The server failed."
    case .unsupportedMessageType: return "The message's type is not supported."
    case .invalidToken: return "The provider called the token invalid."
    case .wrongEnvironment: return "The provider called the token invalid: the device lives in the other environment than \(pushType)."
    }
  }
}
