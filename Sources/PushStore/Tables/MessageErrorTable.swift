/// One entry of message-errors (contract 19): deliveries of one message that failed alike with an equal payload.
public struct MessageErrorEntry: Sendable {
  public var message: MessageNumber
  public var pushType: PushType
  public var reason: DeliveryReason
  /// Compact JSON, without what differs per delivery.
  public var payload: String
  /// When the first of them failed.
  public var createdAt: Timestamp
}

public struct MessageErrorFilter: Sendable {
  /// Nil for any.
  public var message: MessageNumber?
  public var reasons: Set<DeliveryReason>
  public var pushTypes: Set<PushType>
  public var from: Timestamp
  public var to: Timestamp

  public init(message: MessageNumber?, reasons: Set<DeliveryReason>, pushTypes: Set<PushType>, from: Timestamp, to: Timestamp) {
    self.message = message
    self.reasons = reasons
    self.pushTypes = pushTypes
    self.from = from
    self.to = to
  }

  /// Failures have the numbers 20 to 39.
  fileprivate var reasonMask: Int { reasons.reduce(0) { (20..<40).contains($1.rawValue) ? $0 | 1 << ($1.rawValue - 20) : $0 } }
  fileprivate var pushTypeMask: Int { pushTypes.reduce(0) { $0 | 1 << $1.rawValue } }
}

extension ReadTransaction {
  /// Entries of an app, newest first, and how many match in all.
  ///
  /// Groups of failures whose payloads are equal are one entry, told by the group that was first: two languages may render alike, and a
  /// delivery that went on after a crash renders anew. Too large a payload and a failing provider are one cause on the wire.
  public func messageErrors(
    _ filter: MessageErrorFilter, offset: Int, limit: Int, app: AppNumber
  ) throws(DatabaseError) -> (page: [MessageErrorEntry], total: Int) {
    let message: SQLValue = filter.message.map { .integer($0.value) } ?? .null
    let total = try connection.first(
      """
      SELECT count(*) FROM message_error e JOIN rendering r ON r.message = e.message AND r.number = e.rendering
      WHERE e.app = ?1 AND e.created_at BETWEEN ?2 AND ?3 AND (?4 IS NULL OR e.message = ?4)
        AND (?5 >> (e.reason - 20)) & 1 AND (?6 >> e.push_type) & 1
        AND NOT EXISTS (
          SELECT 1 FROM message_error o JOIN rendering s ON s.message = o.message AND s.number = o.rendering
          WHERE o.message = e.message AND o.number < e.number AND o.push_type = e.push_type
            AND iif(o.reason = 25, 26, o.reason) = iif(e.reason = 25, 26, e.reason) AND s.payload = r.payload)
      """, .integer(app.value), .moment(filter.from), .moment(filter.to), message, .int(filter.reasonMask), .int(filter.pushTypeMask)
    ) { $0.int(0) }
    let page = try connection.all(
      """
      SELECT e.message, e.push_type, e.reason, r.payload, e.created_at
      FROM message_error e JOIN rendering r ON r.message = e.message AND r.number = e.rendering
      WHERE e.app = ?1 AND e.created_at BETWEEN ?2 AND ?3 AND (?4 IS NULL OR e.message = ?4)
        AND (?5 >> (e.reason - 20)) & 1 AND (?6 >> e.push_type) & 1
        AND NOT EXISTS (
          SELECT 1 FROM message_error o JOIN rendering s ON s.message = o.message AND s.number = o.rendering
          WHERE o.message = e.message AND o.number < e.number AND o.push_type = e.push_type
            AND iif(o.reason = 25, 26, o.reason) = iif(e.reason = 25, 26, e.reason) AND s.payload = r.payload)
      ORDER BY e.created_at DESC, e.number DESC LIMIT ?7 OFFSET ?8
      """, .integer(app.value), .moment(filter.from), .moment(filter.to), message, .int(filter.reasonMask), .int(filter.pushTypeMask),
      .int(limit), .int(offset)
    ) {
      MessageErrorEntry(
        message: MessageNumber($0.int64(0)), pushType: PushType(rawValue: $0.int(1))!, reason: DeliveryReason(rawValue: $0.int(2))!,
        payload: $0.text(3), createdAt: $0.moment(4))
    }
    return (page, total ?? 0)
  }

  /// The recipients of an entry, in the order of their tokens.
  public func failedRecipients(_ entry: MessageErrorEntry) throws(DatabaseError) -> [(number: TokenNumber, uid: String, token: String)] {
    let groups = try connection.all(
      """
      SELECT o.reason, o.rendering FROM message_error o JOIN rendering s ON s.message = o.message AND s.number = o.rendering
      WHERE o.message = ?1 AND o.push_type = ?2 AND iif(o.reason = 25, 26, o.reason) = iif(?3 = 25, 26, ?3) AND s.payload = ?4
      """, .integer(entry.message.value), .int(entry.pushType.rawValue), .int(entry.reason.rawValue), .text(entry.payload)
    ) { (reason: $0.int64(0), rendering: $0.int64(1)) }
    var found: [(number: TokenNumber, uid: String, token: String)] = []
    for group in groups {
      // Without `likely` SQLite walks all failures of the message by the range, although the index has the whole key.
      found += try connection.all(
        """
        SELECT v.token, u.name, d.text
        FROM delivery v INDEXED BY delivery_failures CROSS JOIN device_token d ON d.token = v.token CROSS JOIN uid u ON u.uid = v.uid
        WHERE v.message = ? AND v.reason = ? AND v.rendering = ? AND likely(v.reason BETWEEN 20 AND 39)
        ORDER BY v.token
        """, .integer(entry.message.value), .integer(group.reason), .integer(group.rendering)
      ) { (number: TokenNumber($0.int64(0)), uid: $0.text(1), token: $0.text(2)) }
    }
    if groups.count > 1 { found.sort { $0.number.value < $1.number.value } }
    return found
  }
}
