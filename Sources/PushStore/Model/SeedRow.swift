/// A registration as a seed has it: with dates of its own.
public struct SeedRegistration: Sendable {
  public var request: RegistrationRequest
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  public var activatedAt: Timestamp
  /// Of a consent that is given; else of no account.
  public var adAgreedAt: Timestamp
  /// As `adAgreedAt`.
  public var nightAdAgreedAt: Timestamp

  public init(
    _ request: RegistrationRequest, createdAt: Timestamp, updatedAt: Timestamp, activatedAt: Timestamp, adAgreedAt: Timestamp,
    nightAdAgreedAt: Timestamp
  ) {
    self.request = request
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.activatedAt = activatedAt
    self.adAgreedAt = adAgreedAt
    self.nightAdAgreedAt = nightAdAgreedAt
  }
}
