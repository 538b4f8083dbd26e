/// An app that nobody can name, for rows with the highest numbers. Some tables number their rows from the highest one on: if a purge deleted that,
/// its number would come again, and sums of statistics, cursors and delivery IDs would take the new row for the old one.
enum NumberKeeper {
  /// No appkey has parentheses.
  static let appkey = "(removed)"

  static func find(_ connection: Connection) throws(DatabaseError) -> Int64? {
    try connection.first("SELECT app FROM app WHERE appkey = ? AND removed_at IS NOT NULL", .text(appkey)) { $0.int64(0) }
  }

  static func ensure(_ connection: Connection) throws(DatabaseError) -> Int64 {
    if let known = try find(connection) { return known }
    try connection.run("INSERT INTO app (appkey, created_at, removed_at) VALUES (?, 0, 1)", .text(appkey))
    return connection.lastInsertedNumber
  }
}
