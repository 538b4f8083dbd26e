import Testing
@testable import MockPushServer
@testable import PushStore

private struct Refused: Error {}

extension GroupCommitStore {
  /// Starts all bodies in one tick of the loop and returns each one's outcome: true when it was committed.
  fileprivate func together(_ bodies: [@Sendable (WriteTransaction) throws -> Void]) async -> [Bool] {
    // On the loop's own thread the tasks are only queued; they run before this tick ends.
    let tasks = bodies.map { body in
      Task {
        do {
          try await self.write(body)
          return true
        } catch {
          return false
        }
      }
    }
    var outcomes: [Bool] = []
    for task in tasks { outcomes.append(await task.value) }
    return outcomes
  }
}

/// Writes of one tick share a commit, and each writer hears of its own fate.
@Suite struct GroupCommitTests {
  private static func add(_ name: String) -> @Sendable (WriteTransaction) throws -> Void {
    { store in
      try store.insertTag(
        tagId: String("00000000\(name)".suffix(8)), name: name, app: store.ensureApp("APP", now: TestServer.start), now: TestServer.start)
    }
  }

  private static let refuse: @Sendable (WriteTransaction) throws -> Void = { store in
    try add("refused")(store)
    throw Refused()
  }

  private static let breakCommit: @Sendable (WriteTransaction) throws -> Void = { store in
    try store.connection.execute("PRAGMA defer_foreign_keys = ON; INSERT INTO uid_tag (uid, tag, position) VALUES (777, 777, 1)")
  }

  private static func names(_ server: TestServer) async -> [String]? { await server.call(.get, "/tags").column("tags", "tagName")?.sorted() }

  @Test func oneThatThrowsFailsAlone() async throws {
    try await withTestServer { server in
      let outcomes = await server.application.store.together([Self.add("a"), Self.refuse, Self.add("b")])
      #expect(outcomes == [true, false, true])
      #expect(await Self.names(server) == ["a", "b"])
    }
  }

  @Test func aFailingCommitFailsAllThatWaitOnIt() async throws {
    try await withTestServer { server in
      let outcomes = await server.application.store.together([Self.add("a"), Self.breakCommit, Self.add("b")])
      #expect(outcomes == [false, false, false])
      #expect(await Self.names(server) == [])
      #expect(await server.application.store.together([Self.add("a")]) == [true])
      #expect(await Self.names(server) == ["a"])
    }
  }

  @Test func aClockGoesAlongWithTheNextWriteThatIsCommitted() async throws {
    try await withTestServer { server in
      let store = server.application.store
      func stored() async throws -> StoredClock? { try await server.stored { try $0.clock() } }
      let (first, second, third) = (StoredClock.frozen(Timestamp(milliseconds: 1)), StoredClock.frozen(Timestamp(milliseconds: 2)), StoredClock.running(aheadBy: 3))
      let before = try await stored()
      await store.setClockWithNextWrite(first)
      #expect(try await stored() == before, "it makes no commit of its own")
      #expect(await store.together([Self.add("a"), Self.breakCommit]) == [false, false])
      #expect(try await stored() == before)
      #expect(await store.together([Self.refuse]) == [false])
      #expect(try await stored() == first, "though the write itself is refused")
      await store.setClockWithNextWrite(first)
      await store.setClockWithNextWrite(second)
      #expect(await store.together([Self.add("b"), { try $0.setClock(third) }, Self.add("c")]) == [true, true, true])
      #expect(try await stored() == third, "who sets the clock sets it last")
      await store.setClockWithNextWrite(second)
      _ = await server.send(.post, "/_mock/reset")
      #expect(try await stored() == .frozen(TestServer.start))
    }
  }

  @Test func aStoreFailureIsABareInternalErrorWithItsTextInTheLog() async throws {
    try await withTestServer { server in
      try await server.application.store.write { try $0.connection.execute("ALTER TABLE registration_log RENAME TO elsewhere") }
      let answer = await server.call(.post, "/tokens", json: Fixture.registration(["token": "SECRET"])).refuses(50001,
        "Internal Error. Please report this.")
      #expect(!answer.text.contains("registration_log") && answer.hint?.contains("registration_log") == false)
      let line = try #require(server.log.lines.last)
      #expect(line.contains(" error ") && line.contains("registration_log"))
      #expect(!line.contains("SECRET"))
      try await server.application.store.write { try $0.connection.execute("ALTER TABLE tag RENAME TO tags_elsewhere") }
      await server.call(.post, "/tags", json: ["tagName": "t"]).refuses(500, "Internal Error. Occurred within tagged API.")
    }
  }

  @Test func manyRequestsAtOnceAreAllStored() async throws {
    try await withTestServer { server in
      await withTaskGroup { group in
        for index in 0..<300 {
          group.addTask {
            await server.call(.post, "/tokens",
              json: Fixture.registration(["token": .string("t\(index)"), "deviceId": .string("d\(index)")])).succeeds()
            #expect(await server.token("t\(index)") != nil, "a GET after a successful write sees the write")
          }
        }
      }
      #expect(await server.tokens(of: "user-7")?.count == 300)
    }
  }

  @Test func resetAmongRequestsLeavesAWholeState() async throws {
    try await withTestServer { server in
      await withTaskGroup { group in
        for index in 0..<60 {
          group.addTask {
            if index % 20 == 10 {
              #expect(await server.send(.post, "/_mock/reset").status == 200)
            } else if index % 2 == 0 {
              await server.call(.get, "/tokens?uid=user-7").succeeds()
            } else {
              await server.register(["token": .string("t\(index)"), "deviceId": .string("d\(index)")])
            }
          }
        }
      }
      let counts = try await server.stored { store in
        let app = try store.appNumber("APP")
        return try (app.map { try store.registrations(after: nil, limit: 1000, app: $0).count } ?? 0,
          store.connection.first("SELECT coalesce(sum(delta), 0) FROM registration_log") { $0.int(0) })
      }
      #expect(counts.0 == counts.1)
    }
  }

  @Test func theServersClockAndDataSurviveARestart() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options(database: folder.database)
    try await withTestServer(options) { server in
      await server.register()
      let answer = await server.send(
        .put, "/_mock/clock", json: ["now": "2030-01-01T00:00:00+09:00"], headers: [("Content-Type", "application/json")])
      #expect(answer.status == 200)
    }
    options.clock = nil
    try await withTestServer(options) { server in
      #expect(await server.send(.get, "/_mock/clock").json == ["now": "2030-01-01T00:00:00.000+09:00", "mode": "frozen"])
      #expect(await server.token("a1b2") != nil)
    }
    options.clock = TestServer.start.advanced(byMilliseconds: -1)
    await #expect(throws: StartFailure.self) { try await withTestServer(options) { _ in } }
    options.clock = TestServer.start
    try await withTestServer(options) { server in #expect(server.now == TestServer.start) }
    #expect(StoreFolder.bytes(folder.database + "-wal")?.isEmpty != false, "a clean end leaves nothing outside the database file")
  }
}
