/// A label on uids (contract 24).
public struct Tag: Equatable, Sendable {
  public var number: TagNumber
  /// Eight characters `[A-Za-z0-9]`.
  public var tagId: String
  public var name: String
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
}

/// A UID record with what hangs on it (contract 24: UID object).
public struct UidRecord: Equatable, Sendable {
  public var uid: String
  /// In the order attached.
  public var tags: [Tag]
  /// The uid's registrations, newest first.
  public var contacts: [Contact]

  public struct Contact: Equatable, Sendable {
    public var pushType: PushType
    public var token: String
    public var createdAt: Timestamp
  }
}
