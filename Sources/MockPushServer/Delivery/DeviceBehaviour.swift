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
}

/// One rule about one token.
struct DeviceRule: Sendable, Equatable {
  /// Full text.
  var token: String
  /// Nil: in every push type.
  var pushType: PushType?
  var answer: DeviceAnswer
}

/// Whom the delivery engine asks how devices behave. Without a rule a device accepts.
protocol DeviceBehaviour: Sendable {
  func rules(appkey: String) -> [DeviceRule]
}

/// Whom handlers tell that there is something to deliver.
protocol DeliverySignal: Sendable {
  /// A message is stored and committed.
  func messageAccepted() async
  /// Returns when no message is pending.
  func settle() async throws
}
