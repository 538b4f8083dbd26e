import CSQLite

/// Moves the write-ahead log into the database on a connection of its own, while the writer goes on.
public final class Checkpointer {
  private let connection: Connection

  public init(_ file: DatabaseFile) throws(DatabaseError) {
    connection = try file.openWriter()
  }

  /// Moves what is committed now, without waiting for readers or the writer.
  ///
  /// - Returns: how many pages of the log are moved; 0 when another connection is moving them.
  public func passive() throws(DatabaseError) -> Int {
    try connection.passiveCheckpoint()
  }
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
}
