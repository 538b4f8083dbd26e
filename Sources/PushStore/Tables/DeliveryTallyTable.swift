/// How many deliveries of one page were sent, and how many failed for each reason, by push type. What was filtered or met an invalid token counts as
/// neither (contract 26.3, R75).
struct DeliveryTally {
  private static let reasons = 40
  private var counts = [Int](repeating: 0, count: (PushType.allCases.count + 1) * reasons)
  private(set) var sent = 0

  mutating func add(_ pushType: PushType, _ reason: DeliveryReason) {
    switch reason.outcome {
    case .sent:
      sent += 1
      counts[pushType.rawValue * Self.reasons] += 1
    case .sentFailed: counts[pushType.rawValue * Self.reasons + reason.rawValue] += 1
    case .filtered, .invalidToken: break
    }
  }

  /// Those that are not zero; reason 0 where they were sent.
  var rows: [(pushType: Int, reason: Int, count: Int)] {
    counts.indices.filter { counts[$0] > 0 }.map { ($0 / Self.reasons, $0 % Self.reasons, counts[$0]) }
  }
}

extension WriteTransaction {
  func insert(_ tally: DeliveryTally, of message: Message, at: Timestamp) throws(DatabaseError) {
    for row in tally.rows {
      try connection.run(
        "INSERT INTO delivery_tally (app, at, message, push_type, reason, count) VALUES (?, ?, ?, ?, ?, ?)",
        .integer(message.app.value), .moment(at), .integer(message.number.value), .int(row.pushType), .int(row.reason), .int(row.count))
      connection.unfoldedRows += 1
    }
  }

  /// The number of a `statsId`, which is made if it is new.
  func ensureStatsId(_ name: String, app: AppNumber) throws(DatabaseError) -> Int64 {
    if let known = try reading.statsIdNumber(name, app: app) { return known }
    try connection.run("INSERT INTO stats_id (app, name) VALUES (?, ?)", .integer(app.value), .text(name))
    return connection.lastInsertedNumber
  }
}

extension ReadTransaction {
  /// Nil where no message of the app ever had it.
  func statsIdNumber(_ name: String, app: AppNumber) throws(DatabaseError) -> Int64? {
    try connection.first("SELECT number FROM stats_id WHERE app = ? AND name = ?", .integer(app.value), .text(name)) { $0.int64(0) }
  }
}
