extension WriteTransaction {
  /// Stores a receipt of a message of the app unless the same one is there (contract 28).
  ///
  /// - Returns: false for a repetition.
  @discardableResult
  public func insert(_ receipt: Receipt, app: AppNumber, now: Timestamp) throws(DatabaseError) -> Bool {
    try connection.run(
      """
      INSERT INTO receipt (app, message_id, event, identity, event_at, received_at, data, push_type) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, .integer(app.value), .integer(receipt.messageId), .int(receipt.event.rawValue), .text(receipt.identity),
      .moment(receipt.eventAt), .moment(now), .text(receipt.data), .int(receipt.pushType?.rawValue ?? 0))
    guard connection.changes == 1 else { return false }
    connection.unfoldedRows += 1
    return true
  }
}

extension ReadTransaction {
  /// Whether the app has a message with this wire id.
  public func hasMessage(_ messageId: Int64, app: AppNumber) throws(DatabaseError) -> Bool {
    guard let number = MessageNumber(messageId: messageId) else { return false }
    return try connection.first(
      "SELECT 1 FROM message WHERE message = ? AND app = ?", .integer(number.value), .integer(app.value)
    ) { _ in true } ?? false
  }

  /// Receipts of an app in the order they came.
  public func receipts(app: AppNumber) throws(DatabaseError) -> [Receipt] {
    try connection.all(
      "SELECT event, event_at, message_id, identity, push_type, data FROM receipt WHERE app = ? ORDER BY number", .integer(app.value)
    ) {
      Receipt(
        event: Receipt.Event(rawValue: $0.int(0))!, eventAt: $0.moment(1), messageId: $0.int64(2), identity: $0.text(3),
        pushType: PushType(rawValue: $0.int(4)), data: $0.text(5))
    }
  }
}
