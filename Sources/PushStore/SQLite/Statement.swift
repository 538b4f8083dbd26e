import CSQLite

/// A prepared statement, owned by the `Connection` that cached it.
final class Statement {
  let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ sql: String, on connection: OpaquePointer) throws(DatabaseError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw DatabaseError(connection, code: code, sql: sql) }
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [SQLValue]) throws(DatabaseError) {
    precondition(values.count == Int(sqlite3_bind_parameter_count(handle)), "a statement was given \(values.count) values: \(sql)")
    for i in values.indices {
      let index = Int32(i + 1)
      let code: Int32
      switch values[i] {
      case .null: code = sqlite3_bind_null(handle, index)
      case .integer(let n): code = sqlite3_bind_int64(handle, index, n)
      case .blob(let bytes): code = sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), csqlite_transient())
      case .text(var text):
        code = text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            // An empty Swift string may have no address, and SQLite takes a null pointer for NULL.
            guard let base = $0.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, csqlite_transient()) }
            return sqlite3_bind_text(handle, index, base, Int32($0.count), csqlite_transient())
          }
        }
      }
      guard code == SQLITE_OK else { throw DatabaseError(connection, code: code, sql: sql) }
    }
  }

  /// Binds one integer, or NULL. For loops over many rows: no array of values is made.
  @inline(__always) func bind(_ value: Int64?, at index: Int32) throws(DatabaseError) {
    let code = if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    guard code == SQLITE_OK else { throw DatabaseError(connection, code: code, sql: sql) }
  }

  /// True when a row is there to read, false at the end.
  func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw DatabaseError(connection, code: code, sql: sql)
  }

  /// Makes the statement usable again and ends its hold on the database. Its result repeats an error that `step` threw already.
  func reset() { sqlite3_reset(handle) }

  var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }
}
