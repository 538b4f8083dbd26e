import CSQLite

/// A failure that SQLite reported. Bound values are left out on purpose: tokens and uids must not reach a log through an error.
public struct DatabaseError: Error, CustomStringConvertible, Sendable {
  /// Extended result code, e.g. 2067 for SQLITE_CONSTRAINT_UNIQUE.
  public let code: Int32
  /// SQLite's own text.
  public let message: String
  /// The statement that failed, without its values; empty when none was involved.
  public let sql: String

  public init(code: Int32, message: String, sql: String = "") {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error that `handle` holds after a call that failed with `code`.
  init(_ handle: OpaquePointer?, code: Int32, sql: String = "") {
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    self.init(code: extended == SQLITE_OK ? code : extended, message: text, sql: sql)
  }

  public var description: String {
    "SQLite error \(code): \(message)" + (sql.isEmpty ? "" : " in: \(sql)")
  }
}
