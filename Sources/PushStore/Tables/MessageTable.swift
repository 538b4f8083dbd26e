extension ReadTransaction {
  public func message(_ number: MessageNumber, app: AppNumber) throws(DatabaseError) -> Message? {
    try connection.first(
      """
      SELECT message, app, origin, version, message_type, body, settings, created_at, ttl_from, ttl_minutes, last_registration, status,
        is_night, final_status, target_count, sent_count, cursor, completed_at, schedule
      FROM message WHERE message = ? AND app = ?
      """, .integer(number.value), .integer(app.value), map: Message.init)
  }

  /// The newest message of an app.
  public func latestMessage(app: AppNumber) throws(DatabaseError) -> Message? {
    try connection.first(
      """
      SELECT message, app, origin, version, message_type, body, settings, created_at, ttl_from, ttl_minutes, last_registration, status,
        is_night, final_status, target_count, sent_count, cursor, completed_at, schedule
      FROM message WHERE app = ? ORDER BY created_at DESC, message DESC LIMIT 1
      """, .integer(app.value), map: Message.init)
  }

  /// The oldest message of any app that is not done yet.
  public func nextPendingMessage() throws(DatabaseError) -> Message? {
    try connection.first(
      """
      SELECT message, app, origin, version, message_type, body, settings, created_at, ttl_from, ttl_minutes, last_registration, status,
        is_night, final_status, target_count, sent_count, cursor, completed_at, schedule
      FROM message WHERE completed_at IS NULL ORDER BY message LIMIT 1
      """, map: Message.init)
  }

  /// Messages of an app, newest first, and how many match in all.
  ///
  /// - Parameters:
  ///   - origins: whose makers count; never empty.
  ///   - status: nil for any.
  public func messages(
    app: AppNumber, origins: Set<MessageOrigin>, status: MessageStatus?, from: Timestamp, to: Timestamp, offset: Int, limit: Int
  ) throws(DatabaseError) -> (page: [Message], total: Int) {
    let mask = origins.reduce(0) { $0 | 1 << $1.rawValue }
    let page = try connection.all(
      """
      SELECT message, app, origin, version, message_type, body, settings, created_at, ttl_from, ttl_minutes, last_registration, status,
        is_night, final_status, target_count, sent_count, cursor, completed_at, schedule
      FROM message WHERE app = ?1 AND created_at BETWEEN ?2 AND ?3 AND (?4 >> origin) & 1 AND (?5 IS NULL OR status = ?5)
      ORDER BY created_at DESC, message DESC LIMIT ?6 OFFSET ?7
      """, .integer(app.value), .moment(from), .moment(to), .int(mask), status.map { .int($0.rawValue) } ?? .null, .int(limit), .int(offset),
      map: Message.init)
    let total = try connection.first(
      """
      SELECT count(*) FROM message
      WHERE app = ?1 AND created_at BETWEEN ?2 AND ?3 AND (?4 >> origin) & 1 AND (?5 IS NULL OR status = ?5)
      """, .integer(app.value), .moment(from), .moment(to), .int(mask), status.map { .int($0.rawValue) } ?? .null
    ) { $0.int(0) }
    return (page, total ?? 0)
  }

  /// Messages with the same duplicate key that were accepted since a moment, oldest first (contract 17.1).
  public func duplicates(of message: Message, since: Timestamp) throws(DatabaseError) -> [(number: MessageNumber, createdAt: Timestamp)] {
    try connection.all(
      """
      SELECT other.message, other.created_at FROM message mine JOIN message other
        ON other.app = mine.app AND other.duplicate_key = mine.duplicate_key AND other.created_at >= ?2 AND other.message < mine.message
      WHERE mine.message = ?1 ORDER BY other.message
      """, .integer(message.number.value), .moment(since)
    ) { (MessageNumber($0.int64(0)), $0.moment(1)) }
  }
}

extension WriteTransaction {
  /// Stores an accepted message as READY.
  public func insert(_ message: NewMessage, app: AppNumber, now: Timestamp) throws(DatabaseError) -> MessageNumber {
    let statsId = try message.statsId.map { name throws(DatabaseError) in try ensureStatsId(name, app: app) }
    try connection.run(
      """
      INSERT INTO message (app, origin, version, message_type, body, settings, duplicate_key, created_at, ttl_from, ttl_minutes,
        schedule, stats_id, last_registration, status)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) FROM registration_log), 1)
      """, .integer(app.value), .int(message.origin.rawValue), .text(message.version), .int(message.messageType.rawValue), .text(message.body),
      .text(message.settings), message.duplicateKey.map { .blob($0) } ?? .null, .moment(now), .moment(message.ttlFrom), .int(message.ttlMinutes),
      message.schedule.map { .integer($0.value) } ?? .null, statsId.map { .integer($0) } ?? .null)
    return MessageNumber(connection.lastInsertedNumber)
  }

  /// What the first pass fixed (contract 11, steps 5 and 6).
  public func begin(
    _ message: MessageNumber, isNight: Bool, targetCount: Int, finalStatus: MessageStatus?
  ) throws(DatabaseError) {
    try connection.run(
      "UPDATE message SET status = ?, is_night = ?, target_count = ?, final_status = ? WHERE message = ?",
      .int(MessageStatus.processing.rawValue), .bool(isNight), .int(targetCount), finalStatus.map { .int($0.rawValue) } ?? .null,
      .integer(message.value))
  }

  /// A page of deliveries is written up to a token.
  public func advance(_ message: MessageNumber, to cursor: TokenNumber, sent: Int) throws(DatabaseError) {
    try connection.run(
      "UPDATE message SET cursor = ?, sent_count = sent_count + ? WHERE message = ?",
      .integer(cursor.value), .int(sent), .integer(message.value))
  }

  /// Ends messages of a removed app, at most so many, so that nobody comes to them any more.
  ///
  /// - Returns: how many were pending.
  @discardableResult
  public func endPendingMessages(ofRemoved app: AppNumber, limit: Int) throws(DatabaseError) -> Int {
    try connection.run(
      """
      UPDATE message SET completed_at = created_at
      WHERE message IN (SELECT message FROM message INDEXED BY message_pending WHERE completed_at IS NULL AND app = ? LIMIT ?)
      """, .integer(app.value), .int(limit))
    return connection.changes
  }

  /// Ends a message, and with it the schedule that made it.
  public func complete(_ message: Message, as status: MessageStatus, now: Timestamp) throws(DatabaseError) {
    try connection.run(
      "UPDATE message SET status = ?, completed_at = ? WHERE message = ?", .int(status.rawValue), .moment(now), .integer(message.number.value))
    if let schedule = message.schedule { try finish(schedule, now: now) }
    try connection.run(
      """
      DELETE FROM removed_registration WHERE app = ?1
        AND NOT EXISTS (SELECT 1 FROM message WHERE completed_at IS NULL AND app = ?1)
      """, .integer(message.app.value))
  }
}

extension Message {
  init(_ row: Row) {
    self.init(
      number: MessageNumber(row.int64(0)), app: AppNumber(row.int64(1)), origin: MessageOrigin(rawValue: row.int(2))!, version: row.text(3),
      messageType: MessageType(rawValue: row.int(4))!, body: row.text(5), settings: row.text(6), createdAt: row.moment(7), ttlFrom: row.moment(8),
      ttlMinutes: row.int(9), lastRegistration: row.int64(10), status: MessageStatus(rawValue: row.int(11))!,
      isNight: row.isNull(12) ? nil : row.bool(12), finalStatus: row.isNull(13) ? nil : MessageStatus(rawValue: row.int(13))!,
      targetCount: row.int(14), sentCount: row.int(15), cursor: TokenNumber(row.int64(16)), completedAt: row.optionalMoment(17),
      schedule: row.isNull(18) ? nil : ScheduleNumber(row.int64(18)))
  }
}
