/// How far a purge has come in a table without an index by app. A new purge begins such a walk anew.
struct PurgeWalk: Sendable {
  private struct ReceiptKey {
    var due = Int64.min
    var message: Int64 = 0
    var token: Int64 = 0
    var event: Int64 = 0
  }

  private var receipt = ReceiptKey()
  private var logNumber: Int64 = 0

  /// Of messages of the app.
  mutating func simulatedReceipts(_ app: AppNumber, _ limit: Int, _ connection: Connection) throws(DatabaseError) -> PurgeStep.Work {
    let page = try connection.all(
      """
      SELECT s.due, s.message, s.token, s.event, m.app = ?5 FROM simulated_receipt s CROSS JOIN message m ON m.message = s.message
      WHERE (s.due, s.message, s.token, s.event) > (?1, ?2, ?3, ?4) ORDER BY s.due, s.message, s.token, s.event LIMIT ?6
      """, .integer(receipt.due), .integer(receipt.message), .integer(receipt.token), .integer(receipt.event), .integer(app.value), .int(limit)
    ) { (key: ReceiptKey(due: $0.int64(0), message: $0.int64(1), token: $0.int64(2), event: $0.int64(3)), isOfApp: $0.bool(4)) }
    for (key, isOfApp) in page where isOfApp {
      try connection.run(
        "DELETE FROM simulated_receipt WHERE due = ? AND message = ? AND token = ? AND event = ?",
        .integer(key.due), .integer(key.message), .integer(key.token), .integer(key.event))
    }
    if let last = page.last { receipt = last.key }
    return (page.count, page.count < limit)
  }

  /// Also what the number keeper has there; never the row with the highest number.
  mutating func registrationLog(_ app: AppNumber, _ limit: Int, _ connection: Connection) throws(DatabaseError) -> PurgeStep.Work {
    let ends = try connection.first(
      "SELECT (SELECT min(number) FROM registration_log WHERE number > ?), (SELECT max(number) FROM registration_log)", .integer(logNumber)
    ) { $0.isNull(0) ? nil : (first: $0.int64(0), highest: $0.int64(1)) }
    guard let (first, highest) = ends ?? nil, first < highest else { return (0, true) }
    let end = min(first + Int64(limit), highest)
    try connection.run(
      "DELETE FROM registration_log WHERE number >= ? AND number < ? AND app IN (?, ?)", .integer(first), .integer(end), .integer(app.value),
      .integer(try NumberKeeper.find(connection) ?? app.value))
    logNumber = end - 1
    return (Int(end - first), end == highest)
  }
}
