import Testing

@testable import MockPushServer
@testable import PushStore

/// What is left of a removed app goes, all of it and nothing else.
@Suite struct AppPurgeTests {
  /// - Parameters:
  ///   - limit: rows of a slice.
  ///   - life: how many slices a purge makes before a crash ends it.
  @Test(arguments: [(1, Int.max), (3, Int.max), (7, 40), (100, 1), (100_000, 1)]) func everyTableIsCleared(limit: Int, life: Int) async throws {
    try await withTestServer { server in
      try await server.fill(["APP", "OTHER"])
      let (app, other) = (try await server.number(of: "APP"), try await server.number(of: "OTHER"))
      let before = try await server.rowsByApp()
      for (table, rows) in before { #expect(rows[app] != nil && rows[other] != nil && rows.count == 2, "the fixture fills \(table) for both") }
      #expect(before.count > 20)

      var generation = 0
      try await server.application.store.write { try $0.removeApp("APP", now: server.now) }
      generation = try await server.application.store.write { $0.generation }
      var slices = 0
      while let removed = try await server.stored({ try $0.removedApp() }) {
        #expect(removed.value == app)
        var purge = AppPurge(removed, generation: generation)
        var lived = 0
        while lived < life, !purge.isDone {
          lived += 1
          purge = try await server.application.store.write { [purge] store in
            var next = purge
            try next.slice(limit, store)
            return next
          }
          slices += 1
          try #require(slices < 5_000)
          #expect(try await server.stored { try $0.connection.all("PRAGMA foreign_key_check") { $0.text(0) } } == [], "in the middle, too")
        }
      }
      #expect(limit > 1_000 || slices > 1)
      let after = try await server.rowsByApp()
      for (table, rows) in after { #expect(rows == [other: before[table]![other]!], "\(table)") }
      #expect(after.count == before.count)
      let log = try await server.application.store.write { try $0.connection.first("PRAGMA foreign_keys") { $0.int(0) } }
      #expect(log == 1, "they hold again")
    }
  }

  /// The highest numbers are kept, and so are statistics, cursors and IDs that speak of them.
  @Test func numbersDoNotComeAgain() async throws {
    try await withTestServer { server in
      func highest() async throws -> [Int64] {
        try await server.stored { store in
          try store.connection.first(
            "SELECT (SELECT max(token) FROM device_token), (SELECT max(uid) FROM uid), (SELECT max(number) FROM registration_log), (SELECT max(number) FROM delivery_tally)"
          ) { row in (0..<4).map { row.int64($0) } }!
        }
      }
      for round in 1...3 {
        await server.register(.device("t\(round)"))
        await server.deliver(Body.notification())
        #expect(await server.total("TOKEN_REGISTRATION") == ["REGISTERED": 1, "DELETED": 0])
        #expect(await server.total("MESSAGE")["SENT"] == 1)
        let before = try await highest()
        #expect(await server.control(.post, "/reset").status == 200)
        await server.application.purger.finished()
        #expect(try await highest() == before)
        let kept = try await server.rowsByApp().filter { $0.key != "app" }.mapValues { $0.mapValues(\.count) }
        #expect(kept.keys.sorted() == ["delivery_tally", "device_token", "registration_log", "uid"])
        #expect(kept.values.allSatisfy { $0.count == 1 && $0.first!.value == 1 }, "one row each, of the same app: \(kept)")
      }
      #expect(try await server.rowsByApp()["app"]?.count == 1)
      #expect(await server.send(.get, "/_mock/apps").json["apps"] == [], "nobody sees it")
    }
  }

  @Test func aFoldThatWasReadBeforeBringsNothingBack() async throws {
    try await withTestServer { server in
      try await server.fill(["APP"])
      await server.register(.device("late"))
      await server.deliver(Body.notification())
      let batch = try #require(try await server.stored { try StatisticsBatch($0) })
      #expect(await server.control(.post, "/reset").status == 200)
      await server.application.purger.finished()
      try await server.application.store.write { try batch.write(to: $0) }
      let sums = try await server.rowsByApp().filter { $0.key.hasSuffix("_sum") }
      #expect(sums.isEmpty, "\(sums)")
      await server.register(.device("new"))
      #expect(await server.total("TOKEN_REGISTRATION") == ["REGISTERED": 1, "DELETED": 0])
    }
  }

  @Test func aServerThatEndsLeavesTheRestToTheNext() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options(database: folder.database)
    try await withTestServer(options) { server in
      try await server.fill(["APP", "OTHER"])
      // As after a crash: removed, and nothing deleted yet.
      try await server.application.store.write { try $0.removeApp("APP", now: server.now) }
    }
    options.clock = nil
    try await withTestServer(options) { server in
      await server.application.purger.finished()
      let other = try await server.number(of: "OTHER")
      for (table, rows) in try await server.rowsByApp() { #expect(rows.keys.sorted() == [other], "\(table)") }
    }
  }
}
