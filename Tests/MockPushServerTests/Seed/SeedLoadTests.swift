import PushStore
import Testing

@testable import MockPushServer

@Suite struct SeedLoadTests {
  private static let moment = "2026-03-02T09:15:00+09:00"

  /// All kinds of rows.
  private static let whole = """
    {"apps":[{"appkey":"APP","settings":{"appType":"MULTIPLE","listApiMessages":true},
      "tokens":[\(Fixture.registration(["token": "a", "createdDateTime": "2025-01-02T03:04:05+09:00", "adAgreementDateTime": "2025-02-02T00:00:00+09:00"]).compactText),
        \(Fixture.registration(["token": "b", "pushType": "FCM", "uid": "user-8"], without: ["deviceId"]).compactText)],
      "tags":[{"tagName":"vip","tagId":"Vip00001","uids":["user-7","no-token"]}],
      "reservations":[{"schedules":["2026-03-02T10:00"],"isLocalTime":false,"target":{"type":"TAG","to":["Vip00001"]},
        "content":{"default":{"title":"T","body":"B"}},"messageType":"NOTIFICATION"}],
      "devices":[{"token":"a","answer":"OFFLINE"}]}],
     "faults":[{"name":"once","times":1,"match":{"method":"DELETE"},"then":{"status":503}}]}
    """

  @Test func everythingIsThereAsTheVendorsCallsShowIt() async throws {
    try await withTestServer(at: Self.moment) { server in
      let result = await server.loads(Self.whole)
      #expect(result["result"] == ["apps": 1, "tokens": 2, "tags": 1, "reservations": 1, "devices": 1, "faults": 1])
      #expect(result["rows"] == 7 && result["rowsDone"] == 7)

      let token = try #require(await server.token("a"))
      #expect(token["uid"] == "user-7" && token["deviceId"] == "device-1")
      #expect(token["adAgreementDateTime"] == "2025-02-02T00:00:00.000+09:00" && token["updatedDateTime"] == "2025-01-02T03:04:05.000+09:00")
      #expect(token["activatedDateTime"] == "2026-03-02T09:15:00.000+09:00")
      #expect(await server.token("b", "FCM")?["uid"] == "user-8")
      let user = await server.call(.get, "/uids/no-token").succeeds().json["uid"]
      #expect(user?["tags"]?[0]?["tagId"] == "Vip00001" && user?["tags"]?[0]?["tagName"] == "vip")
      #expect(await server.control(.get, "").json["settings"]?["listApiMessages"] == true)
      #expect(await server.control(.get, "/devices").json["devices"] == [["token": "a", "answer": "OFFLINE"]])
      #expect(await server.call(.delete, "/tokens/a").status == 503)
      #expect(await server.call(.delete, "/tokens/zzz").isSuccess)
    }
  }

  @Test func whatIsLoadedLivesOn() async throws {
    try await withTestServer(at: Self.moment) { server in
      await server.loads(Self.whole)
      // Known texts keep their numbers.
      await server.register(["token": "a", "language": "en"])
      await server.register(["token": "c", "uid": "user-9", "deviceId": "device-9"])
      #expect(await server.token("a")?["language"] == "en")
      let advanced = await server.send(.post, "/_mock/clock/advance", json: ["by": "PT1H"], headers: TestServer.json)
      #expect(advanced.json["firedCount"] == 1, "\(advanced.text)")
      #expect(await server.reasons() == ["a": "OFFLINE"])
      #expect(await server.deliver(Body.notification())["targetCount"] == 3)
    }
  }

  @Test func registrationsCountAtTheirMoments() async throws {
    try await withTestServer(at: Self.moment) { server in
      let rows = ["2026-02-10T03:04:05+09:00", "2026-03-02T09:15:00+09:00"].map { moment in
        Fixture.registration(["token": .string(moment), "deviceId": .string(moment), "createdDateTime": .string(moment)]).compactText
      }
      await server.loads(#"{"apps":[{"appkey":"APP","tokens":[\#(rows.joined(separator: ","))]}]}"#)
      for (from, to, count) in [("2026-02-10T00:00", "2026-02-11T00:00", 1), ("2026-03-02T09:00", "2026-03-02T09:30", 1), ("2026-02-12T00:00", "2026-03-02T00:00", 0)] {
        let total = await server.total("TOKEN_REGISTRATION", Span.query(from, to))
        #expect(total["REGISTERED"]?.intValue == count, "\(total.compactText)")
      }
      #expect(await server.total("TOKEN_AGREEMENT")["NIGHT_AD_OFF"] == 2)
    }
  }

  /// Sums are made in the background, also while rows are not seen yet.
  @Test func aLargeSeedCountsWhole() async throws {
    try await withTestServer(at: Self.moment) { server in
      await server.loads(#"{"apps":[{"appkey":"APP","generate":{"tokens":12000,"days":20}}]}"#)
      #expect(await server.total("TOKEN_REGISTRATION", Span.query("2026-02-10T00:00", "2026-03-02T09:15"))["REGISTERED"] == 12_000)
      #expect(await server.total("TOKEN_COUNTRY")["KR"]?.intValue ?? 0 > 9_000)
    }
  }

  @Test func settingsAreLaidOverThoseThatWereChanged() async throws {
    try await withTestServer(at: Self.moment) { server in
      await server.change(["tokenExpiryMonths": 3, "logging": ["level": "ERROR"]])
      await server.loads(#"{"apps":[{"appkey":"APP","settings":{"logging":{"source":"x"}},"generate":{"tokens":3}}]}"#)
      let settings = await server.control(.get, "").json
      #expect(settings["settings"]?["tokenExpiryMonths"] == 3)
      #expect(settings["settings"]?["logging"] == ["enabled": true, "level": "ERROR", "source": "x"])
      #expect(settings["changed"]?.arrayValue?.count == 2)
    }
  }

  @Test func aGuideGoesOnWithTheAppThatIsLoaded() async throws {
    try await withTestServer(at: Self.moment) { server in
      await server.change(["adOptInGuide": ["day": 10, "time": "10:00", "content": ["default": ["title": "T", "body": "B"]]]])
      let token = Fixture.registration(["token": "a", "createdDateTime": "2024-03-05T00:00:00+09:00"]).compactText
      await server.loads(#"{"apps":[{"appkey":"APP","tokens":[\#(token)]}]}"#)
      let advanced = await server.send(.post, "/_mock/clock/advance", json: ["by": "P10D"], headers: TestServer.json)
      #expect(advanced.json["fired"]?[0]?["kind"] == "AD_OPT_IN_GUIDE" && advanced.json["firedCount"] == 1, "\(advanced.text)")
    }
  }

  @Test func oneBadRowLoadsNothing() async throws {
    try await withTestServer(at: Self.moment) { server in
      let answer = await server.seed(Self.whole.replacing(#""pushType":"FCM""#, with: #""pushType":"FMC""#))
      #expect(answer.status == 400)
      #expect(answer.sentence?.hasPrefix("apps[0].tokens[1].pushType is `FMC`: ") == true, "\(answer.text)")
      let app = try await server.stored { try $0.appNumber("APP") }
      #expect(app == nil)
      #expect(await server.send(.get, "/_mock/faults").json == ["faults": []])
      #expect(await server.control(.get, "/devices").json == ["devices": []])
      await server.loads(Self.whole)
    }
  }

  @Test(arguments: [("", "The body is the seed"), ("{\"apps\"", "line 1")]) func aBodyThatIsNoSeedIsRefused(text: String, words: String) async throws {
    try await withTestServer { server in
      let answer = await server.seed(text)
      #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
    }
  }

  @Test func theQueryIsChecked() async throws {
    try await withTestServer { server in
      for (query, words) in [("wait=yes", "it is one of true, false"), ("wiat=true", "Did you mean `wait`?")] {
        let answer = await server.send(.post, "/_mock/seed?" + query, bytes: Array("{}".utf8), headers: TestServer.json)
        #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
      }
      #expect(await server.send(.get, "/_mock/seed/s1").sentence?.contains("no seed `s1`") == true)
    }
  }

  @Test func anAppThatHasDataIsRefused() async throws {
    try await withTestServer { server in
      await server.register()
      let answer = await server.seed(#"{"apps":[{"appkey":"NEW","generate":{"tokens":5}},{"appkey":"APP","generate":{"tokens":5}}]}"#)
      #expect(answer.status == 409 && answer.sentence?.hasPrefix("App APP has data, and a seed loads an app from nothing: ") == true, "\(answer.text)")
      try await server.expectRegistrations(0, "NEW")
      for reset in ["/_mock/apps/APP/reset", "/_mock/reset"] {
        #expect(await server.send(.post, reset).status == 200)
        await server.loads(#"{"apps":[{"appkey":"APP","generate":{"tokens":5}}]}"#)
        try await server.expectRegistrations(5)
      }
    }
  }

  @Test func generatedDataIsWholeAndTheSameEachTime() async throws {
    let text = #"{"apps":[{"appkey":"APP","generate":{"tokens":3000,"seed":7,"tags":4,"uids":2000}}]}"#
    var seen: [[String]] = []
    for _ in 0..<2 {
      try await withTestServer(at: Self.moment) { server in
        await server.loads(text)
        let tags = await server.call(.get, "/tags").succeeds().json["tags"]?.arrayValue ?? []
        #expect(tags.count == 4)
        let first = tags.compactMap { $0["tagId"]?.stringValue }.sorted()[0]
        let uids = await server.call(.get, "/tags/\(first)/uids?limit=1000").succeeds().json["uids"]?.arrayValue ?? []
        #expect(uids.count > 300)
        let tokens = try await server.stored { store in try store.registrations(after: nil, limit: 5_000, app: store.appNumber("APP")!) }
        let counts = try await server.stored { store in try store.counts(app: store.appNumber("APP")!) }
        #expect(counts.uids == 2_000 && counts.tokenTotal == 3_000)
        #expect(tokens.count == 3_000 && Set(tokens.map(\.uid)).count == 2_000)
        seen.append(tokens.map { "\($0.token) \($0.uid) \($0.createdAt.milliseconds) \($0.language)" } + uids.map(\.compactText))
      }
    }
    #expect(seen[0] == seen[1])
  }

  @Test func faultsOfASeedTakeThePlaceOfThoseInForceAndOthersStay() async throws {
    try await withTestServer { server in
      let rule: JSON = ["then": ["status": 503], "name": "mine"]
      #expect(await server.send(.post, "/_mock/faults", json: rule, headers: TestServer.json).status == 201)
      await server.loads(#"{"apps":[{"appkey":"A"}]}"#)
      #expect(await server.send(.get, "/_mock/faults").column("faults", "name") == ["mine"])
      for _ in 0..<2 { await server.loads(#"{"faults":[{"name":"a","then":{"status":500}},{"name":"b","then":{"status":500}}]}"#) }
      #expect(await server.send(.get, "/_mock/faults").column("faults", "name") == ["a", "b"])
    }
  }

  @Test func inStrictModeASeedMakesItsAppsKnownUntilAReset() async throws {
    var settings = AppSettings()
    settings.secretKeys = ["abcd1234"]
    try await withTestServer(apps: [ConfiguredApp(key: "ONE", settings: settings)]) { server in
      await server.call(.get, "/tokens?uid=user-000001").refuses(40102)
      await server.loads(#"{"apps":[{"appkey":"APP","settings":{"secretKeys":["aB3dE5gH"]},"generate":{"tokens":2}}]}"#)
      await server.call(.get, "/tokens?uid=user-000001").succeeds()
      #expect(await server.send(.get, "/push/v2.4/appkeys/APP/tokens?uid=u", headers: [("X-Secret-Key", "zzzzzzzz")]).code == 40101)
      #expect(await server.send(.get, "/_mock/apps").json["apps"]?[0]?["isAvailable"] == true)
      #expect(await server.send(.get, "/_mock/overview").json["apps"]?[0]?["isAvailable"] == true)
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      await server.call(.get, "/tokens?uid=user-000001").refuses(40102)
    }
  }

  @Test func theSampleLoads() async throws {
    let text = String(decoding: try FileReader.read(ConfigurationReferenceTests.root + "/examples/seed.json"), as: UTF8.self)
    try await withTestServer { server in
      #expect(await server.loads(text)["result"] == ["apps": 1, "tokens": 1_003, "tags": 7, "reservations": 1, "devices": 1, "faults": 1])
    }
  }

  @Test func theSampleOfTheManualLoads() async throws {
    let page = String(decoding: try FileReader.read(ConfigurationReferenceTests.root + "/docs/seed.md"), as: UTF8.self)
    let start = try #require(page.firstRange(of: "```json\n")).upperBound
    let text = String(page[start..<(try #require(page[start...].firstRange(of: "\n```"))).lowerBound])
    try await withTestServer { server in #expect(await server.loads(text)["result"]?["tokens"] == 10_001) }
  }
}
