/// One step of the schema's history. Append-only: a released step never changes.
struct Migration {
  let number: Int
  let sql: String
}

/// Brings a database to the newest schema. `user_version` is the number of the last step, written in that step's own transaction.
enum Migrator {
  static let migrations = [
    migration001Clients, migration002Messages, migration003Reservations, migration004Statistics, migration005AdOptInGuide,
    migration006SimulatedReceipts, migration007Counts,
  ]

  static var newest: Int { migrations.last!.number }

  static func migrate(_ connection: Connection) throws(DatabaseError) {
    let current = try version(of: connection)
    for migration in migrations where migration.number > current {
      try connection.execute("""
        BEGIN IMMEDIATE;
        \(migration.sql)
        PRAGMA application_id = \(DatabaseFile.applicationId);
        PRAGMA user_version = \(migration.number);
        COMMIT;
        """)
    }
  }

  static func version(of connection: Connection) throws(DatabaseError) -> Int {
    try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }
}
