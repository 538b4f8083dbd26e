import CSQLite

/// Moves the write-ahead log into the database on a connection of its own, while the writer goes on.
public final class Checkpointer {
  private let file: DatabaseFile
  private var connection: Connection?

  public init(_ file: DatabaseFile) throws(DatabaseError) {
    self.file = file
    connection = try file.openWriter()
  }

  /// Moves what is committed now, without waiting for readers or the writer.
  ///
  /// - Returns: how many pages of the log are moved; 0 when another connection is moving them.
  public func passive() throws(DatabaseError) -> Int {
    let opened = if let connection { connection } else { try file.openWriter() }
    connection = opened
    return try opened.passiveCheckpoint()
  }

  /// Lets go of the file. The next pass opens what is there then.
  public func close() { connection = nil }
}

@available(*, unavailable) extension Checkpointer: Sendable {}

extension Connection {
  func passiveCheckpoint() throws(DatabaseError) -> Int {
    var pages: Int32 = 0
    var moved: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &moved)
    if code & 0xff == SQLITE_BUSY { return 0 }
    guard code == SQLITE_OK else { throw DatabaseError(handle, code: code, sql: "passive checkpoint") }
    return Int(max(0, moved))
  }

  /// Moves the whole log, and empties it, without waiting for others.
  ///
  /// - Returns: whether all of it is in the database; false where a reader of another program holds on to what was before.
  func moveLog() throws(DatabaseError) -> Bool {
    // A connection that has read nothing yet knows of no log.
    _ = try first("SELECT count(*) FROM sqlite_schema") { $0.int(0) }
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, Self.patience) }
    var pages: Int32 = -1
    var moved: Int32 = -1
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, &pages, &moved)
    if code == SQLITE_OK { return true }
    guard code & 0xff == SQLITE_BUSY else { throw DatabaseError(handle, code: code, sql: "checkpoint") }
    return pages >= 0 && pages == moved
  }
}
