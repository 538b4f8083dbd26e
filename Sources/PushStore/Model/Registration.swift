/// A stored device token with everything known of it (contract 7.2).
public struct Registration: Equatable, Sendable {
  public var number: TokenNumber
  public var pushType: PushType
  /// Full text, tenant suffix included.
  public var token: String
  public var uid: String
  public var uidNumber: UidNumber
  /// Nil when the app gave none (optional up to v2.2).
  public var deviceId: String?
  public var agreement: Agreement
  /// IANA name, as registered.
  public var timezoneId: String
  public var country: String
  public var language: String
  /// When the record was made; survives an `oldToken` swap.
  public var createdAt: Timestamp
  /// Last change of a stored value (contract 8.4).
  public var updatedAt: Timestamp
  /// Last accepted registration request, changed or not; expiry counts from it.
  public var activatedAt: Timestamp
  /// When ad consent was given; nil while there is none.
  public var adAgreedAt: Timestamp?
  /// When night-ad consent was given; nil while there is none.
  public var nightAdAgreedAt: Timestamp?
}

/// What an app asks to be stored (contract 7.1), already checked.
public struct RegistrationRequest: Sendable {
  public var pushType: PushType
  public var token: String
  public var oldToken: String?
  public var uid: String
  public var deviceId: String?
  public var agreement: Agreement
  public var timezoneId: String
  public var country: String
  public var language: String

  public init(
    pushType: PushType, token: String, oldToken: String? = nil, uid: String, deviceId: String? = nil,
    agreement: Agreement, timezoneId: String, country: String, language: String
  ) {
    self.pushType = pushType
    self.token = token
    self.oldToken = oldToken
    self.uid = uid
    self.deviceId = deviceId
    self.agreement = agreement
    self.timezoneId = timezoneId
    self.country = country
    self.language = language
  }
}
