#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import CSQLite

/// Why a database cannot be served: one sentence that says how to mend it.
public struct DatabaseRefusal: Error, CustomStringConvertible, Sendable {
  public let description: String

  public init(description: String) { self.description = description }
}

/// The database on disk: opened by one server at a time, migrated, and able to hand out connections.
///
/// `:memory:` means a private temporary file that is deleted by `close()`: SQLite cannot serve a writer and readers side by side in real
/// memory (WAL is not possible there).
public final class DatabaseFile: Sendable {
  /// "MPSH", in the file's header: tells our databases from others.
  static let applicationId: Int32 = 0x4D50_5348

  /// How sure an acknowledged write is.
  public enum Durability: String, Sendable, CaseIterable {
    /// Survives a crash of the machine (`synchronous=FULL`).
    case full
    /// Survives `kill -9`, not a power cut (`synchronous=NORMAL`).
    case normal
  }

  public let path: String
  public let isTemporary: Bool
  let durability: Durability
  private let lock: FileLock

  /// Opens or creates the database at `path`, and migrates it.
  ///
  /// - Throws: `DatabaseRefusal` when another server has it, when it is not ours, or made by a newer version (it is left untouched), or
  ///   when it cannot be opened.
  public init(path requested: String, durability: Durability = .full) throws(DatabaseRefusal) {
    isTemporary = requested == ":memory:"
    self.durability = durability
    path = isTemporary ? try Self.makeTemporaryPath() : requested
    lock = try FileLock(path: path + ".lock", guarding: path)
    do throws(DatabaseRefusal) {
      try Self.checkHeader(path)
      try Self.prepare(path)
      forgetReplacement()
    } catch {
      lock.release()
      throw error
    }
  }

  private static func prepare(_ path: String) throws(DatabaseRefusal) {
    let version: Int
    do throws(DatabaseError) {
      let connection = try Connection(path: path, readOnly: false)
      // Again, through SQLite: the newest header may still be in the write-ahead log.
      version = try Migrator.version(of: connection)
      if version <= Migrator.newest {
        try connection.execute("PRAGMA journal_mode = WAL")
        try Migrator.migrate(connection)
      }
    } catch {
      throw DatabaseRefusal(description:
        "The database \(path) cannot be opened: \(error.message). Give another --database, or check the folder and its permissions.")
    }
    if version > Migrator.newest { throw newer(path, version) }
  }

  /// Releases the lock, and deletes the file when it was temporary. Connections must be closed before.
  public func close() {
    lock.release()
    guard isTemporary else { return }
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) }
    if let slash = path.lastIndex(of: "/") { rmdir(String(path[..<slash])) }
  }

  /// The folder that the file is in.
  public var folder: String { WholeFile.folder(of: path) }

  func openWriter() throws(DatabaseError) -> Connection {
    let isFull = !isTemporary && durability == .full
    let connection = try Connection(path: path, readOnly: false, vfs: isFull ? GatheringLog.vfs : nil)
    let synchronous = isTemporary ? "OFF" : isFull ? "FULL" : "NORMAL"
    // Some builds of SQLite overwrite what is deleted, which writes pages that are free anyway.
    try connection.execute("PRAGMA secure_delete = OFF; PRAGMA synchronous = \(synchronous); PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -10000")
    return connection
  }

  /// - Parameter cacheKiB: of pages. What walks through tables in order meets each page once, and needs few.
  func openReader(cacheKiB: Int) throws(DatabaseError) -> Connection {
    let connection = try Connection(path: path, readOnly: true)
    try connection.execute("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -\(cacheKiB)")
    return connection
  }

  /// Before SQLite touches it, so that a database that is not ours stays as it is. No connection of this process is open yet.
  private static func checkHeader(_ path: String) throws(DatabaseRefusal) {
    guard let header = DatabaseHeader(path) else {
      if errno == ENOENT { return }
      throw DatabaseRefusal(description: "The database \(path) cannot be read: \(errorText()). Give another --database, or check its permissions.")
    }
    if header.isEmpty { return }
    guard let version = header.version else {
      throw DatabaseRefusal(description: "\(path) is not a database of mock-push-server and was left untouched. Give another --database.")
    }
    guard version <= Migrator.newest else { throw newer(path, version) }
  }

  private static func newer(_ path: String, _ version: Int) -> DatabaseRefusal {
    DatabaseRefusal(description: "The database \(path) was made by a newer mock-push-server (schema \(version), this one knows \(Migrator.newest)) and was left untouched. Use that version, or give another --database.")
  }

  private static func makeTemporaryPath() throws(DatabaseRefusal) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/mock-push-server-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw DatabaseRefusal(description: "No temporary folder can be made in \(folder): \(errorText()). Set TMPDIR to a folder that can be written, or give --database a path.")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/mock-push.db"
  }
}

func errorText() -> String { String(cString: strerror(errno)) }
