import Testing
@testable import PushStore

/// Groups of writes: savepoints, failing commits, reset, and numbers that are never reused.
@Suite struct WriterTests {
  private static let moment = Timestamp(milliseconds: 1_772_409_600_000)
  private struct Refused: Error {}

  private static func withWriter(_ body: (Writer, Reader) throws -> Void) throws {
    let file = try DatabaseFile(path: ":memory:")
    defer { file.close() }
    try body(try Writer(file), try Reader(file))
  }

  private static func tags(_ reader: Reader) throws -> [String] {
    defer { reader.endSnapshot() }
    return try reader.read { store in try store.appNumber("APP").map { try store.tags(app: $0).map(\.name).sorted() } ?? [] }
  }

  private static func add(_ name: String, _ store: WriteTransaction) throws {
    let app = try store.ensureApp("APP", now: moment)
    try store.insertTag(tagId: String("00000000\(name)".suffix(8)), name: name, app: app, now: moment)
  }

  @Test func nothingIsSeenBeforeTheCommit() throws {
    try Self.withWriter { writer, reader in
      #expect(!writer.hasOpenGroup)
      try writer.perform { try Self.add("a", $0) }
      #expect(writer.hasOpenGroup)
      #expect(try Self.tags(reader) == [])
      try writer.commit()
      #expect(!writer.hasOpenGroup)
      #expect(try Self.tags(reader) == ["a"])
    }
  }

  @Test func aBodyThatThrowsLeavesNothingWhileOthersOfItsGroupCommit() throws {
    try Self.withWriter { writer, reader in
      #expect(throws: Refused.self) {
        try writer.perform { store in
          try Self.add("first", store)
          throw Refused()
        }
      }
      try writer.perform { try Self.add("a", $0) }
      #expect(throws: Refused.self) {
        try writer.perform { store in
          try Self.add("b", store)
          throw Refused()
        }
      }
      #expect(throws: DatabaseError.self) { try writer.perform { try Self.add("a", $0) } }
      try writer.perform { try Self.add("c", $0) }
      try writer.commit()
      #expect(try Self.tags(reader) == ["a", "c"])
    }
  }

  @Test func aThrowUndoesTheAppsRowToo() throws {
    try Self.withWriter { writer, reader in
      #expect(throws: Refused.self) {
        try writer.perform { store in
          _ = try store.ensureApp("GONE", now: Self.moment)
          throw Refused()
        }
      }
      try writer.commit()
      #expect(try reader.read { try $0.appNumber("GONE") } == nil)
      reader.endSnapshot()
      try writer.perform { _ = try $0.ensureApp("GONE", now: Self.moment) }
      try writer.commit()
      #expect(try reader.read { try $0.appNumber("GONE") } != nil)
    }
  }

  /// Makes the group's COMMIT fail: a reference to nothing, checked only then.
  private static func breakCommit(_ store: WriteTransaction) throws {
    try store.connection.execute("PRAGMA defer_foreign_keys = ON; INSERT INTO uid_tag (uid, tag, position) VALUES (777, 777, 1)")
  }

  @Test func aFailingCommitStoresNothingOfItsGroup() throws {
    try Self.withWriter { writer, reader in
      try writer.perform { try Self.add("before", $0) }
      try writer.commit()
      try writer.perform { try Self.add("a", $0) }
      try writer.perform { _ = try $0.ensureApp("NEW", now: Self.moment) }
      try writer.perform { try Self.breakCommit($0) }
      #expect(throws: DatabaseError.self) { try writer.commit() }
      #expect(!writer.hasOpenGroup)
      #expect(try Self.tags(reader) == ["before"])
      try writer.perform { store in
        try Self.add("after", store)
        _ = try store.ensureApp("NEW", now: Self.moment)
      }
      try writer.commit()
      #expect(try Self.tags(reader) == ["after", "before"], "the next group is a new beginning")
      #expect(try reader.read { try $0.appNumber("NEW") } != nil)
    }
  }

  @Test func aGroupThatSQLiteGaveUpFailsAsAWhole() throws {
    try Self.withWriter { writer, reader in
      try writer.perform { try Self.add("a", $0) }
      #expect(throws: DatabaseError.self) { try writer.perform { try $0.connection.execute("ROLLBACK") } }
      #expect(throws: DatabaseError.self) { try writer.perform { try Self.add("b", $0) } }
      #expect(throws: DatabaseError.self) { try writer.commit() }
      try writer.perform { try Self.add("c", $0) }
      try writer.commit()
      #expect(try Self.tags(reader) == ["c"])
    }
  }

  @Test func anUnguardedThrowBeforeAChangeHarmsNobody() throws {
    try Self.withWriter { writer, reader in
      try writer.performUnguarded { try Self.add("a", $0) }
      #expect(throws: Refused.self) { try writer.performUnguarded { _ in throw Refused() } }
      try writer.performUnguarded { try Self.add("b", $0) }
      try writer.commit()
      #expect(try Self.tags(reader) == ["a", "b"])
    }
  }

  @Test func anUnguardedThrowAfterAChangeFailsTheGroup() throws {
    try Self.withWriter { writer, reader in
      try writer.performUnguarded { try Self.add("a", $0) }
      #expect(throws: Refused.self) {
        try writer.performUnguarded { store in
          try Self.add("b", store)
          throw Refused()
        }
      }
      #expect(throws: DatabaseError.self) { try writer.perform { try Self.add("c", $0) } }
      #expect(throws: DatabaseError.self) { try writer.commit() }
      #expect(try Self.tags(reader) == [])
    }
  }

  @Test func resetLeavesAnEmptyDatabaseThatWorks() throws {
    try Self.withWriter { writer, reader in
      try writer.perform { try Self.add("a", $0) }
      try writer.commit()
      #expect(try Self.tags(reader) == ["a"])
      try writer.reset()
      #expect(try Self.tags(reader) == [])
      try writer.perform { try Self.add("b", $0) }
      try writer.commit()
      #expect(try Self.tags(reader) == ["b"])
    }
  }

  @Test func numbersAreNeverReused() throws {
    try Self.withWriter { writer, reader in
      func change<T>(_ body: (WriteTransaction, AppNumber) throws -> T) throws -> T {
        let result = try writer.perform { try body($0, $0.ensureApp("APP", now: Self.moment)) }
        try writer.commit()
        return result
      }
      var tags: [Int64] = [], tokens: [Int64] = [], uids: [Int64] = [], records: [Int64] = []
      for round in 0..<3 {
        try change { store, app in
          try store.insertTag(tagId: "ABCDEFGH", name: "t", app: app, now: Self.moment)
          let tag = try store.reading.tag("ABCDEFGH", app: app)!.number
          tags.append(tag.value)
          try store.deleteTag(tag)
          try store.register(.sample("new-\(round)", uid: "uid-\(round)"), singleToken: false, app: app, now: Self.moment)
          let record = try store.reading.registration("new-\(round)", .apns, app: app)!
          tokens.append(record.number.value)
          uids.append(record.uidNumber.value)
          records.append(try store.connection.first("SELECT number FROM registration") { $0.int64(0) }!)
          try store.deleteUid("uid-\(round)", app: app, now: Self.moment)
        }
      }
      for numbers in [tags, tokens, uids, records] { #expect(numbers == Array(Set(numbers)).sorted() && numbers.count == 3, "\(numbers)") }
      // The same text again has its old number: what refers to it stays true.
      try change { store, app in
        try store.register(.sample("new-0", uid: "uid-0"), singleToken: false, app: app, now: Self.moment)
        let record = try store.reading.registration("new-0", .apns, app: app)!
        #expect(record.number.value == tokens[0] && record.uidNumber.value == uids[0])
      }
    }
  }

  @Test func theSchemaCarriesTheRules() throws {
    try Self.withWriter { writer, _ in
      for sql in [
        "INSERT INTO app (appkey, created_at) VALUES ('', 1)", "INSERT INTO app (appkey, created_at) VALUES (NULL, 1)",
        "INSERT INTO app (appkey, created_at) VALUES ('a', 'x')",
        "INSERT INTO app (appkey, created_at) VALUES ('A', 1), ('A', 2)", "INSERT INTO clock (id, mode, value) VALUES (2, 'frozen', 1)",
        "INSERT INTO clock (id, mode, value) VALUES (1, 'stopped', 1)", "INSERT INTO uid (app, name) VALUES (999, 'u')",
        "INSERT INTO device_token (app, push_type, text) VALUES (1, 8, 't')",
      ] {
        #expect(throws: DatabaseError.self, "\(sql)") { try writer.perform { try $0.connection.execute(sql) } }
      }
    }
  }
}
