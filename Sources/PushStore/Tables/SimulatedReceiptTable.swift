extension WriteTransaction {
  /// Keeps reports until they are due.
  public func plan(_ receipts: [PlannedReceipt], of message: MessageNumber) throws(DatabaseError) {
    for receipt in receipts {
      try connection.run(
        "INSERT INTO simulated_receipt (due, message, token, event) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        .moment(receipt.due), .integer(message.value), .integer(receipt.token.value), .int(receipt.event.rawValue))
    }
  }

  /// Forgets a report that was made.
  public func remove(_ receipt: DueReceipt) throws(DatabaseError) {
    try connection.run(
      "DELETE FROM simulated_receipt WHERE due = ? AND message = ? AND token = ? AND event = ?",
      .moment(receipt.planned.due), .integer(receipt.message.value), .integer(receipt.planned.token.value),
      .int(receipt.planned.event.rawValue))
  }
}

extension ReadTransaction {
  /// When the next report is due; nil when there is none.
  public func nextReceiptDue() throws(DatabaseError) -> Timestamp? {
    try connection.first("SELECT due FROM simulated_receipt ORDER BY due LIMIT 1") { $0.moment(0) }
  }

  /// Reports that are due by a moment, in the order in which they fell due.
  public func dueReceipts(by moment: Timestamp, limit: Int) throws(DatabaseError) -> [DueReceipt] {
    try connection.all(
      """
      SELECT s.token, s.event, s.due, s.message, m.app, a.appkey, d.text, d.push_type, m.created_at + v.at, a.removed_at IS NOT NULL
      FROM simulated_receipt s JOIN message m ON m.message = s.message JOIN app a ON a.app = m.app
        JOIN delivery v ON v.message = s.message AND v.token = s.token JOIN device_token d ON d.token = s.token
      WHERE s.due <= ? ORDER BY s.due, s.message, s.token, s.event LIMIT ?
      """, .moment(moment), .int(limit)
    ) {
      DueReceipt(
        planned: PlannedReceipt(token: TokenNumber($0.int64(0)), event: Receipt.Event(rawValue: $0.int(1))!, due: $0.moment(2)),
        message: MessageNumber($0.int64(3)), app: AppNumber($0.int64(4)), appkey: $0.text(5), tokenText: $0.text(6),
        pushType: PushType(rawValue: $0.int(7))!, sentAt: $0.moment(8), isOfRemovedApp: $0.bool(9))
    }
  }
}
