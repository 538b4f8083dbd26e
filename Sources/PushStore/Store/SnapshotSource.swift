#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import CSQLite

/// The whole database as it was at one moment, whatever is written meanwhile. Holds that moment until it is given up: the write-ahead log cannot
/// begin anew so long.
///
/// `@unchecked Sendable`: its connection is handed from thread to thread, and used by one at a time.
public final class SnapshotSource: @unchecked Sendable {
  private let connection: Connection

  public init(_ file: DatabaseFile) throws(DatabaseError) {
    connection = try file.openReader(cacheKiB: 1_000)
    try connection.execute("BEGIN")
    // The moment is that of the first read.
    _ = try connection.first("SELECT count(*) FROM clock") { $0.int(0) }
  }

  /// Makes or replaces a database at `path` with SQLite's backup. Takes seconds when there is much.
  public func copy(to path: String) throws(DatabaseError) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    let target = try Connection(path: path, readOnly: false)
    // A copy that breaks off is thrown away, so nothing of it needs to be recoverable.
    try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000")
    guard let backup = sqlite3_backup_init(target.handle, "main", connection.handle, "main") else {
      throw DatabaseError(target.handle, code: sqlite3_errcode(target.handle), sql: "backup")
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw DatabaseError(target.handle, code: end == SQLITE_OK ? code : end, sql: "backup") }
  }
}
