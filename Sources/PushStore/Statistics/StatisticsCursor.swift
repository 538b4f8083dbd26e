/// How far the sums of statistics reach: they hold exactly the rows up to these numbers.
struct StatisticsCursor: Equatable, Sendable {
  /// Of `registration_log`.
  var registrations: Int64
  /// Of `delivery_tally`.
  var deliveries: Int64
  /// Of `receipt`.
  var receipts: Int64
  /// No row of `registration_log` in the sums is later.
  var lastRegistrationAt: Timestamp
}

extension ReadTransaction {
  func statisticsCursor() throws(DatabaseError) -> StatisticsCursor {
    let cursor = try connection.first("SELECT registrations, deliveries, receipts, last_registration_at FROM statistics_cursor") {
      StatisticsCursor(registrations: $0.int64(0), deliveries: $0.int64(1), receipts: $0.int64(2), lastRegistrationAt: $0.moment(3))
    }
    guard let cursor else { preconditionFailure("the schema has made the row of statistics_cursor") }
    return cursor
  }

  /// How many rows are not in the sums, by their numbers.
  func unfoldedRows() throws(DatabaseError) -> Int {
    try connection.first(
      """
      SELECT coalesce((SELECT max(number) FROM registration_log), 0) - registrations
        + coalesce((SELECT max(number) FROM delivery_tally), 0) - deliveries + coalesce((SELECT max(number) FROM receipt), 0) - receipts
      FROM statistics_cursor
      """
    ) { $0.int(0) } ?? 0
  }
}

extension WriteTransaction {
  func setStatisticsCursor(_ cursor: StatisticsCursor) throws(DatabaseError) {
    try connection.run(
      "UPDATE statistics_cursor SET registrations = ?, deliveries = ?, receipts = ?, last_registration_at = ?",
      .integer(cursor.registrations), .integer(cursor.deliveries), .integer(cursor.receipts), .moment(cursor.lastRegistrationAt))
  }
}
