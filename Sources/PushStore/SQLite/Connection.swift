import CSQLite

/// One SQLite connection with its statements. Not thread-safe and not sendable: whoever owns it gives it one thread at a time.
public final class Connection {
  let handle: OpaquePointer
  private var statements: [UInt: Statement] = [:]
  /// Numbers of apps that this connection wrote for. Only the writing connection keeps them: it sees every change itself.
  var apps: [String: AppNumber] = [:]
  /// As `apps`: what registrations need to know of local-time reservations.
  var localZones: [AppNumber: LocalZones] = [:]

  /// Milliseconds. WAL readers meet SQLITE_BUSY only in SQLite's documented corner cases (recovery, a checkpoint that resets the log).
  static let patience: Int32 = 5_000

  /// Once per process, before SQLite's first use.
  private static let isConfigured: Bool = csqlite_disable_memory_statistics() == SQLITE_OK

  /// Opens `path`. `readOnly` connections cannot write by mistake; others create the file when it is missing.
  ///
  /// - Parameters:
  ///   - vfs: nil is SQLite's own.
  ///   - isURI: `path` is `file:…`, escaped.
  init(path: String, readOnly: Bool, vfs: String? = nil, isURI: Bool = false) throws(DatabaseError) {
    _ = Self.isConfigured
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isURI ? SQLITE_OPEN_URI : 0) | (readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    let code = sqlite3_open_v2(path, &handle, flags, vfs)
    guard code == SQLITE_OK, let handle else {
      let error = DatabaseError(handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.patience)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs SQL text of any number of statements, for schema and pragmas.
  func execute(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(handle, code: code, sql: sql) }
  }

  /// Runs a statement that returns no rows.
  func run(_ sql: StaticString, _ values: SQLValue...) throws(DatabaseError) {
    let statement = try statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// The first row that `sql` gives, or nil.
  func first<T>(_ sql: StaticString, _ values: SQLValue..., map: (Row) -> T) throws(DatabaseError) -> T? {
    let statement = try statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? map(Row(statement: statement.handle)) : nil
  }

  /// All rows that `sql` gives.
  func all<T>(_ sql: StaticString, _ values: SQLValue..., map: (Row) -> T) throws(DatabaseError) -> [T] {
    let statement = try statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    var rows: [T] = []
    while try statement.step() { rows.append(map(Row(statement: statement.handle))) }
    return rows
  }

  /// Row number that the last INSERT of this connection made.
  var lastInsertedNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Pages in the write-ahead log after the last commit of this connection; needs `countLogPages`.
  private(set) var logPages = 0

  /// Keeps `logPages`. It takes the place of SQLite's automatic checkpoint, which is such a hook itself.
  func countLogPages() {
    sqlite3_wal_hook(handle, { context, _, _, pages in
      Unmanaged<Connection>.fromOpaque(context!).takeUnretainedValue().logPages = Int(pages)
      return SQLITE_OK
    }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// How often everything was deleted: work that began before must not write after.
  var generation = 0

  /// Rows that statistics are made of and that this connection wrote since the sums were last brought up to date; rolled back ones included.
  var unfoldedRows = 0

  /// What the open group changes in the kept counts. Only the writing connection counts.
  var countChanges = CountChanges()

  /// Rows that all statements of this connection changed.
  var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// Runs `work` without looking for rows that refer to those it deletes. A search of each deleted token's rows would walk whole tables, so who
  /// calls this deletes what refers to a row before the row.
  func withoutForeignKeys<T>(_ work: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    _ = csqlite_set_foreign_keys(handle, 0)
    defer { _ = csqlite_set_foreign_keys(handle, 1) }
    return try work()
  }

  /// After a rollback rows may be gone that `apps` and `localZones` speak of.
  func forgetKept() {
    apps.removeAll()
    localZones.removeAll()
  }

  /// False when no transaction is open, also after SQLite rolled one back by itself (disk full, input/output error).
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Statements are cached by the address of their literal, which is unique and never changes: no text is hashed on the way.
  func statement(_ sql: StaticString) throws(DatabaseError) -> Statement {
    let key = UInt(bitPattern: sql.utf8Start)
    if let cached = statements[key] { return cached }
    let statement = try Statement(sql.description, on: handle)
    statements[key] = statement
    return statement
  }
}

@available(*, unavailable) extension Connection: Sendable {}
