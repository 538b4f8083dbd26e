import PushStore
import Testing

@testable import MockPushServer

/// When the guide's runs count: settings that change, clocks that are moved, servers that were down.
@Suite struct AdOptInGuideLifeTests {
  private static let content: JSON = ["default": ["title": "T"]]

  /// One who agreed two years before each 20th from March to August 2026.
  private static func registerEachMonth(_ server: TestServer, app: String = "APP") async {
    for month in 3...8 { await server.register("m\(month)", agreedAt: "2024-0\(month)-20T00:00:00+09:00", app: app) }
  }

  /// Tokens that each of the app's guides went to, the oldest first.
  private static func guided(_ server: TestServer, app: String = "APP") async -> [[String]] {
    var result: [[String]] = []
    for message in await server.control(.get, "/messages", app: app).json["messages"]?.arrayValue ?? [] {
      let id = message["messageIdString"]?.stringValue ?? ""
      let deliveries = await server.control(.get, "/messages/\(id)/deliveries", app: app).json["deliveries"]?.arrayValue
      result.insert(deliveries?.compactMap { $0["token"]?.stringValue } ?? [], at: 0)
    }
    return result
  }

  @Test func aRunBeforeItWasSwitchedOnNeverFires() async throws {
    try await withTestServer { server in
      await server.freeze("2026-04-01T10:00:00+09:00")
      await Self.registerEachMonth(server)
      await server.guide(day: 1)
      #expect(await server.advance(by: "PT0S")["firedCount"] == 0)
      await server.advance(to: "2026-05-01T10:00:00+09:00")
      #expect(await Self.guided(server) == [["m4"]])
    }
  }

  @Test func offAndOnBeginsAnew() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await Self.registerEachMonth(server)
      await server.guide(day: 1)
      await server.advance(to: "2026-04-10T00:00:00+09:00")
      await server.change(["adOptInGuide": nil])
      await server.advance(to: "2026-06-10T00:00:00+09:00")
      #expect(await Self.guided(server) == [["m3"]])
      await server.guide(day: 1)
      await server.advance(to: "2026-08-15T00:00:00+09:00")
      #expect(await Self.guided(server) == [["m3"], ["m6"], ["m7"]], "a first run reaches back one month: April's and May's were not told")
    }
  }

  @Test func anotherDayLeavesNobodyOut() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await Self.registerEachMonth(server)
      await server.guide(day: 1)
      await server.advance(to: "2026-05-10T00:00:00+09:00")
      await server.guide(day: 5)
      #expect(await server.advance(by: "PT0S")["firedCount"] == 0, "the 5th of May was before the change")
      // Changed again before it ran.
      await server.guide(day: 19)
      await server.guide(day: 19, time: "09:00")
      let answer = await server.advance(to: "2026-07-19T23:00:00+09:00")
      #expect(answer.fired("at") == ["2026-06-19T09:00:00.000+09:00", "2026-07-19T09:00:00.000+09:00"])
      #expect(await Self.guided(server) == [["m3"], ["m4"], ["m5"], ["m6"]])
    }
  }

  @Test func itsContentCountsWhenItRuns() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await Self.registerEachMonth(server)
      await server.guide(day: 1)
      await server.advance(to: "2026-03-31T00:00:00+09:00")
      await server.guide(day: 1, content: ["default": ["title": "new"], "ja": ["title": "JA"]])
      await server.advance(to: "2026-04-01T10:00:00+09:00")
      #expect(await Self.guided(server) == [["m3"]], "a change of its content does not put it off")
      #expect(await server.control(.get, "/messages/latest").json["content"] == ["default": ["title": "new"], "ja": ["title": "JA"]])
    }
  }

  @Test(arguments: [
    (["default": ["title": .string(String(repeating: "x", count: 8_200))]], "at most 8192"), (["default": ["richMessage": 1]], "content.default.richMessage"),
  ] as [(JSON, String)])
  func contentThatNoMessageMayHaveIsRefusedAtOnce(content: JSON, words: String) async throws {
    try await withTestServer { server in
      let answer = await server.control(.patch, "", json: ["adOptInGuide": ["day": 1, "time": "10:00", "content": content]])
      #expect(answer.status == 400)
      #expect(answer.sentence?.contains("POST /messages would refuse it") == true && answer.sentence?.contains(words) == true, "\(answer.text)")
    }
  }

  @Test func aDateThatIsEditedIntoThePastMissesItsRun() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await server.guide(day: 1)
      await server.register(.device("t"))
      await server.advance(to: "2026-06-10T00:00:00+09:00")
      await server.agreed("t", at: "2024-05-20T00:00:00+09:00")
      #expect(await server.advance(by: "P6M")["firedCount"] == 0, "June's run has gone by")
      await server.agreed("t", at: "2024-12-31T00:00:00+09:00")
      #expect(await server.advance(by: "P6M").fired("due") == ["2027-01-01T10:00:00.000+09:00"])
    }
  }

  @Test func aClockThatIsSetForwardFiresWhatItPassed() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      for app in ["APP", "OTHER"] {
        await Self.registerEachMonth(server, app: app)
        await server.guide(day: 1, time: app == "APP" ? "10:00" : "11:00", app: app)
      }
      await server.freeze("2026-06-10T00:00:00+09:00")
      await server.settle()
      #expect(await Self.guided(server) == [["m3"], ["m4"], ["m5"]])
      #expect(await Self.guided(server, app: "OTHER") == [["m3"], ["m4"], ["m5"]])
      let messages = await server.control(.get, "/messages").json["messages"]?.arrayValue
      #expect(messages?.allSatisfy { $0["createdDateTime"] == "2026-06-10T00:00:00.000+09:00" && $0["sentCount"] == 1 } == true)
      let ids = messages?.compactMap { $0["messageId"]?.intValue }.reversed().map { $0 } ?? []
      #expect(zip(ids, ids.dropFirst()).allSatisfy { $1 - $0 == 2 }, "in the order of their runs, the other app's between")
    }
  }

  @Test func itHoldsTheClock() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await server.guide(day: 1)
      let answer = await server.send(
        .put, "/_mock/clock", json: ["now": "2026-03-14T23:59:59.999+09:00"], headers: [("Content-Type", "application/json")])
      #expect(answer.status == 409)
    }
  }

  private static func configured(_ folder: StoreFolder, day: Int? = 1, clock: String?) -> TestServer.Options {
    var settings = AppSettings()
    settings.adOptInGuide = day.map { AdOptInGuide(day: $0, hour: 10, minute: 0, content: content.objectValue!) }
    return TestServer.Options(
      apps: [ConfiguredApp(key: "APP", settings: settings)], database: folder.database, clock: clock.flatMap { DateText.parse($0) })
  }

  @Test func runsWhileTheServerWasDownFireAtItsStart() async throws {
    let folder = StoreFolder()
    try await withTestServer(Self.configured(folder, clock: "2026-03-15T00:00:00+09:00")) { server in
      await Self.registerEachMonth(server)
      await server.advance(to: "2026-04-10T00:00:00+09:00")
    }
    try await withTestServer(Self.configured(folder, clock: "2026-06-10T00:00:00+09:00")) { server in
      await server.settle()
      #expect(await Self.guided(server) == [["m3"], ["m4"], ["m5"]])
      #expect(await server.control(.get, "/messages/latest").json["createdDateTime"] == "2026-06-10T00:00:00.000+09:00")
      await server.advance(by: "P1M")
    }
    // Started again with nothing due.
    try await withTestServer(Self.configured(folder, clock: nil)) { server in
      await server.settle()
      #expect(await Self.guided(server) == [["m3"], ["m4"], ["m5"], ["m6"]])
    }
  }

  @Test func aConfigurationCountsFromTheStartThatFirstSeesIt() async throws {
    let folder = StoreFolder()
    try await withTestServer(Self.configured(folder, day: nil, clock: "2026-03-15T00:00:00+09:00")) { server in
      await Self.registerEachMonth(server)
    }
    try await withTestServer(Self.configured(folder, day: 1, clock: "2026-04-10T00:00:00+09:00")) { server in
      #expect(await server.advance(by: "PT0S")["firedCount"] == 0)
      await server.advance(to: "2026-05-10T00:00:00+09:00")
      #expect(await Self.guided(server) == [["m4"]])
    }
    // Another day since a start that came after June's run, which nobody saw: it is not made up for, and nobody but its own is left out.
    try await withTestServer(Self.configured(folder, day: 25, clock: "2026-06-10T00:00:00+09:00")) { server in
      await server.advance(to: "2026-06-30T00:00:00+09:00")
      #expect(await Self.guided(server) == [["m4"], ["m6"]])
    }
    // Taken out of the configuration, and put in again.
    try await withTestServer(Self.configured(folder, day: nil, clock: "2026-07-10T00:00:00+09:00")) { server in await server.advance(by: "P1D") }
    try await withTestServer(Self.configured(folder, day: 25, clock: "2026-08-10T00:00:00+09:00")) { server in
      await server.advance(to: "2026-08-30T00:00:00+09:00")
      #expect(await Self.guided(server) == [["m4"], ["m6"], ["m8"]])
    }
  }

  @Test func anAppThatIsNotServedRests() async throws {
    let folder = StoreFolder()
    try await withTestServer(Self.configured(folder, clock: "2026-03-15T00:00:00+09:00")) { server in await Self.registerEachMonth(server) }
    let other = TestServer.Options(
      apps: [ConfiguredApp(key: "OTHER", settings: AppSettings())], database: folder.database, clock: DateText.parse("2026-04-10T00:00:00+09:00"))
    try await withTestServer(other) { server in #expect(await server.advance(by: "P2M")["firedCount"] == 0) }
    try await withTestServer(Self.configured(folder, clock: nil)) { server in
      #expect(await server.advance(to: "2026-07-10T00:00:00+09:00").fired("due") == ["2026-07-01T10:00:00.000+09:00"])
    }
  }

  @Test func aResetForgetsRunsAndChangesButNotTheConfiguration() async throws {
    let folder = StoreFolder()
    try await withTestServer(Self.configured(folder, clock: "2026-03-15T00:00:00+09:00")) { server in
      await server.advance(to: "2031-01-01T00:00:00+09:00")
      await server.guide(day: 2)
      _ = await server.send(.post, "/_mock/reset")
      await Self.registerEachMonth(server)
      let answer = await server.advance(to: "2026-05-01T10:00:00+09:00")
      #expect(answer.fired("due")?.map { $0.prefix(10) } == ["2026-04-01", "2026-05-01"])
    }
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await server.guide(day: 1)
      _ = await server.send(
        .put, "/_mock/clock", json: ["now": "2026-03-10T00:00:00+09:00", "reset": true], headers: [("Content-Type", "application/json")])
      await Self.registerEachMonth(server)
      #expect(await server.advance(by: "P1Y")["firedCount"] == 0)
    }
  }

  /// As a crash between the run and its delivery leaves it.
  @Test func aRunThatWasInterruptedGoesOn() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await Self.registerEachMonth(server)
      await server.register("withdrawn", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.register("removed", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.guide(day: 1)
      await server.settle()
      let runs = AdOptInGuideRuns(store: server.application.store, apps: server.application.apps)
      let due = try #require(try await runs.nextDue())
      #expect(DateText.iso(due) == "2026-04-01T10:00:00.000+09:00")
      let fired = try await runs.fire(dueBy: due, now: due)
      #expect(fired.count == 1 && fired[0].kind == .adOptInGuide && fired[0].appkey == "APP" && fired[0].due == due)
      #expect(try await runs.fire(dueBy: due, now: due) == [], "once")
      await server.register(.device("withdrawn", .apns, (true, false, false)))
      await server.call(.delete, "/tokens/removed").succeeds()
      await server.freeze("2026-04-01T10:05:00+09:00")
      await server.settle()
      #expect(await Self.guided(server) == [["m3"]])
      #expect(await server.reasons() == ["m3": "ACCEPTED"])
    }
  }
}
