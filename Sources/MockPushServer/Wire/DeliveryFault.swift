import PushStore

/// The `messageErrorType` of a failure (contract 19).
enum MessageErrorType: String, CaseIterable, Sendable {
  case client = "CLIENT_ERROR"
  case external = "EXTERNAL_ERROR"
  case `internal` = "INTERNAL_ERROR"
}

/// The `messageErrorCause` of a failure, by its canonical name (contract 19).
enum MessageErrorCause: String, CaseIterable, Sendable {
  case unsupportedMessageType = "UNSUPPORTED_MESSAGE_TYPE"
  case invalidMessage = "INVALID_MESSAGE"
  case invalidCertificate = "INVALID_CERTIFICATE"
  case unauthorized = "UNAUTHORIZED"
  case duplicate = "DUPLICATED_MESSAGE_TOKEN"
  case apns = "APNS_ERROR"
  case fcm = "FCM_ERROR"
  case tencent = "TENCENT_ERROR"
  case adm = "ADM_ERROR"
  case expiredTimeOut = "EXPIRED_TIME_OUT"
  case agentError = "AGENT_ERROR"

  var type: MessageErrorType {
    switch self {
    case .unsupportedMessageType, .invalidMessage, .invalidCertificate, .unauthorized, .duplicate: .client
    case .apns, .fcm, .tencent, .adm: .external
    case .expiredTimeOut, .agentError: .internal
    }
  }

  /// What a failed delivery counts as. Nil for one that did not fail.
  init?(_ reason: DeliveryReason, _ pushType: PushType) {
    switch reason {
    case .unsupportedMessageType: self = .unsupportedMessageType
    case .invalidMessage: self = .invalidMessage
    case .invalidCertificate: self = .invalidCertificate
    case .unauthorized: self = .unauthorized
    case .duplicate: self = .duplicate
    case .expiredTimeOut: self = .expiredTimeOut
    case .agentError: self = .agentError
    // A provider refuses too large a payload (R93).
    case .providerError, .payloadTooLarge: self = Self.external(pushType)
    case .accepted, .tokenReplaced, .pushType, .country, .localTime, .expired, .notificationOff, .adOff, .nightAdOff, .tokenRemoved, .invalidToken,
      .wrongEnvironment:
      return nil
    }
  }

  private static func external(_ pushType: PushType) -> MessageErrorCause {
    switch pushType.provider {
    case .apns: .apns
    case .fcm: .fcm
    case .tencent: .tencent
    case .adm: .adm
    }
  }

  /// The failures that count as it: any of the reasons on any of the push types.
  var failures: (reasons: Set<DeliveryReason>, pushTypes: Set<PushType>) {
    let pairs = DeliveryReason.allCases.flatMap { reason in PushType.allCases.map { (reason, $0) } }
      .filter { MessageErrorCause($0.0, $0.1) == self }
    return (Set(pairs.map(\.0)), Set(pairs.map(\.1)))
  }
}

extension APIVersion {
  /// FCM is called GCM up to v2.2 (contract 1).
  func name(of cause: MessageErrorCause) -> String { cause == .fcm && self <= .v22 ? "GCM_ERROR" : cause.rawValue }
}
