#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A database that is ready to take another one's place: a private copy beside it, checked, of the newest schema, on the disk.
public struct Replacement: Sendable {
  let path: String
  /// Nil when it was never set.
  public let clock: StoredClock?
  public let changedSettings: [(appkey: String, settings: String)]

  /// Copies a snapshot for `file`. Takes seconds when there is much.
  ///
  /// - Throws: `DatabaseRefusal` when it is no whole database of ours, or of a newer version, or cannot be copied; nothing is left of it then.
  public init(of snapshot: String, for file: DatabaseFile) throws(DatabaseRefusal) {
    path = file.replacementPath
    guard let header = DatabaseHeader(snapshot) else { throw DatabaseRefusal(description: "\(snapshot) cannot be read: \(errorText()).") }
    guard let version = header.version, header.size == Self.size(snapshot) else {
      throw DatabaseRefusal(description: "\(snapshot) is no whole database of mock-push-server. Make the snapshot again.")
    }
    guard version <= Migrator.newest else {
      throw DatabaseRefusal(
        description: "\(snapshot) was made by a newer mock-push-server (schema \(version), this one knows \(Migrator.newest)). Use that version, or make the snapshot again.")
    }
    file.forgetReplacement()
    do throws(DatabaseRefusal) {
      try WholeFile.copy(snapshot, to: path)
      do throws(DatabaseError) {
        let connection = try Connection(path: path, readOnly: false)
        try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE")
        try Migrator.migrate(connection)
        let store = ReadTransaction(connection: connection)
        (clock, changedSettings) = (try store.clock(), try store.changedSettings())
        try connection.execute("PRAGMA journal_mode = WAL")
      } catch {
        throw DatabaseRefusal(description: "\(snapshot) cannot be restored: \(error.message). Make the snapshot again.")
      }
      // With its last connection the log has gone: it could not be renamed together with the database.
      guard access(path + "-wal", F_OK) != 0 else { throw DatabaseRefusal(description: "\(path)-wal cannot be removed. Make the snapshot again.") }
      if !file.isTemporary { try WholeFile.sync(path) }
    } catch {
      file.forgetReplacement()
      throw error
    }
  }

  private static func size(_ path: String) -> Int64 {
    var info = stat()
    return stat(path, &info) == 0 ? Int64(info.st_size) : -1
  }
}

extension DatabaseFile {
  var replacementPath: String { path + ".restoring" }

  /// What is left of a restore that was given up, or broke off with a server before this one.
  public func forgetReplacement() {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(replacementPath + suffix) }
  }

  /// Puts a replacement in the database's place. All connections of this process must be closed, and the whole write-ahead log moved into the
  /// database: so at any moment either file is whole by itself.
  func replace(with new: Replacement) throws(DatabaseRefusal) {
    // An old log beside the new database would be taken for its own.
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    try WholeFile.replace(path, with: new.path, isLasting: !isTemporary)
  }
}

extension DatabaseFile {
  /// The clock of a database file that nobody has open, which is left as it is.
  public static func clock(of path: String) throws(DatabaseError) -> StoredClock? {
    // SQLite's URIs give a meaning to these three alone.
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    let connection = try Connection(path: "file:\(escaped)?immutable=1", readOnly: true, isURI: true)
    return try ReadTransaction(connection: connection).clock()
  }
}
