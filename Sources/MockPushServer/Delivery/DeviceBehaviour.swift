import PushStore

/// What a simulated device, or the provider in front of it, answers to a delivery.
enum DeviceAnswer: Sendable, Equatable {
  case accept
  /// The app was removed, or the token is another sender's.
  case invalidToken
  /// The device lives in the other environment: the provider calls the token invalid (contract 9.5).
  case wrongEnvironment
  /// The provider fails.
  case providerError
  /// The provider takes the message and names a new token (full text, without tenant suffix: the old one's is kept).
  case replaced(by: String)
  /// The provider takes the message, and the device never shows it nor reports anything.
  case offline
  /// The message is not handed over within its time to live; one that lives for ever is accepted.
  case tooLate
}

/// Which of Apple's services a build is signed for (contract 9.5).
enum Environment: String, CaseIterable, Sendable {
  case sandbox = "SANDBOX"
  case production = "PRODUCTION"
}

extension PushType {
  /// Nil for push types that are not Apple's.
  var environment: Environment? {
    switch self {
    case .apns, .apnsVoip: .production
    case .apnsSandbox, .apnsSandboxVoip: .sandbox
    case .fcm, .tencent, .adm: nil
    }
  }

  /// The same kind of push in Apple's other environment; nil for push types that are not Apple's.
  var inOtherEnvironment: PushType? {
    switch self {
    case .apns: .apnsSandbox
    case .apnsVoip: .apnsSandboxVoip
    case .apnsSandbox: .apns
    case .apnsSandboxVoip: .apnsVoip
    case .fcm, .tencent, .adm: nil
    }
  }
}

/// Whom the delivery engine asks how devices behave. Without a rule a device accepts.
protocol DeviceBehaviour: Sendable {
  func rules(appkey: String) -> [DeviceRule]
}
