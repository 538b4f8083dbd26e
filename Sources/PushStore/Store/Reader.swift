/// A read-only connection. Reads of one loop tick share a snapshot, which `endSnapshot` gives back.
public final class Reader {
  private let file: DatabaseFile
  private let cacheKiB: Int
  private var connection: Connection?
  private var hasSnapshot = false

  public init(_ file: DatabaseFile, cacheKiB: Int = 4_000) throws(DatabaseError) {
    self.file = file
    self.cacheKiB = cacheKiB
    connection = try file.openReader(cacheKiB: cacheKiB)
  }

  public func read<T>(_ body: (ReadTransaction) throws -> T) throws -> T {
    let connection = try self.connection ?? file.openReader(cacheKiB: cacheKiB)
    self.connection = connection
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
    try? connection?.run("COMMIT")
  }

  /// Lets go of the file. The next read opens what is there then.
  public func close() {
    endSnapshot()
    connection = nil
  }
}

@available(*, unavailable) extension Reader: Sendable {}
