extension ReadTransaction {
  func registrationSum(_ key: RegistrationKey) throws(DatabaseError) -> RegistrationSum? {
    try connection.first(
      "SELECT registered, deleted, first, last, changes FROM registration_sum WHERE app = ? AND unit = ? AND bucket = ?",
      .integer(key.app), .int(key.unit.rawValue), .integer(key.bucket)
    ) { row in
      RegistrationSum(
        registered: row.int(0), deleted: row.int(1), first: row.int64(2), last: row.int64(3), changes: row.withBlob(4) { GaugeChanges($0) })
    }
  }

  /// The number of a value; nil where no sum has it.
  func gaugeValue(_ dimension: GaugeDimension, _ text: String) throws(DatabaseError) -> Int? {
    try connection.first("SELECT number FROM gauge_value WHERE dimension = ? AND text = ?", .int(dimension.rawValue), .text(text)) { $0.int(0) }
  }

  /// The first number that no value has.
  func nextGaugeValue() throws(DatabaseError) -> Int {
    try connection.first("SELECT max(number) + 1 FROM gauge_value") { $0.int(0) } ?? 0
  }
}
