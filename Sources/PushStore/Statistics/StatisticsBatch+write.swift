extension StatisticsBatch {
  /// Adds everything to the sums and moves the cursor. Nothing may have been written to them since the batch was read. What is of an app that
  /// was removed meanwhile is left out: its sums may be deleted already.
  public func write(to store: WriteTransaction) throws(DatabaseError) {
    let current = try store.reading.currentApps()
    for (place, counts) in events where current.contains(place.app) { try store.add(counts, at: place) }
    for (key, count) in failures where current.contains(key.place.app) { try store.add(count, at: key) }
    for value in newValues {
      try store.connection.run(
        "INSERT INTO gauge_value (number, dimension, text) VALUES (?, ?, ?)", .int(value.number), .int(value.dimension.rawValue), .text(value.text))
    }
    for (key, sum, changes) in registrations where current.contains(key.app) { try store.set(sum, changes, at: key) }
    try store.setStatisticsCursor(cursor)
  }
}

extension ReadTransaction {
  fileprivate func currentApps() throws(DatabaseError) -> Set<Int64> {
    // Also those that are being loaded: their rows are counted now, or never.
    Set(try connection.all("SELECT app FROM app WHERE removed_at IS NULL OR removed_at = 0") { $0.int64(0) })
  }
}

extension WriteTransaction {
  fileprivate func add(_ counts: EventCounts, at place: StatisticsBatch.EventKey) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO event_sum (app, scope, unit, bucket, push_type, sent, failed, received, opened) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET sent = sent + excluded.sent, failed = failed + excluded.failed, received = received + excluded.received,
        opened = opened + excluded.opened
      """, .integer(place.app), .integer(place.scope), .int(place.unit.rawValue), .integer(place.bucket), .int(place.pushType),
      .int(counts.sent), .int(counts.failed), .int(counts.received), .int(counts.opened))
  }

  fileprivate func add(_ count: Int, at key: StatisticsBatch.FailureKey) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO failure_sum (app, scope, unit, bucket, push_type, reason, failed) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET failed = failed + excluded.failed
      """, .integer(key.place.app), .integer(key.place.scope), .int(key.place.unit.rawValue), .integer(key.place.bucket),
      .int(key.place.pushType), .int(key.reason), .int(count))
  }

  fileprivate func set(_ sum: RegistrationSum, _ changes: [UInt8], at key: RegistrationKey) throws(DatabaseError) {
    try connection.run(
      "INSERT OR REPLACE INTO registration_sum (app, unit, bucket, registered, deleted, first, last, changes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(key.app), .int(key.unit.rawValue), .integer(key.bucket), .int(sum.registered), .int(sum.deleted), .integer(sum.first),
      .integer(sum.last), .blob(changes))
  }
}
