/// One decided delivery, as the engine hands it over.
public struct NewDelivery: Sendable {
  public var token: TokenNumber
  public var uid: UidNumber
  /// Nil where the registration is gone: nothing was sent then.
  public var pushType: PushType?
  public var reason: DeliveryReason
  /// Number of the message's rendering; nil where nothing was rendered.
  public var rendering: Int32?
  public var isLogged: Bool

  public init(token: TokenNumber, uid: UidNumber, pushType: PushType?, reason: DeliveryReason, rendering: Int32?, isLogged: Bool) {
    self.token = token
    self.uid = uid
    self.pushType = pushType
    self.reason = reason
    self.rendering = rendering
    self.isLogged = isLogged
  }
}

/// One delivery as it is read.
public struct Delivery: Sendable {
  public var message: MessageNumber
  public var tokenNumber: TokenNumber
  /// Full text, tenant suffix included; also of a token that is gone.
  public var token: String
  public var pushType: PushType
  public var uid: String
  public var reason: DeliveryReason
  public var rendering: Int?
  public var at: Timestamp
  public var isLogged: Bool
  /// Where the provider replaced the token: the new one's text.
  public var newToken: String?
}

/// A payload that deliveries of one message share.
public struct StoredRendering: Sendable, Equatable {
  public var number: Int
  public var pushType: PushType
  /// Compact JSON, without what differs per delivery.
  public var payload: String
  /// Compact JSON: array of `{code, sentence}`.
  public var warnings: String

  public init(number: Int, pushType: PushType, payload: String, warnings: String) {
    self.number = number
    self.pushType = pushType
    self.payload = payload
    self.warnings = warnings
  }
}
