import Testing
@testable import PushStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Which files are served, which are refused, and what is left of them.
@Suite struct DatabaseFileTests {
  private static let moment = Timestamp(milliseconds: 1_772_409_600_000)

  /// The sentence of a refusal, nil when the file was opened.
  private static func refusal(_ path: String) -> String? {
    do throws(DatabaseRefusal) {
      try DatabaseFile(path: path).close()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func aNewFileGetsTheSchema() throws {
    let folder = StoreFolder()
    let file = try DatabaseFile(path: folder.database)
    defer { file.close() }
    let writer = try Writer(file)
    try writer.perform { store in
      let app = try store.ensureApp("APP", now: Self.moment)
      try store.register(.sample("t"), singleToken: false, app: app, now: Self.moment)
    }
    try writer.commit()
    let kept = try Reader(file).read { store in try store.registration("t", .apns, app: store.appNumber("APP")!) }
    #expect(kept?.uid == "u")
    let header = try #require(StoreFolder.bytes(folder.database))
    #expect(Array(header[68..<72]) == Array("MPSH".utf8))
    #expect(Int(header[63]) == Migrator.newest)
  }

  @Test func anEmptyFileIsANewOne() {
    let folder = StoreFolder()
    StoreFolder.write([], to: folder.database)
    #expect(Self.refusal(folder.database) == nil)
  }

  static let foreign: [(String, [UInt8])] = [
    ("text", Array("hello".utf8)), ("zeros", [UInt8](repeating: 0, count: 4_096)), ("half a header", Array("SQLite format 3\0".utf8)),
    ("another application's database", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 4_080)), ("one byte", [0]),
  ]

  @Test(arguments: foreign) func whatIsNotOursIsRefusedAndLeftAsItIs(_ name: String, _ bytes: [UInt8]) {
    let folder = StoreFolder()
    StoreFolder.write(bytes, to: folder.database)
    #expect(Self.refusal(folder.database) == "\(folder.database) is not a database of mock-push-server and was left untouched. Give another --database.")
    #expect(StoreFolder.bytes(folder.database) == bytes)
    #expect(folder.names.filter { !$0.hasSuffix(".lock") } == ["push.db"])
  }

  @Test func aRealDatabaseOfAnotherApplicationIsLeftAsItIs() throws {
    let folder = StoreFolder()
    do {
      let other = try Connection(path: folder.database, readOnly: false)
      try other.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    }
    let before = StoreFolder.bytes(folder.database)
    #expect(Self.refusal(folder.database)?.contains("is not a database of mock-push-server") == true)
    #expect(StoreFolder.bytes(folder.database) == before)
  }

  @Test(arguments: [1, 1_000]) func aNewerSchemaIsRefusedAndLeftAsItIs(_ ahead: Int) throws {
    let folder = StoreFolder()
    try DatabaseFile(path: folder.database).close()
    do {
      let connection = try Connection(path: folder.database, readOnly: false)
      try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA user_version = \(Migrator.newest + ahead)")
    }
    let before = StoreFolder.bytes(folder.database)
    let sentence = try #require(Self.refusal(folder.database))
    #expect(sentence.contains("newer mock-push-server (schema \(Migrator.newest + ahead), this one knows \(Migrator.newest))"))
    #expect(StoreFolder.bytes(folder.database) == before)
  }

  @Test func aNewerSchemaIsSeenInTheWriteAheadLogToo() throws {
    let folder = StoreFolder()
    try DatabaseFile(path: folder.database).close()
    // Held open, so that the log is not moved into the file.
    let connection = try Connection(path: folder.database, readOnly: false)
    try connection.execute("PRAGMA user_version = \(Migrator.newest + 1)")
    #expect(Self.refusal(folder.database)?.contains("newer mock-push-server") == true)
    try connection.execute("SELECT 1")
  }

  @Test func aSecondServerIsToldTheFirstsProcess() throws {
    let folder = StoreFolder()
    let first = try DatabaseFile(path: folder.database)
    let sentence = try #require(Self.refusal(folder.database))
    #expect(sentence == "The database \(folder.database) is in use by the server with process number \(getpid()). Stop that one, or give another --database.")
    first.close()
    #expect(Self.refusal(folder.database) == nil, "free again")
  }

  @Test func unusablePathsSayWhatToDo() {
    let folder = StoreFolder()
    let missing = "\(folder.path)/none/push.db"
    #expect(Self.refusal(missing)?.hasPrefix("The database \(missing) cannot be opened: ") == true)
    #expect(Self.refusal(missing)?.contains("--database") == true)
    #expect(Self.refusal(folder.path)?.contains("--database") == true, "a folder is no database")
  }

  @Test func memoryIsATemporaryFileThatGoesAway() throws {
    let file = try DatabaseFile(path: ":memory:")
    #expect(file.isTemporary)
    #expect(StoreFolder.bytes(file.path) != nil)
    do {
      let writer = try Writer(file)
      try writer.perform { _ = try $0.ensureApp("A", now: Self.moment) }
      try writer.commit()
    }
    file.close()
    let folder = String(file.path[..<file.path.lastIndex(of: "/")!])
    #expect(StoreFolder.bytes(file.path) == nil)
    #expect(opendir(folder) == nil)
  }

  @Test func dataAndClockSurviveReopening() throws {
    let folder = StoreFolder()
    for round in 0..<3 {
      let file = try DatabaseFile(path: folder.database)
      defer { file.close() }
      let writer = try Writer(file)
      let (clock, count) = try writer.read { store in (try store.clock(), try store.appNumber("APP").map { try store.tagCount(app: $0) } ?? 0) }
      #expect(clock == (round == 0 ? nil : .running(aheadBy: Int64(round - 1))))
      #expect(count == round)
      try writer.perform { store in
        try store.setClock(.running(aheadBy: Int64(round)))
        try store.insertTag(tagId: "0000000\(round)", name: "n\(round)", app: store.ensureApp("APP", now: Self.moment), now: Self.moment)
      }
      try writer.commit()
    }
  }

  @Test func readingConnectionsCannotWrite() throws {
    let file = try DatabaseFile(path: ":memory:")
    defer { file.close() }
    let reader = try Reader(file)
    #expect(throws: DatabaseError.self) { try reader.read { try $0.connection.execute("INSERT INTO app (appkey, created_at) VALUES ('x', 1)") } }
  }
}
