/// A token that a provider called invalid (contract 21).
public struct InvalidToken: Sendable {
  public var message: MessageNumber
  public var uid: String
  /// Full text, tenant suffix included.
  public var token: String
  public var pushType: PushType
  public var createdAt: Timestamp
}

extension ReadTransaction {
  /// Invalid tokens of an app, newest first.
  ///
  /// - Parameter message: nil for any.
  public func invalidTokens(
    message: MessageNumber?, from: Timestamp, to: Timestamp, offset: Int, limit: Int, app: AppNumber
  ) throws(DatabaseError) -> [InvalidToken] {
    try connection.all(
      """
      SELECT i.message, u.name, d.text, d.push_type, i.created_at
      FROM invalid_token i JOIN uid u ON u.uid = i.uid JOIN device_token d ON d.token = i.token
      WHERE i.app = ?1 AND i.created_at BETWEEN ?2 AND ?3 AND (?4 IS NULL OR i.message = ?4)
      ORDER BY i.created_at DESC, i.number DESC LIMIT ?5 OFFSET ?6
      """, .integer(app.value), .moment(from), .moment(to), message.map { .integer($0.value) } ?? .null, .int(limit), .int(offset)
    ) {
      InvalidToken(
        message: MessageNumber($0.int64(0)), uid: $0.text(1), token: $0.text(2), pushType: PushType(rawValue: $0.int(3))!, createdAt: $0.moment(4))
    }
  }
}
