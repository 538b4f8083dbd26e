import CSQLite

/// The one connection that writes. Bodies of one loop tick share a transaction (group commit).
public final class Writer {
  private let file: DatabaseFile
  private var connection: Connection
  /// Set when SQLite gave up the whole group by itself; reported by `commit`.
  private var lost: DatabaseError?
  /// After a replacement whose database could not be opened.
  private var isClosed = false

  public init(_ file: DatabaseFile) throws(DatabaseError) {
    self.file = file
    connection = try file.openWriter()
    connection.countLogPages()
    connection.unfoldedRows = try ReadTransaction(connection: connection).unfoldedRows()
  }

  /// Pages in the write-ahead log after the last commit.
  public var logPages: Int { connection.logPages }

  /// Moves the rest of the log into the database, so that the next commit begins it anew.
  public func checkpointRest() throws(DatabaseError) { _ = try connection.passiveCheckpoint() }

  /// How often everything was deleted: what was read before must not be written after.
  public var generation: Int { connection.generation }

  /// About how many rows wait to be folded into the sums of statistics.
  public var unfoldedRows: Int {
    get { connection.unfoldedRows }
    set { connection.unfoldedRows = newValue }
  }

  /// True while writes wait for `commit`.
  public private(set) var hasOpenGroup = false

  /// Runs `body` in the open group, opening one if needed, without a savepoint: `body` must throw before its first change or not at all. When it
  /// throws later, the whole group is lost.
  public func performUnguarded<T>(_ body: (WriteTransaction) throws -> T) throws -> T {
    try openGroup()
    let before = connection.totalChanges
    do {
      return try body(WriteTransaction(connection: connection))
    } catch {
      if connection.totalChanges != before || !connection.isInTransaction {
        lost = error as? DatabaseError ?? DatabaseError(code: SQLITE_ABORT, message: "a body threw after a change: \(error)")
      }
      throw error
    }
  }

  private func openGroup() throws(DatabaseError) {
    if let lost { throw lost }
    guard !hasOpenGroup else { return }
    if isClosed { try open(connection.generation) }
    try connection.run("BEGIN IMMEDIATE")
    hasOpenGroup = true
  }

  /// Runs `body` in the open group, opening one if needed. When it throws, only its own changes are undone.
  public func perform<T>(_ body: (WriteTransaction) throws -> T) throws -> T {
    try openGroup()
    let counted = connection.countChanges
    try connection.run("SAVEPOINT body")
    do {
      let result = try body(WriteTransaction(connection: connection))
      try connection.run("RELEASE body")
      return result
    } catch {
      undo(error)
      connection.countChanges = counted
      throw error
    }
  }

  private func undo(_ error: any Error) {
    do {
      guard connection.isInTransaction else {
        throw error as? DatabaseError ?? DatabaseError(code: SQLITE_ABORT, message: "the transaction was rolled back")
      }
      connection.forgetKept()
      try connection.run("ROLLBACK TO body")
      try connection.run("RELEASE body")
    } catch {
      lost = error as? DatabaseError ?? DatabaseError(code: SQLITE_ABORT, message: "\(error)")
    }
  }

  /// Makes the group durable. When it throws, nothing of the group is stored.
  public func commit() throws(DatabaseError) {
    guard hasOpenGroup else { return }
    hasOpenGroup = false
    let failure = lost
    lost = nil
    do throws(DatabaseError) {
      if let failure { throw failure }
      try connection.countChanges.write(to: connection)
      try connection.run("COMMIT")
      connection.countChanges.clear()
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      connection.countChanges.clear()
      connection.forgetKept()
      throw error
    }
  }

  /// Reads through the writing connection, between groups: sees what is committed.
  public func read<T>(_ body: (ReadTransaction) throws -> T) rethrows -> T {
    try body(ReadTransaction(connection: connection))
  }

  /// Deletes everything, tables included, and makes the schema anew. No group may be open, and readers must pause.
  /// Follows https://sqlite.org/c3ref/c_dbconfig_defensive.html, SQLITE_DBCONFIG_RESET_DATABASE: set, VACUUM, clear.
  public func reset() throws(DatabaseError) {
    precondition(!hasOpenGroup, "a reset needs the open group to be committed first")
    _ = csqlite_set_reset_database(connection.handle, 1)
    defer { _ = csqlite_set_reset_database(connection.handle, 0) }
    try connection.execute("VACUUM")
    _ = csqlite_set_reset_database(connection.handle, 0)
    let generation = connection.generation
    connection = try file.openWriter()
    connection.generation = generation + 1
    connection.countLogPages()
    try connection.execute("PRAGMA journal_mode = WAL")
    try Migrator.migrate(connection)
  }

  /// Puts another database in this one's place. No group may be open, readers must pause, and `closeOthers` closes all other connections.
  ///
  /// - Throws: when another program holds on to the database, or the file cannot be put there; the old database is in use then.
  public func replace(with new: Replacement, closeOthers: () -> Void) throws {
    precondition(!hasOpenGroup, "a replacement needs the open group to be committed first")
    closeOthers()
    guard try connection.moveLog() else {
      throw DatabaseRefusal(description: "Another program is reading the database \(file.path), so it cannot be replaced now. End that one, and try again.")
    }
    let generation = connection.generation
    // Whatever stands there while the file has no connection.
    connection = try Connection(path: ":memory:", readOnly: false)
    connection.generation = generation
    isClosed = true
    do {
      try file.replace(with: new)
    } catch {
      try open(generation)
      throw error
    }
    connection.generation += 1
    try open(generation + 1)
  }

  private func open(_ generation: Int) throws(DatabaseError) {
    let opened = try file.openWriter()
    try opened.execute("PRAGMA journal_mode = WAL")
    opened.generation = generation
    opened.countLogPages()
    opened.unfoldedRows = try ReadTransaction(connection: opened).unfoldedRows()
    connection = opened
    isClosed = false
  }

  /// Moves the write-ahead log into the database and empties it, for a clean end.
  public func checkpoint() throws(DatabaseError) {
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}

@available(*, unavailable) extension Writer: Sendable {}
