import PushStore
import Testing
@testable import MockPushServer

@Suite struct ClockRoutesTests {
  private static func put(_ server: TestServer, _ body: JSON) async -> TestAnswer {
    await server.send(.put, "/_mock/clock", json: body, headers: [("Content-Type", "application/json")])
  }

  private static func shown(_ server: TestServer) async -> JSON { await server.send(.get, "/_mock/clock").json }

  @Test func frozenStandsStillUntilItIsMoved() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      #expect(await Self.shown(server) == ["now": "2026-03-02T09:00:00.000+09:00", "mode": "frozen"])
      let answer = await Self.put(server, ["now": "2026-03-02T20:59:59+09:00"])
      #expect(answer.status == 200 && answer.json == ["now": "2026-03-02T20:59:59.000+09:00", "mode": "frozen"], "the mode stays as it is")
      await server.register()
      #expect(await server.token("a1b2")?["activatedDateTime"] == "2026-03-02T20:59:59.000+09:00")
    }
  }

  @Test(arguments: ["2026-03-02T11:59:59Z", "2026-03-02T20:59:59.000+0900",
    "2026-03-02T06:59:59-05:00"]) func anyOffsetIsTaken(_ text: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      #expect(await Self.put(server, ["now": .string(text), "mode": "frozen"]).json["now"] == "2026-03-02T20:59:59.000+09:00")
    }
  }

  @Test func runningGoesOnFromTheMoment() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let answer = await Self.put(server, ["now": "2031-01-01T00:00:00+09:00", "mode": "running"])
      #expect(answer.json["mode"] == "running")
      #expect(answer.json["now"]?.stringValue?.hasPrefix("2031-01-01T00:00:0") == true)
      guard case .running(let ahead) = server.application.clock.state else { Issue.record("it does not run"); return }
      let expected = DateText.parse("2031-01-01T00:00:00+09:00")!.milliseconds - SystemClock().now.milliseconds
      #expect(abs(ahead - expected) < 60_000)
      let stopped = await Self.put(server, ["mode": "frozen"])
      #expect(stopped.json["mode"] == "frozen")
      #expect(await Self.shown(server) == stopped.json)
    }
  }

  @Test func backwardIs409OnceSomethingIsStored() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      #expect(await Self.put(server, ["now": "2020-01-01T00:00:00+09:00"]).status == 200, "nothing is stored: any moment is fine")
      #expect(await Self.put(server, ["now": "2026-03-02T09:00:00+09:00"]).status == 200)
      await server.register()
      server.pass(seconds: 60)
      #expect(await Self.put(server, ["now": "2026-03-02T09:00:30+09:00"]).status == 200, "back, but not behind what is stored")
      #expect(await Self.put(server, ["now": "2026-03-02T09:00:00.000+09:00"]).status == 200, "exactly the newest stored moment")
      let refused = await Self.put(server, ["now": "2026-03-02T08:59:59.999+09:00", "mode": "running"])
      #expect(refused.status == 409)
      #expect(refused.sentence?.contains("2026-03-02T09:00:00.000+09:00") == true && refused.sentence?.contains("\"reset\":true") == true)
      #expect(await Self.shown(server) == ["now": "2026-03-02T09:00:00.000+09:00", "mode": "frozen"], "a refusal changes nothing")
      #expect(await server.token("a1b2") != nil)
    }
  }

  static let stored: [(String, @Sendable (TestServer) async -> Void)] = [
    ("a token", { await $0.register() }),
    ("a deleted token", { await $0.register(); await $0.call(.delete, "/tokens/a1b2").succeeds() }),
    ("a token registered again", { server in
      server.application.clock.set(.frozen(server.now.advanced(byMilliseconds: -1_000)))
      await server.register()
      server.pass(seconds: 1)
      await server.register()
    }),
    ("a tag", { _ = await $0.tag("t") }),
    ("a uid", { await $0.call(.post, "/uids", json: ["uid": "u", "tagIds": []]).succeeds() }),
    ("a receipt", { server in
      server.application.clock.set(.frozen(server.now.advanced(byMilliseconds: -1_000)))
      await server.deliver(Body.notification())
      server.pass(seconds: 1)
      await server.call(.post, "/message-delivery-receipts", json: [
        "event": "OPENED", "eventDateTime": "2019-03-02T09:00:00.000+0900", "messageDeliveryReceiptData": ["messageId": 3_500_000_000_000_001],
      ]).succeeds()
    }),
  ]

  @Test(arguments: stored.indices) func everythingStoredHoldsTheClock(_ index: Int) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let (name, store) = Self.stored[index]
      await store(server)
      server.pass(seconds: 10)
      #expect(await Self.put(server, ["now": "2026-03-02T08:59:59.999+09:00"]).status == 409, "\(name)")
      #expect(await Self.put(server, ["now": "2026-03-02T09:00:00+09:00"]).status == 200, "\(name)")
    }
  }

  @Test func resetClearsAllDataAndSetsTheClockInOneStep() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let answer = await Self.put(server, ["now": "2001-01-01T00:00:00+09:00", "mode": "frozen", "reset": true])
      #expect(answer.status == 200 && answer.json["now"] == "2001-01-01T00:00:00.000+09:00")
      #expect(await server.token("a1b2") == nil)
      await server.register()
      #expect(await server.token("a1b2")?["updatedDateTime"] == "2001-01-01T00:00:00.000+09:00")
    }
  }

  @Test(arguments: [
    ([:], "neither now nor mode"), (["now": nil, "mode": nil], "neither now nor mode"), (["reset": true], "neither now nor mode"),
    (["now": "2026-03-02T20:59:59"], "now must be"), (["now": "2026-02-30T20:59:59+09:00"], "now must be"), (["now": ""], "now must be"),
    (["now": 1_772_409_600_000], "now must be"),
    (["mode": "stopped"], "\"frozen\" or \"running\""), (["mode": true], "\"frozen\" or \"running\""),
    (["now": "2026-03-02T20:59:59+09:00", "reset": "yes"], "reset must be"),
    (["nwo": "2026-03-02T20:59:59+09:00"], "`nwo`"), (["now": "2026-03-02T20:59:59+09:00", "Mode": "frozen"], "`Mode`"),
  ] as [(JSON, String)]) func faultyBodiesSayWhatWouldBeRight(_ body: JSON, _ words: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let answer = await Self.put(server, body)
      #expect(answer.status == 400)
      #expect(answer.sentence?.contains(words) == true, "\(answer.text)")
      #expect(await Self.shown(server) == ["now": "2026-03-02T09:00:00.000+09:00", "mode": "frozen"])
      #expect(await server.token("a1b2") != nil)
    }
  }

  @Test func aMistypedKeyNamesTheNearest() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      #expect(await Self.put(server, ["moed": "frozen"]).sentence?.contains("Did you mean `mode`?") == true)
    }
  }
}
