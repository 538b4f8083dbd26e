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

/// Snapshots by name: what they hold, and what a restore brings back.
@Suite struct SnapshotTests {
  private static let type = [("Content-Type", "application/json")]

  @Test func everythingStoredComesBackAndTheRestStays() async throws {
    try await withTestServer { server in
      try await server.fill(["APP", "OTHER"])
      let (rows, now) = (try await server.rowsByApp(), server.now)
      let total = await server.total("MESSAGE")
      let made = await server.snapshot("base")
      #expect(made.status == 201 && made.json["name"] == "base" && made.json["bytes"]?.intValue ?? 0 > 100_000, "\(made.text)")
      #expect(made.json["clock"] == ["now": .string(DateText.iso(now)), "mode": "frozen"])

      // Other data, another clock, other settings; and what is not in snapshots.
      #expect(await server.control(.post, "/reset").status == 200)
      await server.advance(by: "P1D")
      await server.register(.device("later"))
      await server.change(["nightZone": "Asia/Tokyo"])
      await server.devices([["token": "a", "answer": "INVALID_TOKEN"]])
      #expect(await server.send(.post, "/_mock/faults", json: ["match": ["path": "/none"], "then": ["status": 500]], headers: Self.type).status == 201)

      let restored = await server.restore("base")
      #expect(restored.json == ["restored": "base", "now": .string(DateText.iso(now)), "mode": "frozen"], "\(restored.text)")
      await server.application.purger.finished()
      #expect(server.now == now)
      for (table, before) in rows { #expect(try await server.rowsByApp()[table]?.mapValues { $0.sorted() } == before.mapValues { $0.sorted() }, "\(table)") }
      #expect(await server.control(.get, "").json["settings"]?["nightZone"] == "Asia/Seoul")
      #expect(await server.control(.get, "").json["changed"] == ["adOptInGuide"])
      #expect(await server.total("MESSAGE") == total)
      #expect(await server.control(.get, "/devices").json["devices"]?.arrayValue?.count == 1)
      #expect(await server.send(.get, "/_mock/faults").json["faults"]?.arrayValue?.count == 1)
      #expect(await server.send(.get, "/_mock/requests?path=/tokens").json["requests"] == [], "the journal speaks of what is no more")
      // And it goes on, as often as one likes.
      await server.register(.device("fresh"))
      await server.deliver(Body.notification(["type": "UID", "to": ["u-fresh"]]))
      #expect(await server.reasons() == ["fresh": "ACCEPTED"])
      #expect(await server.restore("base").status == 200)
      #expect(await server.token("fresh") == nil)
    }
  }

  @Test func theyAreListedReplacedAndDeleted() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      #expect(await server.send(.get, "/_mock/snapshots").json == ["snapshots": []])
      #expect(await server.snapshot("b").status == 201)
      await server.advance(by: "PT1H")
      await server.register()
      #expect(await server.snapshot("a").status == 201)
      #expect(await server.snapshot("b").status == 200, "replaced")
      let list = await server.send(.get, "/_mock/snapshots").json["snapshots"]?.arrayValue ?? []
      #expect(list.map { $0["name"] } == ["a", "b"])
      #expect(list.allSatisfy { $0["clock"] == ["now": "2026-03-02T10:00:00.000+09:00", "mode": "frozen"] })
      #expect(list.allSatisfy { $0["created"]?.stringValue.flatMap(DateText.parse).map { abs($0.milliseconds - SystemClock().now.milliseconds) < 600_000 } ?? false })
      #expect(await server.send(.delete, "/_mock/snapshots/b").json == ["deleted": "b"])
      #expect(await server.send(.get, "/_mock/snapshots").json["snapshots"]?.arrayValue?.count == 1)
      for answer in [await server.send(.delete, "/_mock/snapshots/b"), await server.restore("b")] {
        #expect(answer.status == 404 && answer.sentence?.contains("GET /_mock/snapshots") == true)
      }
      #expect(await server.snapshot("base").status == 201)
      #expect(await server.restore("basa").sentence?.contains("Did you mean `base`?") == true)
    }
  }

  @Test func aRunningClockRunsOn() async throws {
    var options = TestServer.Options()
    options.clock = nil
    try await withTestServer(options) { server in
      await server.advance(by: "P30D")
      let now = server.now
      let made = await server.snapshot("s")
      #expect(made.json["clock"]?["mode"] == "running")
      let shown = try #require(made.json["clock"]?["now"]?.stringValue.flatMap(DateText.parse))
      #expect(shown >= now && shown.milliseconds - now.milliseconds < 600_000)
      await server.advance(by: "P30D")
      #expect(await server.restore("s").json["mode"] == "running")
      #expect(server.now >= now && server.now.milliseconds - now.milliseconds < 600_000)
    }
  }

  @Test(arguments: ["a", "A-b_c.9", "x.db", String(repeating: "n", count: 64)]) func goodNames(_ name: String) async throws {
    try await withTestServer { server in
      #expect(await server.snapshot(name).status == 201)
      #expect(await server.restore(name).status == 200)
      #expect(await server.send(.get, "/_mock/snapshots").json["snapshots"]?.arrayValue?.map { $0["name"] } == [.string(name)])
    }
  }

  @Test(arguments: [".a", "..", "%2e%2e%2fpush", "a%2Fb", "a%00", "caf%C3%A9", "a%20b", String(repeating: "n", count: 65)]) func badNames(_ name: String) async throws {
    try await withTestServer { server in
      for answer in [await server.snapshot(name), await server.restore(name), await server.send(.delete, "/_mock/snapshots/\(name)")] {
        #expect(answer.status == 400 && answer.sentence?.contains("1 to 64 letters") == true, "\(answer.text)")
      }
      #expect(await server.send(.get, "/_mock/snapshots").json == ["snapshots": []])
    }
  }

  // MARK: What goes on

  @Test func pendingMessagesAndDueThingsGoOn() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await server.store((0..<2_500).map { .sample("t\($0)", uid: "u\($0)") })
      await server.devices([["token": "t7", "receipts": ["received": ["afterMs": 60_000]]]])
      await server.reserve(["2026-03-03T10:00"])
      await server.settle()
      // Stored, and nobody was told: pending in the snapshot.
      let number = try await server.insert(Body.notification())
      #expect(await server.snapshot("pending").status == 201)
      for _ in 0..<2 {
        #expect(await server.restore("pending").status == 200)
        await server.settle()
        let message = await server.control(.get, "/messages/\(number.messageId)").json
        #expect(message["messageStatus"] == "COMPLETE" && message["sentCount"] == 2_500)
        #expect(await server.deliveries("\(number.messageId)").count == 2_500)
        let travel = await server.advance(to: "2026-03-04T00:00:00+09:00")
        #expect(travel.fired("kind") == ["RECEIPT", "RESERVATION", "RECEIPT"], "\(travel)")
        #expect(await server.total("MESSAGE") == ["SENT": 5_000, "SENT_FAILED": 0, "RECEIVED": 2, "OPENED": 0])
      }
    }
  }

  @Test(arguments: [0, 1]) func aRestoreEndsWhatIsUnderWay(pages: Int) async throws {
    try await withTestServer { server in
      await server.register(.device("old"))
      #expect(await server.snapshot("s").status == 201)
      try await server.store((0..<2_500).map { .sample("t\($0)", uid: "u\($0)") })
      try await server.insert(Body.notification())
      let broken = BreakingStore(server.application.store, pages: pages) {
        #expect(await server.restore("s").status == 200)
        _ = try? await server.insert(Body.notification(["type": "UID", "to": ["nobody"]]))
      }
      try await server.engine(broken).settle()
      #expect(await server.control(.get, "/messages").json["totalCount"] == 1)
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["old": "ACCEPTED"])
      #expect(server.log.lines.filter { $0.contains("error") } == [])
    }
  }

  @Test func aStreamIsToldOfTheRestore() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      #expect(await server.snapshot("s").status == 201)
      let (reader, _) = try await server.events("/deliveries/stream")
      await server.deliver(Body.notification())
      #expect(try await reader.next().data["token"] == "t")
      #expect(await server.restore("s").status == 200)
      #expect(try await reader.next().name == "reset")
      await server.deliver(Body.notification())
      #expect(try await reader.next().data["token"] == "t")
    }
  }

  @Test func anAppThatIsHalfPurgedInItIsPurgedAfterwards() async throws {
    try await withTestServer { server in
      try await server.fill(["APP", "OTHER"])
      try await server.application.store.write { try $0.removeApp("APP", now: server.now) }
      #expect(await server.snapshot("s").status == 201)
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      #expect(await server.restore("s").status == 200)
      await server.application.purger.finished()
      let other = try await server.number(of: "OTHER")
      for (table, rows) in try await server.rowsByApp() { #expect(rows.keys.sorted() == [other], "\(table)") }
    }
  }

  /// Whatever meets whatever: an answer is a success, and the data is whole.
  @Test func snapshotsRestoresAndResetsAmongRequests() async throws {
    let folder = StoreFolder()
    try await withTestServer(.init(database: folder.database, dataDir: folder.path + "/data")) { server in
      await server.register(.device("first"))
      #expect(await server.snapshot("s0").status == 201)
      await withTaskGroup { group in
        for index in 0..<120 {
          group.addTask {
            switch index % 20 {
            case 3: #expect([200, 201].contains(await server.snapshot("s\(index % 3)").status))
            case 9, 16: #expect(await server.restore("s0").status == 200)
            case 13: #expect(await server.send(.post, "/_mock/reset", json: ["parts": ["data"]], headers: Self.type).status == 200)
            case 6: #expect(await server.control(.post, "/reset").status == 200)
            case 4, 11: await server.call(.post, "/messages", json: Body.notification()).succeeds()
            case 7: _ = await server.total("TOKEN_REGISTRATION")
            default: await server.register(.device("t\(index)"))
            }
          }
        }
      }
      await server.settle()
      await server.application.purger.finished()
      let faults = try await server.stored { try $0.connection.all("PRAGMA foreign_key_check") { $0.text(0) } + $0.connection.all("PRAGMA integrity_check") { $0.text(0) } }
      #expect(faults == ["ok"])
      let there = try await server.stored { store in
        try store.appNumber("APP").map { app in
          try store.connection.first(
            "SELECT (SELECT count(*) FROM registration WHERE app = ?1), (SELECT count(*) FROM registration_log WHERE event = 1 AND app = ?1)",
            .integer(app.value)) { [$0.int(0), $0.int(1)] }!
        } ?? [0, 0]
      }
      #expect(await server.total("TOKEN_REGISTRATION")["REGISTERED"]?.intValue == there[1])
      #expect(await server.total("TOKEN_LANGUAGE")["ko"]?.intValue ?? 0 == there[0])
      #expect(await server.restore("s0").status == 200)
      #expect(server.log.lines.filter { $0.contains("error") } == [])
      #expect(folder.names.filter { $0.contains("restoring") } == [])
      for name in 0..<3 { _ = await server.send(.delete, "/_mock/snapshots/s\(name)") }
    }
    rmdir(folder.path + "/data/snapshots")
    rmdir(folder.path + "/data")
  }
}

extension TestServer {
  func snapshot(_ name: String) async -> TestAnswer { await send(.put, "/_mock/snapshots/\(name)") }

  func restore(_ name: String) async -> TestAnswer { await send(.post, "/_mock/snapshots/\(name)/restore") }
}
