/// One kind of rows of a removed app.
struct PurgeStep: Sendable {
  /// What a slice did: rows touched, and whether none is left.
  typealias Work = (rows: Int, isOver: Bool)

  /// Deletes at most about `limit` rows.
  let delete: @Sendable (_ app: AppNumber, _ limit: Int, inout PurgeWalk, Connection) throws(DatabaseError) -> Work

  /// In this order: what refers to a row goes before the row.
  static let all: [PurgeStep] = [
    // The engine and the scheduler come to these by themselves.
    PurgeStep { app, limit, _, connection throws(DatabaseError) in
      let ended = try WriteTransaction(connection: connection).endPendingMessages(ofRemoved: app, limit: limit)
      return (ended, ended < limit)
    },
    PurgeStep { app, limit, walk, connection throws(DatabaseError) in try walk.simulatedReceipts(app, limit, connection) },
    groups(of: """
      DELETE FROM reservation WHERE reservation IN (SELECT reservation FROM reservation WHERE app = ?1 ORDER BY created_at, reservation LIMIT ?2)
      """, [
      """
      DELETE FROM schedule WHERE schedule IN (
        SELECT s.schedule FROM (SELECT reservation FROM reservation WHERE app = ?1 ORDER BY created_at, reservation LIMIT ?2) r
          CROSS JOIN schedule s ON s.reservation = r.reservation LIMIT ?3)
      """,
    ]),
    rows("DELETE FROM message_error WHERE number IN (SELECT number FROM message_error WHERE app = ? LIMIT ?)"),
    rows("DELETE FROM invalid_token WHERE number IN (SELECT number FROM invalid_token WHERE app = ? LIMIT ?)"),
    groups(of: "DELETE FROM message WHERE message IN (SELECT message FROM message WHERE app = ?1 ORDER BY created_at, message LIMIT ?2)", [
      """
      DELETE FROM delivery WHERE (message, token) IN (
        SELECT v.message, v.token FROM (SELECT message FROM message WHERE app = ?1 ORDER BY created_at, message LIMIT ?2) m
          CROSS JOIN delivery v ON v.message = m.message LIMIT ?3)
      """,
      """
      DELETE FROM delivery_consent WHERE (message, token) IN (
        SELECT v.message, v.token FROM (SELECT message FROM message WHERE app = ?1 ORDER BY created_at, message LIMIT ?2) m
          CROSS JOIN delivery_consent v ON v.message = m.message LIMIT ?3)
      """,
      """
      DELETE FROM rendering WHERE (message, number) IN (
        SELECT v.message, v.number FROM (SELECT message FROM message WHERE app = ?1 ORDER BY created_at, message LIMIT ?2) m
          CROSS JOIN rendering v ON v.message = m.message LIMIT ?3)
      """,
      """
      DELETE FROM consent_window WHERE message IN (
        SELECT v.message FROM (SELECT message FROM message WHERE app = ?1 ORDER BY created_at, message LIMIT ?2) m
          CROSS JOIN consent_window v ON v.message = m.message LIMIT ?3)
      """,
    ]),
    rows("DELETE FROM receipt WHERE number IN (SELECT number FROM receipt WHERE app = ? LIMIT ?)"),
    rows("DELETE FROM removed_registration WHERE (app, token, number) IN (SELECT app, token, number FROM removed_registration WHERE app = ? LIMIT ?)"),
    groups(of: "DELETE FROM tag WHERE tag IN (SELECT tag FROM tag WHERE app = ?1 ORDER BY tag_id LIMIT ?2)", [
      """
      DELETE FROM uid_tag WHERE (uid, tag) IN (
        SELECT l.uid, l.tag FROM (SELECT tag FROM tag WHERE app = ?1 ORDER BY tag_id LIMIT ?2) t CROSS JOIN uid_tag l ON l.tag = t.tag LIMIT ?3)
      """,
    ]),
    rows("""
      DELETE FROM registration
      WHERE app = ?1 AND token <= (SELECT max(token) FROM (SELECT token FROM registration WHERE app = ?1 ORDER BY token LIMIT ?2))
      """),
    rows("""
      DELETE FROM device_token WHERE token IN (
        SELECT token FROM device_token WHERE app = ?1 AND token < (SELECT max(token) FROM device_token) LIMIT ?2)
      """),
    handOver(
      "SELECT 1 FROM device_token WHERE app = ? LIMIT 1", "DELETE FROM device_token WHERE app = ?",
      "UPDATE device_token SET app = ?2, text = '-' WHERE app = ?1"),
    rows("DELETE FROM uid WHERE uid IN (SELECT uid FROM uid WHERE app = ?1 AND uid < (SELECT max(uid) FROM uid) LIMIT ?2)"),
    handOver(
      "SELECT 1 FROM uid WHERE app = ? LIMIT 1", "DELETE FROM uid WHERE app = ?",
      "UPDATE uid SET app = ?2, name = '', known_since = NULL WHERE app = ?1"),
    PurgeStep { app, limit, walk, connection throws(DatabaseError) in try walk.registrationLog(app, limit, connection) },
    handOver(
      "SELECT 1 FROM registration_log WHERE number = (SELECT max(number) FROM registration_log) AND app = ?", nil,
      "UPDATE registration_log SET app = ?2 WHERE number = (SELECT max(number) FROM registration_log) AND app = ?1"),
    rows("""
      DELETE FROM delivery_tally WHERE number IN (
        SELECT number FROM delivery_tally WHERE app = ?1 AND number < (SELECT max(number) FROM delivery_tally) LIMIT ?2)
      """),
    handOver(
      "SELECT 1 FROM delivery_tally WHERE app = ? LIMIT 1", "DELETE FROM delivery_tally WHERE app = ?",
      "UPDATE delivery_tally SET app = ?2, message = 0, count = 0 WHERE app = ?1"),
    rows("DELETE FROM stats_id WHERE number IN (SELECT number FROM stats_id WHERE app = ? LIMIT ?)"),
    rows("""
      DELETE FROM event_sum WHERE (app, scope, unit, bucket, push_type) IN (
        SELECT app, scope, unit, bucket, push_type FROM event_sum WHERE app = ? LIMIT ?)
      """),
    rows("""
      DELETE FROM failure_sum WHERE (app, scope, unit, bucket, push_type, reason) IN (
        SELECT app, scope, unit, bucket, push_type, reason FROM failure_sum WHERE app = ? LIMIT ?)
      """),
    rows("DELETE FROM registration_sum WHERE (app, unit, bucket) IN (SELECT app, unit, bucket FROM registration_sum WHERE app = ? LIMIT ?)"),
    rows("DELETE FROM app_setting WHERE app IN (SELECT app FROM app_setting WHERE app = ? LIMIT ?)"),
    rows("DELETE FROM guide_series WHERE app IN (SELECT app FROM guide_series WHERE app = ? LIMIT ?)"),
    rows("DELETE FROM app WHERE app IN (SELECT app FROM app WHERE app = ? LIMIT ?)"),
  ]

  /// - Parameter sql: with the app and how many rows.
  private static func rows(_ sql: StaticString) -> PurgeStep {
    PurgeStep { app, limit, _, connection throws(DatabaseError) in
      try connection.run(sql, .integer(app.value), .int(limit))
      return (connection.changes, connection.changes < limit)
    }
  }

  /// Rows that hang on others, some of these at a time: whoever looked for the rows of all would pass those without any again and again.
  ///
  /// - Parameters:
  ///   - parents: deletes the first ones; with the app and how many.
  ///   - children: of the first ones; with the app, how many parents, and how many rows.
  private static func groups(of parents: StaticString, _ children: [StaticString]) -> PurgeStep {
    let size = 100
    return PurgeStep { app, limit, _, connection throws(DatabaseError) in
      var rows = 0
      while true {
        for sql in children {
          try connection.run(sql, .integer(app.value), .int(size), .int(limit - rows))
          rows += connection.changes
          if rows >= limit { return (rows, false) }
        }
        try connection.run(parents, .integer(app.value), .int(size))
        if connection.changes < size { return (rows + connection.changes, true) }
        rows += connection.changes
        if rows >= limit { return (rows, false) }
      }
    }
  }

  /// The row with the table's highest number, if it is what the app has left there, becomes the number keeper's.
  ///
  /// - Parameters:
  ///   - left: finds it; with the app.
  ///   - old: deletes what the keeper had there; with the keeper. Nil where another step does.
  ///   - move: with the app and the keeper.
  private static func handOver(_ left: StaticString, _ old: StaticString?, _ move: StaticString) -> PurgeStep {
    PurgeStep { app, _, _, connection throws(DatabaseError) in
      guard try connection.first(left, .integer(app.value), map: { _ in true }) != nil else { return (0, true) }
      let keeper = try NumberKeeper.ensure(connection)
      if let old { try connection.run(old, .integer(keeper)) }
      try connection.run(move, .integer(app.value), .integer(keeper))
      return (connection.changes, true)
    }
  }
}
