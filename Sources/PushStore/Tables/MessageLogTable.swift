/// Which send logs are wanted (contract 20). Nil is any.
public struct SendLogFilter: Sendable {
  public var message: MessageNumber?
  public var uid: String?
  /// Full text.
  public var token: String?
  public var pushType: PushType?
  public var outcome: DeliveryReason.Outcome?
  public var from: Timestamp
  public var to: Timestamp

  public init(
    message: MessageNumber? = nil, uid: String? = nil, token: String? = nil, pushType: PushType? = nil,
    outcome: DeliveryReason.Outcome? = nil, from: Timestamp, to: Timestamp
  ) {
    self.message = message
    self.uid = uid
    self.token = token
    self.pushType = pushType
    self.outcome = outcome
    self.from = from
    self.to = to
  }
}

/// Where a walk through send logs has come to.
public struct SendLogCursor: Sendable {
  fileprivate let createdAt: Timestamp
  fileprivate let message: MessageNumber
  fileprivate let token: TokenNumber
}

/// Send logs are the deliveries that were marked as logged; nothing else is stored for them.
///
/// ruling: their order is that of the messages and, within one, of the tokens' numbers. The engine delivers in this order, so it is the order
/// in which the records were made, and walking through them needs no index of its own.
extension ReadTransaction {
  /// How many logs match.
  public func sendLogCount(_ filter: SendLogFilter, app: AppNumber) throws(DatabaseError) -> Int {
    guard let bounds = try SendLogBounds(filter, app: app, self) else { return 0 }
    return try connection.first(
      """
      SELECT count(*) FROM message m INDEXED BY message_by_app CROSS JOIN delivery v ON v.message = m.message
      WHERE m.app = ?1 AND m.created_at BETWEEN ?2 AND ?3 AND (m.completed_at IS NULL OR m.completed_at >= ?4)
        AND (?6 IS NULL OR m.message = ?6) AND v.token BETWEEN ?7 AND ?8 AND v.logged AND m.created_at + v.at BETWEEN ?4 AND ?5
        AND v.reason BETWEEN ?9 AND ?10 AND (?11 IS NULL OR v.uid = ?11)
        AND (?12 IS NULL OR EXISTS (SELECT 1 FROM rendering r WHERE r.message = v.message AND r.number = v.rendering AND r.push_type = ?12))
        AND (?13 IS NULL OR EXISTS (SELECT 1 FROM device_token d WHERE d.token = v.token AND d.text = ?13))
      """, .integer(app.value), .moment(bounds.earliest), .moment(bounds.latest), .moment(filter.from), .moment(filter.to), bounds.message,
      .integer(bounds.tokens.lowerBound), .integer(bounds.tokens.upperBound), .int(bounds.reasons.lowerBound), .int(bounds.reasons.upperBound),
      bounds.uid, bounds.pushType, .optional(filter.token)) { $0.int(0) } ?? 0
  }

  /// Logs, newest first.
  public func sendLogs(_ filter: SendLogFilter, offset: Int, limit: Int, app: AppNumber) throws(DatabaseError) -> [Delivery] {
    guard let bounds = try SendLogBounds(filter, app: app, self) else { return [] }
    return try connection.all(
      """
      SELECT v.message, v.token, d.text, d.push_type, u.name, v.reason, v.rendering, v.sent_at, v.logged, n.text
      FROM (
        SELECT v.message, v.token, v.uid, v.reason, v.rendering, m.created_at, m.created_at + v.at AS sent_at, v.logged, v.new_token
        FROM message m INDEXED BY message_by_app CROSS JOIN delivery v ON v.message = m.message
        WHERE m.app = ?1 AND m.created_at BETWEEN ?2 AND ?3 AND (m.completed_at IS NULL OR m.completed_at >= ?4)
          AND (?6 IS NULL OR m.message = ?6) AND v.token BETWEEN ?7 AND ?8 AND v.logged AND m.created_at + v.at BETWEEN ?4 AND ?5
          AND v.reason BETWEEN ?9 AND ?10 AND (?11 IS NULL OR v.uid = ?11)
          AND (?12 IS NULL OR EXISTS (SELECT 1 FROM rendering r WHERE r.message = v.message AND r.number = v.rendering AND r.push_type = ?12))
          AND (?13 IS NULL OR EXISTS (SELECT 1 FROM device_token d WHERE d.token = v.token AND d.text = ?13))
        ORDER BY m.created_at DESC, m.message DESC, v.token DESC LIMIT ?14 OFFSET ?15) v
        CROSS JOIN device_token d ON d.token = v.token CROSS JOIN uid u ON u.uid = v.uid LEFT JOIN device_token n ON n.token = v.new_token
      ORDER BY v.created_at DESC, v.message DESC, v.token DESC
      """, .integer(app.value), .moment(bounds.earliest), .moment(bounds.latest), .moment(filter.from), .moment(filter.to), bounds.message,
      .integer(bounds.tokens.lowerBound), .integer(bounds.tokens.upperBound), .int(bounds.reasons.lowerBound), .int(bounds.reasons.upperBound),
      bounds.uid, bounds.pushType, .optional(filter.token), .int(limit), .int(offset), map: Delivery.init)
  }

  /// Logs, oldest first, strictly after a cursor; and the cursor of the last one.
  public func sendLogs(
    _ filter: SendLogFilter, after cursor: SendLogCursor?, limit: Int, app: AppNumber
  ) throws(DatabaseError) -> (page: [Delivery], end: SendLogCursor?) {
    guard let bounds = try SendLogBounds(filter, app: app, self) else { return ([], nil) }
    let earliest = cursor.map { max($0.createdAt, bounds.earliest) } ?? bounds.earliest
    var end: SendLogCursor?
    let page = try connection.all(
      """
      SELECT v.message, v.token, d.text, d.push_type, u.name, v.reason, v.rendering, m.created_at + v.at, v.logged, n.text, m.created_at
      FROM message m INDEXED BY message_by_app CROSS JOIN delivery v ON v.message = m.message
        CROSS JOIN device_token d ON d.token = v.token CROSS JOIN uid u ON u.uid = v.uid LEFT JOIN device_token n ON n.token = v.new_token
      WHERE m.app = ?1 AND m.created_at BETWEEN ?2 AND ?3 AND (m.created_at > ?14 OR m.message >= ?15)
        AND (m.completed_at IS NULL OR m.completed_at >= ?4) AND (?6 IS NULL OR m.message = ?6)
        AND v.token > CASE m.message WHEN ?15 THEN max(?16, ?7 - 1) ELSE ?7 - 1 END AND v.token <= ?8
        AND v.logged AND m.created_at + v.at BETWEEN ?4 AND ?5
        AND v.reason BETWEEN ?9 AND ?10 AND (?11 IS NULL OR v.uid = ?11)
        AND (?12 IS NULL OR EXISTS (SELECT 1 FROM rendering r WHERE r.message = v.message AND r.number = v.rendering AND r.push_type = ?12))
        AND (?13 IS NULL OR d.text = ?13)
      ORDER BY m.created_at, m.message, v.token LIMIT ?17
      """, .integer(app.value), .moment(earliest), .moment(bounds.latest), .moment(filter.from), .moment(filter.to), bounds.message,
      .integer(bounds.tokens.lowerBound), .integer(bounds.tokens.upperBound), .int(bounds.reasons.lowerBound), .int(bounds.reasons.upperBound),
      bounds.uid, bounds.pushType, .optional(filter.token), .integer(cursor?.createdAt.milliseconds ?? .min), .integer(cursor?.message.value ?? 0),
      .integer(cursor?.token.value ?? 0), .int(limit)
    ) { row in
      let delivery = Delivery(row)
      end = SendLogCursor(createdAt: row.moment(10), message: delivery.message, token: delivery.tokenNumber)
      return delivery
    }
    return (page, end)
  }
}

/// A filter in numbers.
private struct SendLogBounds {
  var message: SQLValue = .null
  /// Of messages' creation. A message delivers for a while after it, so only the end of the wanted time bounds it.
  var earliest = Timestamp(milliseconds: .min)
  var latest: Timestamp
  /// One token has one number per push type, mostly just one: then this is a look-up.
  var tokens: ClosedRange<Int64> = 0...Int64.max
  var reasons: ClosedRange<Int>
  var uid: SQLValue = .null
  var pushType: SQLValue

  /// Nil when nothing can match.
  init?(_ filter: SendLogFilter, app: AppNumber, _ store: ReadTransaction) throws(DatabaseError) {
    latest = filter.to
    reasons = filter.outcome?.reasons ?? 0...99
    pushType = filter.pushType.map { .int($0.rawValue) } ?? .null
    if let number = filter.message {
      guard let found = try store.message(number, app: app) else { return nil }
      message = .integer(number.value)
      earliest = found.createdAt
      latest = min(latest, found.createdAt)
    }
    if let name = filter.uid {
      guard let number = try store.uidNumberOfText(name, app: app) else { return nil }
      uid = .integer(number.value)
    }
    if let text = filter.token {
      var numbers: [Int64] = []
      for type in PushType.allCases {
        if let number = try store.tokenNumber(text, type, app: app) { numbers.append(number.value) }
      }
      guard let lowest = numbers.min(), let highest = numbers.max() else { return nil }
      tokens = lowest...highest
    }
  }
}

extension ReadTransaction {
  /// The number of a uid's text, whether or not there is a UID record now.
  func uidNumberOfText(_ uid: String, app: AppNumber) throws(DatabaseError) -> UidNumber? {
    try connection.first("SELECT uid FROM uid WHERE app = ? AND name = ?", .integer(app.value), .text(uid)) { UidNumber($0.int64(0)) }
  }
}
