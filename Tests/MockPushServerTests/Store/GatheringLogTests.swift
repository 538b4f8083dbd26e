import Testing
@testable import PushStore

/// The write-ahead log that is written in large pieces: what is committed is in the files at once, as SQLite alone would leave it.
@Suite struct GatheringLogTests {
  private let folder = StoreFolder()

  private func open() throws -> Connection {
    #expect(GatheringLog.vfs != nil)
    let connection = try Connection(path: folder.database, readOnly: false, vfs: GatheringLog.vfs)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 16")
    return connection
  }

  /// What another process would find after a crash now: the files as they are, opened by SQLite's own VFS.
  private func found() throws -> (count: Int, sum: Int, check: String) {
    let copy = StoreFolder()
    for suffix in ["", "-wal"] { StoreFolder.write(StoreFolder.bytes(folder.database + suffix) ?? [], to: copy.database + suffix) }
    let connection = try Connection(path: copy.database, readOnly: false)
    let sums = try connection.first("SELECT count(*), coalesce(sum(n), 0) FROM row") { ($0.int(0), $0.int(1)) }!
    return (sums.0, sums.1, try connection.first("PRAGMA integrity_check") { $0.text(0) }!)
  }

  private static func insert(_ numbers: ClosedRange<Int>, _ connection: Connection) throws {
    for number in numbers { try connection.run("INSERT INTO row (n, filling) VALUES (?, randomblob(3000))", .int(number)) }
  }

  /// Sizes around the gathered piece (31 frames) and far beyond the page cache, so that pages spill into the log and are read back from it.
  @Test(arguments: [1, 29, 30, 31, 32, 33, 100, 1_000])
  func aCommitIsInTheFilesWhole(_ rows: Int) throws {
    let connection = try open()
    try connection.execute("CREATE TABLE row (n INTEGER PRIMARY KEY, filling BLOB)")
    try connection.execute("BEGIN")
    try Self.insert(1...rows, connection)
    #expect(try connection.first("SELECT count(*) FROM row WHERE length(filling) = 3000") { $0.int(0) } == rows)
    #expect(try found().count == 0)
    try connection.execute("COMMIT")
    let (count, sum, check) = try found()
    #expect(count == rows && sum == rows * (rows + 1) / 2 && check == "ok")
  }

  @Test func whatIsRolledBackStaysAway() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE row (n INTEGER PRIMARY KEY, filling BLOB)")
    try connection.execute("BEGIN")
    try Self.insert(1...50, connection)
    try connection.execute("SAVEPOINT part")
    try Self.insert(51...200, connection)
    try connection.execute("ROLLBACK TO part; RELEASE part; COMMIT; BEGIN")
    try Self.insert(300...500, connection)
    try connection.execute("ROLLBACK; BEGIN")
    try Self.insert(60...60, connection)
    try connection.execute("COMMIT")
    let (count, sum, check) = try found()
    #expect(count == 51 && sum == 50 * 51 / 2 + 60 && check == "ok")
  }

  @Test func theLogBeginsAnewAfterACheckpoint() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE row (n INTEGER PRIMARY KEY, filling BLOB)")
    for round in 0..<6 {
      try connection.execute("BEGIN")
      try Self.insert(round * 100 + 1...round * 100 + 100, connection)
      try connection.execute("COMMIT")
      #expect(try found() == (count: round * 100 + 100, sum: (round * 100 + 100) * (round * 100 + 101) / 2, check: "ok"))
      try connection.execute(["PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)"][round % 2])
    }
  }

  @Test func otherConnectionsSeeACommitAtOnce() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE row (n INTEGER PRIMARY KEY, filling BLOB)")
    let reader = try Connection(path: folder.database, readOnly: true)
    for number in 1...40 {
      try Self.insert(number...number, connection)
      #expect(try reader.first("SELECT count(*) FROM row WHERE length(filling) = 3000") { $0.int(0) } == number)
    }
  }
}
