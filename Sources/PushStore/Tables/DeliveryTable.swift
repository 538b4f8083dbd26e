extension WriteTransaction {
  /// Stores a page of deliveries, and counts those that were sent or failed. A token that has its outcome keeps it, and counts once.
  ///
  /// - Parameter at: when they were handed over.
  /// - Returns: how many were new and sent.
  public func insert(_ deliveries: [NewDelivery], of message: Message, at: Timestamp) throws(DatabaseError) -> Int {
    let statement = try connection.statement(
      """
      INSERT INTO delivery (message, token, uid, reason, rendering, at, logged) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """)
    let after = at.milliseconds - message.createdAt.milliseconds
    var tally = DeliveryTally()
    for delivery in deliveries {
      try statement.bind(message.number.value, at: 1)
      try statement.bind(delivery.token.value, at: 2)
      try statement.bind(delivery.uid.value, at: 3)
      try statement.bind(Int64(delivery.reason.rawValue), at: 4)
      try statement.bind(delivery.rendering.map(Int64.init), at: 5)
      try statement.bind(after, at: 6)
      try statement.bind(delivery.isLogged ? 1 : 0, at: 7)
      defer { statement.reset() }
      _ = try statement.step()
      if let pushType = delivery.pushType, connection.changes == 1 { tally.add(pushType, delivery.reason) }
    }
    try insert(tally, of: message, at: at)
    return tally.sent
  }

  public func setNewToken(_ newToken: TokenNumber, message: MessageNumber, token: TokenNumber) throws(DatabaseError) {
    try connection.run(
      "UPDATE delivery SET new_token = ? WHERE message = ? AND token = ?",
      .integer(newToken.value), .integer(message.value), .integer(token.value))
  }

  public func insert(_ rendering: StoredRendering, message: MessageNumber) throws(DatabaseError) {
    try connection.run(
      "INSERT INTO rendering (message, number, push_type, payload, warnings) VALUES (?, ?, ?, ?, ?)",
      .integer(message.value), .int(rendering.number), .int(rendering.pushType.rawValue), .text(rendering.payload), .text(rendering.warnings))
  }

  /// Opens the group of failures that message-errors lists (contract 19), unless it is open.
  public func ensureErrorGroup(
    _ message: Message, pushType: PushType, reason: DeliveryReason, rendering: Int32, now: Timestamp
  ) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO message_error (app, message, push_type, reason, rendering, created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, .integer(message.app.value), .integer(message.number.value), .int(pushType.rawValue), .int(reason.rawValue), .integer(Int64(rendering)),
      .moment(now))
  }

  /// A provider called the token invalid: the registration goes, and the token is listed (contract 11, 21).
  public func invalidate(_ token: TokenNumber, uid: UidNumber, by message: Message, now: Timestamp) throws(DatabaseError) {
    try connection.run(
      "INSERT INTO invalid_token (app, message, token, uid, created_at) VALUES (?, ?, ?, ?, ?)",
      .integer(message.app.value), .integer(message.number.value), .integer(token.value), .integer(uid.value), .moment(now))
    if let (text, pushType) = try reading.tokenText(token) { try unregister(text, pushType, app: message.app, now: now) }
  }

  /// A provider named a new token for a registration: as an `oldToken` swap, but without device and single-token rules; where the new token
  /// is registered already, the old record just goes (contract 11, F25).
  ///
  /// - Returns: the number of the new token's text.
  public func replace(_ token: TokenNumber, by text: String, app: AppNumber, now: Timestamp) throws(DatabaseError) -> TokenNumber? {
    guard let (old, pushType) = try reading.tokenText(token), let record = try reading.registration(old, pushType, app: app) else { return nil }
    try remove(record, app: app, now: now)
    if let existing = try reading.registration(text, pushType, app: app) { return existing.number }
    return try restore(record, as: text, app: app, now: now)
  }
}

extension ReadTransaction {
  /// The renderings of a message, by number.
  public func renderings(_ message: MessageNumber) throws(DatabaseError) -> [StoredRendering] {
    try connection.all("SELECT number, push_type, payload, warnings FROM rendering WHERE message = ? ORDER BY number", .integer(message.value)) {
      StoredRendering(number: $0.int(0), pushType: PushType(rawValue: $0.int(1))!, payload: $0.text(2), warnings: $0.text(3))
    }
  }

  /// One rendering of a message.
  public func rendering(_ number: Int, of message: MessageNumber) throws(DatabaseError) -> StoredRendering? {
    try connection.first(
      "SELECT number, push_type, payload, warnings FROM rendering WHERE message = ? AND number = ?", .integer(message.value), .int(number)
    ) { StoredRendering(number: $0.int(0), pushType: PushType(rawValue: $0.int(1))!, payload: $0.text(2), warnings: $0.text(3)) }
  }

  /// Whether the message was accepted by the provider for a token, and when (contract 17.1).
  public func sentAt(_ message: MessageNumber, createdAt: Timestamp, token: TokenNumber) throws(DatabaseError) -> Timestamp? {
    try connection.first(
      "SELECT at FROM delivery WHERE message = ? AND token = ? AND reason < 10", .integer(message.value), .integer(token.value)
    ) { createdAt.advanced(byMilliseconds: $0.int64(0)) }
  }

  /// How many deliveries of a message failed with `reason`, and how many otherwise.
  public func failures(_ message: MessageNumber, _ reason: DeliveryReason) throws(DatabaseError) -> (same: Int, other: Int) {
    try connection.first(
      """
      SELECT coalesce(sum(reason = ?2), 0), coalesce(sum(reason <> ?2), 0) FROM delivery INDEXED BY delivery_failures
      WHERE message = ?1 AND reason BETWEEN 20 AND 39
      """, .integer(message.value), .int(reason.rawValue)
    ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
  }

  /// Deliveries of a message in the order of their tokens, strictly after one.
  ///
  /// - Parameter outcome: nil for any.
  public func deliveries(
    _ message: Message, after cursor: TokenNumber, outcome: DeliveryReason.Outcome?, limit: Int
  ) throws(DatabaseError) -> [Delivery] {
    let range = outcome.map(\.reasons) ?? 0...99
    return try connection.all(
      """
      SELECT v.message, v.token, d.text, d.push_type, u.name, v.reason, v.rendering, v.at + ?6, v.logged, n.text
      FROM delivery v JOIN device_token d ON d.token = v.token JOIN uid u ON u.uid = v.uid LEFT JOIN device_token n ON n.token = v.new_token
      WHERE v.message = ?1 AND v.token > ?2 AND v.reason BETWEEN ?3 AND ?4 ORDER BY v.token LIMIT ?5
      """, .integer(message.number.value), .integer(cursor.value), .int(range.lowerBound), .int(range.upperBound), .int(limit),
      .moment(message.createdAt), map: Delivery.init)
  }

  /// The delivery of a message to one token.
  public func delivery(_ message: Message, token: TokenNumber) throws(DatabaseError) -> Delivery? {
    try connection.first(
      """
      SELECT v.message, v.token, d.text, d.push_type, u.name, v.reason, v.rendering, v.at + ?3, v.logged, n.text
      FROM delivery v JOIN device_token d ON d.token = v.token JOIN uid u ON u.uid = v.uid LEFT JOIN device_token n ON n.token = v.new_token
      WHERE v.message = ?1 AND v.token = ?2
      """, .integer(message.number.value), .integer(token.value), .moment(message.createdAt), map: Delivery.init)
  }
}

extension DeliveryReason.Outcome {
  /// The reasons that mean this outcome.
  var reasons: ClosedRange<Int> {
    switch self {
    case .sent: 0...9
    case .filtered: 10...19
    case .sentFailed: 20...39
    case .invalidToken: 40...99
    }
  }
}

extension Delivery {
  init(_ row: Row) {
    self.init(
      message: MessageNumber(row.int64(0)), tokenNumber: TokenNumber(row.int64(1)), token: row.text(2), pushType: PushType(rawValue: row.int(3))!,
      uid: row.text(4), reason: DeliveryReason(rawValue: row.int(5))!, rendering: row.isNull(6) ? nil : row.int(6), at: row.moment(7),
      isLogged: row.bool(8), newToken: row.optionalText(9))
  }
}
