/// What became of one message for one registration, and why. Raw values are stored.
public enum DeliveryReason: Int, CaseIterable, Sendable {
  // Sent.
  case accepted = 0
  /// The provider took it and named a new token.
  case tokenReplaced = 1

  // Left out before sending (contract 11, steps 2 to 4).
  case pushType = 10
  case country = 11
  case expired = 12
  case notificationOff = 13
  case adOff = 14
  case nightAdOff = 15
  /// The registration went between acceptance and delivery.
  case tokenRemoved = 16
  /// A schedule in local time, and the token's zone has another offset then (contract 23.2).
  case localTime = 17

  // Failed (steps 6 to 10).
  case invalidCertificate = 20
  case unauthorized = 21
  case duplicate = 22
  case expiredTimeOut = 23
  case invalidMessage = 24
  case payloadTooLarge = 25
  case providerError = 26
  case agentError = 27
  case unsupportedMessageType = 28

  // The provider called the token invalid.
  case invalidToken = 40
  /// The device lives in the other environment (contract 9.5).
  case wrongEnvironment = 41

  public enum Outcome: String, CaseIterable, Sendable {
    case sent = "SENT"
    case sentFailed = "SENT_FAILED"
    case invalidToken = "INVALID_TOKEN"
    case filtered = "FILTERED"
  }

  public var outcome: Outcome {
    switch rawValue {
    case 0..<10: .sent
    case 10..<20: .filtered
    case 20..<40: .sentFailed
    default: .invalidToken
    }
  }

  /// Stable code for people and tests.
  public var code: String {
    switch self {
    case .accepted: "ACCEPTED"
    case .tokenReplaced: "TOKEN_REPLACED"
    case .pushType: "PUSH_TYPE"
    case .country: "COUNTRY"
    case .expired: "EXPIRED"
    case .notificationOff: "NOTIFICATION_OFF"
    case .adOff: "AD_OFF"
    case .nightAdOff: "NIGHT_AD_OFF"
    case .tokenRemoved: "TOKEN_REMOVED"
    case .localTime: "LOCAL_TIME"
    case .invalidCertificate: "INVALID_CERTIFICATE"
    case .unauthorized: "UNAUTHORIZED"
    case .duplicate: "DUPLICATED_MESSAGE_TOKEN"
    case .expiredTimeOut: "EXPIRED_TIME_OUT"
    case .invalidMessage: "INVALID_MESSAGE"
    case .payloadTooLarge: "PAYLOAD_TOO_LARGE"
    case .providerError: "PROVIDER_ERROR"
    case .agentError: "AGENT_ERROR"
    case .unsupportedMessageType: "UNSUPPORTED_MESSAGE_TYPE"
    case .invalidToken: "INVALID_TOKEN"
    case .wrongEnvironment: "WRONG_ENVIRONMENT"
    }
  }
}
