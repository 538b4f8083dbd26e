extension WriteTransaction {
  /// Stores a receipt unless the same one is there (contract 28).
  ///
  /// - Returns: false for a repetition.
  @discardableResult
  public func insert(_ receipt: Receipt, app: AppNumber, now: Timestamp) throws(DatabaseError) -> Bool {
    try connection.run(
      """
      INSERT INTO receipt (app, message_id, event, identity, event_at, received_at, data) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, .integer(app.value), .integer(receipt.messageId), .int(receipt.event.rawValue), .text(receipt.identity),
      .moment(receipt.eventAt), .moment(now), .text(receipt.data))
    return connection.changes == 1
  }
}

extension ReadTransaction {
  /// Receipts of an app in the order they came.
  public func receipts(app: AppNumber) throws(DatabaseError) -> [Receipt] {
    try connection.all(
      "SELECT event, event_at, message_id, identity, data FROM receipt WHERE app = ? ORDER BY number", .integer(app.value)
    ) {
      Receipt(event: Receipt.Event(rawValue: $0.int(0))!, eventAt: $0.moment(1), messageId: $0.int64(2), identity: $0.text(3), data: $0.text(4))
    }
  }
}
