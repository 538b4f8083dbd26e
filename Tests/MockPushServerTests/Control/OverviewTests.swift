import PushStore
import Testing

@testable import MockPushServer

/// What a page shows all the time, and of an app first.
@Suite struct OverviewTests {
  @Test func theOverviewTellsWhatIsGoingOn() async throws {
    let apps = [ConfiguredApp(key: "SHOP", settings: AppSettings()), ConfiguredApp(key: "APP", settings: AppSettings())]
    try await withTestServer(at: "2026-03-02T09:00:00+09:00", apps: apps) { server in
      await server.register(.device("a"))
      await server.register(.device("a2", .fcm, uid: "u-a"))
      for rule in [["match": ["path": "/tags"], "then": ["status": 503], "times": 1], ["match": ["path": "/none"], "then": ["status": 503]]] as [JSON] {
        _ = await server.send(.post, "/_mock/faults", json: rule, headers: [("Content-Type", "application/json")])
      }
      _ = await server.call(.get, "/tags")
      let overview = await server.send(.get, "/_mock/overview").json
      #expect(overview["version"]?.stringValue == Version.text)
      #expect(overview["clock"]?["now"] == "2026-03-02T09:00:00.000+09:00" && overview["clock"]?["mode"] == "frozen")
      let started = try #require(overview["startedDateTime"]?.stringValue.flatMap(DateText.parse))
      #expect(abs(started.milliseconds - SystemClock().now.milliseconds) < 600_000, "by the machine's clock")
      let ahead = try #require(overview["clock"]?["aheadMilliseconds"]?.intValue)
      #expect(abs(Int(server.now.milliseconds - SystemClock().now.milliseconds) - ahead) < 600_000)
      #expect(overview["activeFaultCount"] == 1 && overview["faultHitCount"] == 1)
      #expect(overview["isJournalOn"] == true && overview["journalEntryCount"] == 3)
      #expect(overview["pendingMessageCount"] == 0 && overview["isOpen"] == false && overview["appCount"] == 2)
      #expect(overview["apps"] == [
        ["appkey": "APP", "isConfigured": true, "isAvailable": true, "tokenCount": 2, "uidCount": 1],
        ["appkey": "SHOP", "isConfigured": true, "isAvailable": true, "tokenCount": 0, "uidCount": 0],
      ])
    }
  }

  @Test func theSummaryCountsAnApp() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      #expect(await server.control(.get, "/summary").json["tokens"]?["totalCount"] == 0)
      await server.register(.device("a"))
      await server.register(.device("b", .fcm, (true, true, false)))
      await server.register(.device("c", .fcm, (false, false, false)))
      await server.register(.device("d", .fcm, (true, false, false)))
      await server.register(.device("d", .fcm, (true, false, false), language: "en"))
      await server.call(.delete, "/tokens/c").succeeds()
      _ = await server.tag("t")
      await server.deliver(Body.notification())
      await server.reserve(["2026-03-02T10:00"])
      await server.reserve(["2026-03-02T09:30", "2026-03-02T11:00"])
      try await server.travel(to: "2026-03-02T10:30:00+09:00")
      let summary = await server.control(.get, "/summary").json
      #expect(summary["tokens"] == [
        "totalCount": 3,
        "pushTypes": ["ADM": 0, "APNS": 1, "APNS_SANDBOX": 0, "APNS_SANDBOXVOIP": 0, "APNS_VOIP": 0, "FCM": 2, "TENCENT": 0],
        "agreements": ["ON": 1, "NIGHT_AD_OFF": 1, "AD_OFF": 1, "OFF": 0],
      ])
      #expect(summary["uidCount"] == 4 && summary["tagCount"] == 1)
      #expect(summary["messageCount"] == 3 && summary["pendingMessageCount"] == 0)
      #expect(summary["reservationCount"] == 2 && summary["reservedCount"] == 1)
      #expect(summary["nextDeliveryDateTime"] == "2026-03-02T11:00:00.000+09:00")
      #expect(summary["lastMessage"]?["origin"] == "RESERVATION_BY_API")
      // Once more when the sums of statistics hold it all.
      _ = await server.stats("TOKEN_AGREEMENT")
      #expect(await server.control(.get, "/summary").json["tokens"] == summary["tokens"])
    }
  }
}
