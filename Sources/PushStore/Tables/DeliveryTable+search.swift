extension ReadTransaction {
  /// How many deliveries a message has by reason.
  public func deliveryCounts(_ message: MessageNumber) throws(DatabaseError) -> [(reason: DeliveryReason, count: Int)] {
    try connection.all(
      "SELECT reason, count(*) FROM delivery WHERE message = ? GROUP BY reason ORDER BY reason", .integer(message.value)
    ) { (DeliveryReason(rawValue: $0.int(0))!, $0.int(1)) }
  }

  /// Deliveries of a message in the order of their tokens, strictly after one, that match all that is given.
  public func deliveries(
    _ message: Message, after cursor: TokenNumber, outcome: DeliveryReason.Outcome?, reason: DeliveryReason?, uid: UidNumber?, limit: Int
  ) throws(DatabaseError) -> [Delivery] {
    let outcomes = outcome?.reasons ?? 0...99
    return try connection.all(
      """
      SELECT v.message, v.token, d.text, d.push_type, u.name, v.reason, v.rendering, v.at + ?6, v.logged, n.text
      FROM delivery v JOIN device_token d ON d.token = v.token JOIN uid u ON u.uid = v.uid LEFT JOIN device_token n ON n.token = v.new_token
      WHERE v.message = ?1 AND v.token > ?2 AND v.reason BETWEEN ?3 AND ?4 AND (?7 IS NULL OR v.reason = ?7) AND (?8 IS NULL OR v.uid = ?8)
      ORDER BY v.token LIMIT ?5
      """, .integer(message.number.value), .integer(cursor.value), .int(outcomes.lowerBound), .int(outcomes.upperBound), .int(limit),
      .moment(message.createdAt), reason.map { .int($0.rawValue) } ?? .null, uid.map { .integer($0.value) } ?? .null, map: Delivery.init)
  }

  /// Messages of an app that decided anything for a token, newest first.
  ///
  /// - Parameter before: only older ones; nil for the newest.
  public func messages(deciding token: TokenNumber, before: MessageNumber?, limit: Int, app: AppNumber) throws(DatabaseError) -> [Message] {
    try connection.all(
      """
      SELECT m.message, m.app, m.origin, m.version, m.message_type, m.body, m.settings, m.created_at, m.ttl_from, m.ttl_minutes,
        m.last_registration, m.status, m.is_night, m.final_status, m.target_count, m.sent_count, m.cursor, m.completed_at, m.schedule
      FROM message m WHERE m.app = ?1 AND m.message < ?2 AND EXISTS (SELECT 1 FROM delivery v WHERE v.message = m.message AND v.token = ?3)
      ORDER BY m.message DESC LIMIT ?4
      """, .integer(app.value), .integer(before?.value ?? .max), .integer(token.value), .int(limit), map: Message.init)
  }

  /// The uid's text by its number, also of one that is gone.
  public func uidText(_ uid: UidNumber) throws(DatabaseError) -> String? {
    try connection.first("SELECT name FROM uid WHERE uid = ?", .integer(uid.value)) { $0.text(0) }
  }

  /// The number of a uid's text, also of one without a UID record now.
  public func uidTextNumber(_ uid: String, app: AppNumber) throws(DatabaseError) -> UidNumber? {
    try connection.first("SELECT uid FROM uid WHERE app = ? AND name = ?", .integer(app.value), .text(uid)) { UidNumber($0.int64(0)) }
  }

  /// Messages with a duplicate key that were accepted since a moment, oldest first (contract 17.1): for a message that is not stored.
  public func duplicates(
    key: [UInt8], since: Timestamp, app: AppNumber
  ) throws(DatabaseError) -> [(number: MessageNumber, createdAt: Timestamp)] {
    try connection.all(
      "SELECT message, created_at FROM message WHERE app = ? AND duplicate_key = ? AND created_at >= ? ORDER BY message",
      .integer(app.value), .blob(key), .moment(since)
    ) { (MessageNumber($0.int64(0)), $0.moment(1)) }
  }

  /// The number that the next message of any app will have.
  public func nextMessageNumber() throws(DatabaseError) -> MessageNumber {
    MessageNumber((try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'message'") { $0.int64(0) } ?? 0) + 1)
  }
}
