import Testing

@testable import MockPushServer
@testable import PushStore

/// The counts that are kept are those that counting gives.
@Suite struct AppCountTests {
  private struct Counted: Equatable {
    var uids = 0
    var tokens: [PushType: Int] = [:]
    var tags: [String: Int] = [:]
  }

  private static func kept(_ store: ReadTransaction) throws -> [String: Counted] {
    try each(store) { app in
      let counts = try store.counts(app: app)
      let tags = try store.tags(prefix: "", after: nil, limit: 100, app: app)
      return Counted(uids: counts.uids, tokens: counts.tokens.filter { $0.value != 0 }, tags: Dictionary(uniqueKeysWithValues: tags.map { ($0.tag.name, $0.uidCount) }))
    }
  }

  private static func counted(_ store: ReadTransaction) throws -> [String: Counted] {
    try each(store) { app in
      var counted = Counted()
      counted.uids = try store.connection.first("SELECT count(*) FROM uid WHERE app = ? AND known_since IS NOT NULL", .integer(app.value)) { $0.int(0) }!
      for type in PushType.allCases {
        let count = try store.connection.first(
          "SELECT count(*) FROM registration WHERE app = ? AND push_type = ?", .integer(app.value), .int(type.rawValue)) { $0.int(0) }!
        if count > 0 { counted.tokens[type] = count }
      }
      for tag in try store.tags(app: app) {
        counted.tags[tag.name] = try store.connection.first("SELECT count(*) FROM uid_tag WHERE tag = ?", .integer(tag.number.value)) { $0.int(0) }!
      }
      return counted
    }
  }

  private static func each(_ store: ReadTransaction, _ body: (AppNumber) throws -> Counted) throws -> [String: Counted] {
    try Dictionary(uniqueKeysWithValues: store.appkeys().map { ($0, try body(try store.appNumber($0)!)) })
  }

  @Test(arguments: 0..<6) func whateverIsWritten(seed: UInt64) async throws {
    var generator = SeededGenerator(state: seed)
    try await withTestServer { server in
      var tags: [String] = []
      for name in ["a", "b", "c"] { tags.append(await server.tag(name)) }
      for _ in 0..<120 {
        let (token, uid) = ("t\(Int.random(in: 0..<12, using: &generator))", "u\(Int.random(in: 0..<8, using: &generator))")
        let (type, tag) = ([PushType.apns, .fcm, .adm].randomElement(using: &generator)!, tags.randomElement(using: &generator)!)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0..<4:
          var changes = JSONObject.device(token, type, uid: uid)
          if .random(using: &generator) { changes["oldToken"] = .string("t\(Int.random(in: 0..<12, using: &generator))") }
          await server.register(changes, app: Bool.random(using: &generator) ? "APP" : "OTHER")
        case 4: _ = await server.call(.delete, "/tokens/\(token)")
        case 5: _ = await server.call(.delete, "/uids?uids=\(uid)")
        case 6: _ = await server.call(.post, "/tags/\(tag)/uids", json: ["uids": [.string(uid), "u9"]])
        case 7: _ = await server.call(.post, "/uids", json: ["uid": .string(uid), "tagIds": [.string(tag)]])
        default: _ = await server.call(.delete, "/tags/\(tag)/uids?uids=\(uid)")
        }
      }
      await server.devices([["token": "t1", "answer": "INVALID_TOKEN"], ["token": "t2", "answer": "TOKEN_REPLACED", "newToken": "n"]])
      await server.deliver(Body.notification())
      await server.call(.delete, "/tags/\(tags[0])").succeeds()
      let (kept, counted) = try await server.stored { (try Self.kept($0), try Self.counted($0)) }
      #expect(kept == counted && kept["APP"]?.tokens.isEmpty == false)
    }
  }

  @Test func whatWasThereBefore() throws {
    let folder = StoreFolder()
    do {
      let old = try Connection(path: folder.database, readOnly: false)
      try old.execute("PRAGMA journal_mode = WAL")
      for migration in Migrator.migrations where migration.number < 7 { try old.execute(migration.sql) }
      try old.execute("PRAGMA application_id = \(DatabaseFile.applicationId); PRAGMA user_version = 6")
      try old.execute(
        """
        INSERT INTO app VALUES (1, 'APP', 0, NULL), (2, 'OTHER', 0, NULL);
        INSERT INTO uid VALUES (1, 1, 'u', 0), (2, 1, 'gone', NULL), (3, 2, 'u', 0);
        INSERT INTO device_token VALUES (1, 1, 2, 'a'), (2, 1, 6, 'b'), (3, 1, 6, 'c'), (4, 2, 2, 'd');
        INSERT INTO registration VALUES (1, 1, 2, 1, 1, NULL, 1, 0, 0, 'UTC', 'KR', 'ko', 0, 0, 0, NULL, NULL),
          (1, 2, 6, 1, 2, NULL, 1, 0, 0, 'UTC', 'KR', 'ko', 0, 0, 0, NULL, NULL), (2, 4, 2, 3, 3, NULL, 1, 0, 0, 'UTC', 'KR', 'ko', 0, 0, 0, NULL, NULL);
        INSERT INTO tag VALUES (1, 1, 'abcdefgh', 'x', 0, 0), (2, 1, 'abcdefgi', 'y', 0, 0);
        INSERT INTO uid_tag VALUES (1, 1, 1), (2, 1, 1);
        """)
    }
    let file = try DatabaseFile(path: folder.database)
    defer { file.close() }
    let reader = try Reader(file)
    let (kept, counted) = try reader.read { (try Self.kept($0), try Self.counted($0)) }
    #expect(kept == counted)
    #expect(kept["APP"]?.uids == 1 && kept["APP"]?.tokens[.fcm] == 1 && kept["APP"]?.tags == ["x": 2, "y": 0] && kept["OTHER"]?.tokens[.apns] == 1)
  }
}
