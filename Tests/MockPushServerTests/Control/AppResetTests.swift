import PushStore
import Testing

@testable import MockPushServer

/// POST /_mock/apps/{appkey}/reset.
@Suite struct AppResetTests {
  private static let type = [("Content-Type", "application/json")]

  private static func reset(_ server: TestServer, _ parts: JSON? = nil, app: String = "APP") async -> TestAnswer {
    await server.control(.post, "/reset", json: parts.map { ["parts": $0] }, app: app)
  }

  @Test func theAppIsEmptyAtOnceAndTheOthersAreAsTheyWere() async throws {
    try await withTestServer { server in
      try await server.fill(["APP", "OTHER"])
      let now = server.now
      #expect(await Self.reset(server).json == ["reset": "everything", "appkey": "APP"])
      #expect(server.now == now)
      #expect(await server.token("sent") == nil)
      #expect(await server.call(.get, "/tags").succeeds().json["tags"] == [])
      #expect(await server.control(.get, "/messages").json["totalCount"] == 0)
      #expect(await server.call(.get, "/reservations").succeeds().json["totalCount"] == 0)
      #expect(await server.call(.get, "/invalid-tokens").succeeds().json["invalidTokens"] == [])
      #expect(await server.total("MESSAGE") == ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0])
      #expect(await server.total("TOKEN_REGISTRATION") == ["REGISTERED": 0, "DELETED": 0])
      #expect(await server.control(.get, "").json["changed"] == [])
      #expect(await server.control(.get, "/devices").json["devices"] == [])
      #expect(await server.control(.get, "/messages", app: "OTHER").json["totalCount"] == 3)
      #expect(await server.token("sent", app: "OTHER") != nil)
      #expect(await server.control(.get, "", app: "OTHER").json["changed"] == ["adOptInGuide"])
      // The same tokens, tags and uids again, while the old ones may still be there.
      try await server.fill(["APP"], from: "2026-05-11T09:00:00+09:00")
      #expect(await server.token("sent") != nil)
      await server.application.purger.finished()
      #expect(await server.token("sent") != nil)
    }
  }

  @Test func settingsGoBackToTheConfigurationAndItsGuideIsFollowedAnew() async throws {
    var settings = AppSettings()
    settings.nightZone = "Asia/Tokyo"
    settings.adOptInGuide = try AppSettings.decode(
      ["adOptInGuide": ["day": 5, "time": "10:00", "content": ["default": ["title": "T", "body": "B"]]]], path: "").adOptInGuide
    try await withTestServer(at: "2026-03-02T09:00:00+09:00", apps: [ConfiguredApp(key: "APP", settings: settings)]) { server in
      await server.change(["nightZone": "Asia/Seoul", "adOptInGuide": nil])
      #expect(await Self.reset(server).status == 200)
      #expect(await server.control(.get, "").json["settings"]?["nightZone"] == "Asia/Tokyo")
      await server.register("in", agreedAt: "2024-03-20T08:07:06+09:00")
      #expect(await server.advance(to: "2026-04-06T00:00:00+09:00").fired("due") == ["2026-04-05T10:00:00.000+09:00"])
    }
  }

  @Test(arguments: ["data", "faults", "devices"]) func onePart(_ part: String) async throws {
    try await withTestServer { server in
      await server.register()
      await server.register(app: "OTHER")
      await server.devices([["token": "a", "answer": "INVALID_TOKEN"]])
      _ = await server.control(.put, "/devices", json: ["token": "a", "answer": "INVALID_TOKEN"], app: "OTHER")
      for key in ["APP", "OTHER", "*", "A*"] {
        #expect(await server.send(.post, "/_mock/faults", json: ["match": ["appkey": .string(key), "path": "/none"], "then": ["status": 500]], headers: Self.type).status == 201)
      }
      #expect(await server.send(.post, "/_mock/faults", json: ["match": ["path": "/none"], "then": ["status": 500]], headers: Self.type).status == 201)
      #expect(await Self.reset(server, [.string(part)]).json == ["reset": .string(part), "appkey": "APP"])
      #expect((await server.token("a1b2") == nil) == (part == "data"))
      #expect((await server.control(.get, "/devices").json["devices"] == []) == (part == "devices"))
      let rules = await server.send(.get, "/_mock/faults").json["faults"]?.arrayValue?.map { $0["match"]?["appkey"]?.stringValue }
      #expect(rules == (part == "faults" ? [] : ["APP"]) + ["OTHER", "*", "A*", nil])
      #expect(await server.token("a1b2", app: "OTHER") != nil)
      #expect(await server.control(.get, "/devices", app: "OTHER").json["devices"] != [])
    }
  }

  @Test(arguments: [("journal", "one for all apps"), ("clock", "one for all apps"), ("webhooks", "the server's")])
  func whatAllAppsShareIsRefused(_ part: String, _ words: String) async throws {
    try await withTestServer { server in
      await server.register()
      let refused = await Self.reset(server, ["data", .string(part)])
      #expect(refused.status == 400 && refused.sentence?.contains(words) == true && refused.sentence?.contains("POST /_mock/reset") == true)
      #expect(await server.token("a1b2") != nil)
    }
  }

  @Test func anUnknownAppIsRefusedAndOneWithoutDataIsNot() async throws {
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: AppSettings())], strict: true) { server in
      #expect(await Self.reset(server).status == 200)
      #expect(await Self.reset(server, app: "OTHER").status == 404)
    }
  }

  /// The reset comes when the engine's first or second page is about to be written.
  @Test(arguments: [0, 1]) func aMessageUnderWayEndsQuietly(pages: Int) async throws {
    try await withTestServer { server in
      try await server.store((0..<2_500).map { .sample("t\($0)", uid: "u\($0)") })
      try await server.insert(Body.notification())
      let broken = BreakingStore(server.application.store, pages: pages) {
        #expect(await Self.reset(server).status == 200)
        await server.register(.device("new"))
        _ = try? await server.insert(Body.notification(["type": "UID", "to": ["nobody"]]))
      }
      try await server.engine(broken).settle()
      #expect(await server.control(.get, "/messages").json["totalCount"] == 1)
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["new": "ACCEPTED"])
      await server.application.purger.finished()
      #expect(try await server.rowsByApp()["delivery"]?.mapValues(\.count) == [try await server.number(of: "APP"): 1])
      #expect(server.log.lines.filter { $0.contains("error") } == [])
    }
  }

  @Test func pendingMessagesAndDueThingsOfAResetAppAreNoStops() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for app in ["APP", "OTHER"] {
        await server.register(.device("t"), app: app)
        await server.reserve(["2026-03-03T10:00"], app: app)
        _ = await server.control(.put, "/devices", json: ["token": "t", "receipts": ["received": ["afterMs": 60_000]]], app: app)
        await server.call(.post, "/messages", json: Body.notification(), app: app).succeeds()
      }
      await server.settle()
      // As long as nothing is purged yet, what is due of the removed app is thrown away when its moment comes.
      try await server.application.store.write { try $0.removeApp("APP", now: server.now) }
      let travel = await server.advance(to: "2026-03-04T00:00:00+09:00")
      #expect(travel["firedCount"] == 3)
      #expect(travel["fired"]?.arrayValue?.compactMap { $0["appkey"]?.stringValue } == ["OTHER", "OTHER", "OTHER"])
      await server.settle()
      #expect(await server.control(.get, "/messages", app: "OTHER").json["totalCount"] == 2)
      #expect(server.log.lines.filter { $0.contains("fired") } == [])
    }
  }

  @Test func manyResetsWhileMessagesFlow() async throws {
    try await withTestServer { server in
      await server.register(.device("kept"), app: "OTHER")
      for round in 0..<12 {
        try await server.store((0..<1_500).map { .sample("t\($0)", uid: "u\($0)") })
        for _ in 0..<3 { await server.call(.post, "/messages", json: Body.notification()).succeeds() }
        for _ in 0..<round { _ = await server.control(.get, "/messages") }
        #expect(await Self.reset(server).status == 200)
        #expect(await server.control(.get, "/messages").json["totalCount"] == 0)
      }
      await server.register(.device("new"))
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["new": "ACCEPTED"])
      await server.application.purger.finished()
      #expect(try await server.rowsByApp()["registration"]?.values.map(\.count).sorted() == [1, 1])
      #expect(try await server.rowsByApp()["message"]?.values.map(\.count) == [1])
      #expect(server.log.lines.filter { $0.contains("error") } == [])
    }
  }

  /// Two of one app, one of everything: whatever is left belongs to an app that is there.
  @Test func resetsOfAllKindsAmongRegistrations() async throws {
    try await withTestServer { server in
      await withTaskGroup { group in
        for index in 0..<150 {
          group.addTask {
            switch index % 25 {
            case 5, 15: #expect(await Self.reset(server).status == 200)
            case 20: #expect(await server.send(.post, "/_mock/reset").status == 200)
            case 10: _ = await server.total("TOKEN_REGISTRATION")
            case 11: await server.call(.post, "/messages", json: Body.notification()).succeeds()
            default: await server.register(.device("t\(index)"))
            }
          }
        }
      }
      await server.settle()
      await server.application.purger.finished()
      let current = try await server.stored { try $0.appNumber("APP")?.value }
      for (table, rows) in try await server.rowsByApp() where !["app", "uid", "device_token", "registration_log", "delivery_tally"].contains(table) {
        #expect(rows.keys.allSatisfy { $0 == current }, "\(table)")
      }
      let total = await server.total("TOKEN_REGISTRATION")["REGISTERED"]?.intValue
      #expect(total == (try await server.rowsByApp()["registration"]?.values.first?.count ?? 0))
    }
  }

  @Test func whatWasDeliveredBeforeIsNotTold() async throws {
    try await withTestServer { server in
      await server.register(.device("old"))
      await server.deliver(Body.notification())
      #expect(await Self.reset(server).status == 200)
      await server.register(.device("new"))
      await server.deliver(Body.notification())
      let (reader, _) = try await server.events("/deliveries/stream?after=0")
      #expect(try await server.deliveries(from: reader).compactMap { $0.data["token"]?.stringValue } == ["new"])
    }
  }

  @Test func theClockMayGoBackBehindAResetAppsData() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await server.fill(["APP"])
      func back() async -> Int {
        await server.send(.put, "/_mock/clock", json: ["now": "2026-03-02T09:00:00+09:00"], headers: Self.type).status
      }
      #expect(await back() == 409)
      try await server.application.store.write { try $0.removeApp("APP", now: server.now) }
      #expect(await back() == 200, "deleted or not yet")
    }
  }
}
