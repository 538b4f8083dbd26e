import Testing

@testable import MockPushServer
@testable import PushStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Snapshots as files, and a database whose file is replaced under the running server.
@Suite struct SnapshotFileTests {
  /// A server on a database of its own, with the snapshot `s` of one token `kept`.
  private static func withSnapshot(_ body: (TestServer, StoreFolder, _ snapshot: String) async throws -> Void) async throws {
    let folder = StoreFolder()
    let data = folder.path + "/data"
    defer {
      for name in ["s", "old", "text"] { unlink("\(data)/snapshots/\(name).db") }
      rmdir(data + "/snapshots")
      rmdir(data)
    }
    try await withTestServer(.init(database: folder.database, dataDir: data)) { server in
      await server.register(.device("kept"))
      #expect(await server.snapshot("s").status == 201)
      try await body(server, folder, data + "/snapshots/s.db")
    }
  }

  @Test func whatServersLeftInTheMiddleOfOneIsDeletedWithTheNext() async throws {
    try await Self.withSnapshot { server, folder, snapshot in
      let shelf = folder.path + "/data/snapshots/"
      // No process has the first number; the second is this one's, which makes one at a time; the third lives.
      let parts = [".s.999999999.part", ".other.\(getpid()).part", ".s.1.part"]
      defer { unlink(shelf + parts[2]) }
      for part in parts { close(open(shelf + part, O_CREAT | O_WRONLY, 0o600)) }
      #expect(await server.snapshot("s").status == 200)
      #expect(parts.map { access(shelf + $0, F_OK) == 0 } == [false, false, true])
    }
  }

  @Test func aRestoredDatabaseIsThereAtTheNextStart() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options(database: folder.database, dataDir: folder.path)
    try await withTestServer(options) { server in
      await server.register(.device("kept"))
      #expect(await server.snapshot("s").status == 201)
      await server.register(.device("lost"))
      #expect(await server.restore("s").status == 200)
      await server.register(.device("after"))
    }
    options.clock = nil
    try await withTestServer(options) { server in
      #expect(await server.token("kept") != nil)
      #expect(await server.token("lost") == nil)
      #expect(await server.token("after") != nil)
      // Snapshots outlive the server, and the database.
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      #expect(await server.restore("s").status == 200)
      #expect(await server.token("kept") != nil)
      #expect(await server.send(.delete, "/_mock/snapshots/s").status == 200)
    }
    rmdir(folder.path + "/snapshots")
  }

  @Test func thoseOfATemporaryDatabaseGoWithIt() async throws {
    let path = try await withTestServer { server in
      #expect(await server.snapshot("s").status == 201)
      let folder = server.application.snapshots.folder
      #expect(access(folder + "/s.db", F_OK) == 0)
      return folder
    }
    #expect(access(path, F_OK) != 0)
    #expect(access(String(path[..<path.lastIndex(of: "/")!]), F_OK) != 0, "with the folder around it")
  }

  static let damages: [(String, @Sendable ([UInt8]) -> [UInt8], String)] = [
    ("text", { _ in Array("hello".utf8) }, "is no whole database"), ("empty", { _ in [] }, "is no whole database"),
    ("cut short", { Array($0.dropLast(4_096)) }, "is no whole database"),
    ("another application's", { Array($0[..<68]) + [1, 2, 3, 4] + $0[72...] }, "is no whole database"),
    ("of a newer version", { Array($0[..<60]) + [0, 0, 0, 99] + $0[64...] }, "made by a newer mock-push-server (schema 99"),
    ("without a table", { bytes in bytes.replacing(Array("CREATE TABLE clock".utf8), with: Array("CREATE TABLE clack".utf8)) }, "cannot be restored"),
  ]

  @Test(arguments: damages.indices) func whatIsNoDatabaseIsRefusedAndNothingChanges(_ index: Int) async throws {
    let (name, damage, words) = Self.damages[index]
    try await Self.withSnapshot { server, folder, path in
      await server.register(.device("new"))
      let bytes = damage(try #require(StoreFolder.bytes(path)))
      StoreFolder.write(bytes, to: path)
      let answer = await server.restore("s")
      #expect(answer.status == 409 && answer.sentence?.contains(words) == true, "\(name): \(answer.text)")
      #expect(StoreFolder.bytes(path) == bytes, "left as it is")
      #expect(await server.token("new") != nil)
      await server.register(.device("newer"))
      #expect(folder.names.filter { $0.contains("restoring") } == [])
      #expect(await server.send(.get, "/_mock/snapshots").json["snapshots"]?.arrayValue?.map { $0["name"] } == ["s"])
    }
  }

  @Test func settingsThatCannotBeReadAreRefusedBeforeAnythingChanges() async throws {
    try await Self.withSnapshot { server, _, path in
      await server.register(.device("new"))
      do {
        let connection = try Connection(path: path, readOnly: false)
        try connection.execute("PRAGMA journal_mode = DELETE; INSERT INTO app_setting VALUES (1, '{\"tokenExpiryMonths\":\"x\"}')")
      }
      let answer = await server.restore("s")
      #expect(answer.status == 409 && answer.sentence?.contains("settings of app APP") == true, "\(answer.text)")
      #expect(await server.token("new") != nil)
    }
  }

  @Test(arguments: 1..<Migrator.newest) func anOlderSchemaIsMigrated(_ version: Int) async throws {
    try await Self.withSnapshot { server, _, path in
      let old = path.replacing("s.db", with: "old.db")
      do {
        let connection = try Connection(path: old, readOnly: false)
        for migration in Migrator.migrations.prefix(version) { try connection.execute(migration.sql) }
        try connection.execute("""
          PRAGMA application_id = \(DatabaseFile.applicationId); PRAGMA user_version = \(version);
          INSERT INTO app (appkey, created_at) VALUES ('OLD', 1); INSERT INTO tag VALUES (1, 1, 'abcdefgh', 'from long ago', 1, 1);
          """)
      }
      let bytes = StoreFolder.bytes(old)
      #expect(await server.restore("old").status == 200)
      #expect(await server.call(.get, "/tags", app: "OLD").succeeds().column("tags", "tagName") == ["from long ago"])
      #expect(StoreFolder.bytes(old) == bytes, "the snapshot itself stays")
      await server.register(app: "OLD")
      #expect(await server.restore("s").status == 200)
      #expect(await server.token("kept") != nil)
    }
  }

  /// What a server left that broke off in the middle is not taken for anything.
  @Test func leftoversAreForgotten() async throws {
    let folder = StoreFolder()
    StoreFolder.write([1, 2, 3], to: folder.database + ".restoring")
    try await withTestServer(.init(database: folder.database, dataDir: folder.path)) { server in
      #expect(!folder.names.contains("push.db.restoring"))
      #expect(await server.snapshot("s").status == 201)
      StoreFolder.write([1], to: folder.path + "/snapshots/.t.1.part")
      StoreFolder.write([1], to: folder.path + "/snapshots/notes.txt")
      #expect(await server.send(.get, "/_mock/snapshots").json["snapshots"]?.arrayValue?.map { $0["name"] } == ["s"])
    }
    for name in [".t.1.part", "notes.txt", "s.db"] { unlink(folder.path + "/snapshots/" + name) }
    rmdir(folder.path + "/snapshots")
  }

  /// A program that reads the database at that moment would go on with half of the old one.
  @Test func whileAnotherProgramReadsTheDatabaseItIsNotReplaced() async throws {
    try await Self.withSnapshot { server, folder, _ in
      let other = try Connection(path: folder.database, readOnly: true)
      try other.execute("BEGIN; SELECT count(*) FROM app")
      await server.register(.device("new"))
      let answer = await server.restore("s")
      #expect(answer.status == 409 && answer.sentence?.contains("Another program") == true, "\(answer.text)")
      #expect(await server.token("new") != nil)
      await server.register(.device("newer"))
      try other.execute("COMMIT")
      #expect(await server.restore("s").status == 200)
      #expect(await server.token("new") == nil)
    }
  }

  /// Where a crash between the steps of a swap leaves the old database alone in its folder, nothing is missing.
  @Test func withItsLogMovedTheOldFileIsWholeByItself() throws {
    let (folder, copy) = (StoreFolder(), StoreFolder())
    let file = try DatabaseFile(path: folder.database)
    defer { file.close() }
    let writer = try Writer(file)
    try writer.perform { _ = try $0.ensureApp("APP", now: Timestamp(milliseconds: 1)) }
    try writer.commit()
    #expect(try Connection(path: folder.database, readOnly: false).moveLog())
    StoreFolder.write(try #require(StoreFolder.bytes(folder.database)), to: copy.database)
    let alone = try DatabaseFile(path: copy.database)
    defer { alone.close() }
    #expect(try Reader(alone).read { try $0.appNumber("APP") } != nil)
  }

  @Test func writesDuringACopyAreNotInIt() async throws {
    try await Self.withSnapshot { server, folder, path in
      let source = try SnapshotSource(server.application.database)
      for index in 0..<50 { await server.register(.device("t\(index)")) }
      _ = await server.send(.post, "/_mock/reset")
      try source.copy(to: folder.path + "/copy.db")
      let copy = try Connection(path: folder.path + "/copy.db", readOnly: true)
      #expect(try copy.first("SELECT count(*) FROM registration") { $0.int(0) } == 1)
      #expect(try copy.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    }
  }
}
