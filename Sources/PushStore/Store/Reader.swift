/// A read-only connection. Reads of one loop tick share a snapshot, which `endSnapshot` gives back.
public final class Reader {
  private let file: DatabaseFile
  private var connection: Connection
  private var hasSnapshot = false

  public init(_ file: DatabaseFile) throws(DatabaseError) {
    self.file = file
    connection = try file.openReader()
  }

  public func read<T>(_ body: (ReadTransaction) throws -> T) throws -> T {
    if !hasSnapshot {
      try connection.run("BEGIN")
      hasSnapshot = true
    }
    return try body(ReadTransaction(connection: connection))
  }

  /// Ends the snapshot, so that the next read sees what was committed meanwhile and checkpoints are not held back.
  public func endSnapshot() {
    guard hasSnapshot else { return }
    hasSnapshot = false
    // A read transaction cannot fail to end: there is nothing to write.
    try? connection.run("COMMIT")
  }

  /// Opens the database anew: after a reset the prepared statements belong to tables that are gone.
  public func reopen() throws(DatabaseError) {
    endSnapshot()
    connection = try file.openReader()
  }
}

@available(*, unavailable) extension Reader: Sendable {}
