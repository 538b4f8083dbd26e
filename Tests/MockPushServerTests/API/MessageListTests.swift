import PushStore
import Testing
@testable import MockPushServer

/// GET /messages and /messages/{messageId} (contract 18).
@Suite struct MessageListTests {
  private static func ids(_ server: TestServer, _ query: String = "", _ version: APIVersion = .v24) async -> [Int]? {
    await server.call(.get, "/messages\(query)", version).succeeds().json["messages"]?.arrayValue?.compactMap { $0["messageId"]?.intValue }
  }

  private static func app(listing: Bool) -> ConfiguredApp {
    var settings = AppSettings()
    settings.listApiMessages = listing
    return ConfiguredApp(key: "APP", settings: settings)
  }

  /// Contract 18, first table.
  @Test(arguments: [false, true]) func whoMadeAMessageDecidesWhetherItIsListed(listing: Bool) async throws {
    try await withTestServer(apps: [Self.app(listing: listing)]) { server in
      let fixture = ReadFixture(server: server)
      let api = try await fixture.send()
      var made: [Int] = []
      for origin in [MessageOrigin.console, .reservationByAPI, .reservationByConsole] {
        server.pass(seconds: 1)
        made.append(try await fixture.make(origin))
      }
      let visible = listing ? [api] + made : [made[0], made[2]]
      #expect(await Self.ids(server) == visible.reversed(), "newest first")
      #expect(await Self.ids(server, "?deliveryType=INSTANT") == (listing ? [made[0], api] : [made[0]]))
      #expect(await Self.ids(server, "?deliveryType=RESERVATION") == (listing ? [made[2], made[1]] : [made[2]]))
      for id in [api] + made {
        let answer = await server.call(.get, "/messages/\(id)")
        if visible.contains(id) {
          #expect(answer.succeeds().json["message"]?["messageId"]?.intValue == id)
        } else {
          answer.refuses(40401, "Client Error. Not found. messageId<\(id)>")
          #expect(answer.hint?.contains("listApiMessages") == true)
        }
      }
    }
  }

  @Test(arguments: APIVersion.allCases) func theObjectHasTheContractsKeys(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let fixture = ReadFixture(server: server)
      await server.register(["token": "f", "pushType": "FCM", "deviceId": "f"])
      await server.register()
      let content: JSON = ["default": ["title": "T", "n": .number(JSONNumber(text: "1.50")), "x": .null], "ko": ["title": "가"]]
      let id = try await fixture.make(.console, [
        "target": ["type": "UID", "to": ["user-7", "nobody"], "pushTypes": ["FCM", "APNS"], "countries": ["KR"]], "content": content, "messageType": "AD",
        "contact": "1588-1234", "removeGuide": "menu", "timeToLiveMinute": 0, "provisionedResourceId": "abc",
      ])
      let answer = await server.call(.get, "/messages/\(id)", version).succeeds()
      #expect(answer.message == (version <= .v22 ? "SUCCESS" : "success"))
      let message = try #require(answer.json["message"])
      let expected: JSON = [
        "messageId": .number(JSONNumber(id)), "messageIdString": .string("\(id)"),
        "target": [
          "type": "UID", "to": ["user-7", "nobody"], "pushTypes": [version <= .v22 ? "GCM" : "FCM", "APNS"], "countries": ["KR"],
        ],
        "content": content, "messageType": "AD", "contact": "1588-1234", "removeGuide": "menu", "timeToLiveMinute": 0,
        "createdDateTime": .string(Fixture.wireTime(0)), "completedDateTime": .string(Fixture.wireTime(0)), "targetCount": 2, "sentCount": 2,
        "messageStatus": "COMPLETE", "provisionedResourceId": "abc",
      ]
      #expect(message == expected, "\(message.prettyText)")
      #expect(await server.call(.get, "/messages", version).succeeds().json["messages"] == [expected])
    }
  }

  @Test func whatWasNotGivenIsLeftOut() async throws {
    try await withTestServer { server in
      let fixture = ReadFixture(server: server)
      let id = try await fixture.make(.console, ["contact": "1588", "removeGuide": "kept for nothing", "target": ["type": "ALL", "to": ["x"]]])
      let message = try #require(await server.call(.get, "/messages/\(id)").succeeds().json["message"]?.objectValue)
      #expect(message["target"] == ["type": "ALL"], "to of ALL is left out (F27)")
      #expect(Set(message.members.map(\.key)) == [
        "messageId", "messageIdString", "target", "content", "messageType", "timeToLiveMinute", "createdDateTime", "completedDateTime", "targetCount",
        "sentCount", "messageStatus",
      ])
      #expect(message["messageStatus"] == "CANCEL_NO_TARGET")
      #expect(message["targetCount"] == 0 && message["sentCount"] == 0)
      let reserved = try await fixture.make(.reservationByConsole)
      let target = await server.call(.get, "/messages/\(reserved)", .v22).succeeds().json["message"]?["target"]
      #expect(target == ["type": "ALL", "pushTypes": ["GCM", "APNS", "APNS_SANDBOX", "TENCENT", "ADM"]], "the default list is filled in")
    }
  }

  @Test func aMessageThatWaitsHasNoEnd() async throws {
    try await withTestServer { server in
      // The engine's first look, at start, is over: it would find the message that is stored here without telling it.
      try await server.application.engine.settle()
      let number = try await server.application.store.write { store in
        let app = try store.ensureApp("APP", now: TestServer.start)
        let body = try MessageBody(try JSONObject(MessageBodyFixture.good), .console(provisionedResourceIds: nil))
        return try store.insert(
          MessageAcceptance.newMessage(body, origin: .console, version: "v2.4", settings: AppSettings(), now: TestServer.start), app: app,
          now: TestServer.start)
      }
      let message = await server.call(.get, "/messages/\(number.messageId)").succeeds().json["message"]
      #expect(message?["messageStatus"] == "READY")
      #expect(message?["completedDateTime"] == nil)
      #expect(await Self.ids(server, "?messageStatus=READY")?.count == 1)
      #expect(await Self.ids(server, "?messageStatus=COMPLETE") == [])
    }
  }

  @Test func statusFiltersAndPages() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let fixture = ReadFixture(server: server)
      var made: [Int] = []
      for index in 0..<7 {
        if index == 3 { await server.register() }
        made.append(try await fixture.make(.console))
        server.pass(seconds: 60)
      }
      func total(_ query: String) async -> Int? { await server.call(.get, "/messages\(query)").succeeds().json["totalCount"]?.intValue }
      let newestFirst: [Int] = made.reversed()
      #expect(await Self.ids(server, "?messageStatus=CANCEL_NO_TARGET") == Array(newestFirst[4...]))
      #expect(await total("?messageStatus=CANCEL_NO_TARGET&pageSize=1") == 3)
      #expect(await Self.ids(server, "?pageSize=3") == Array(newestFirst[..<3]))
      #expect(await Self.ids(server, "?pageSize=3&pageIndex=2") == [made[0]])
      #expect(await Self.ids(server, "?pageSize=3&pageIndex=3") == [])
      #expect(await total("?pageSize=3&pageIndex=3") == 7)
      // Sent at 09:00, 09:01, …: `to` without seconds is its whole minute, `from` is inclusive.
      let range = "?from=2026-03-02T09:01:00.000%2B09:00&to=2026-03-02T09:03%2B09:00"
      #expect(await Self.ids(server, range) == [made[3], made[2], made[1]])
      #expect(await total(range) == 3)
      #expect(await Self.ids(server, "?from=2026-03-02T09:01:00.001%2B09:00&to=2026-03-02T09:02:59.999%2B09:00") == [made[2]])
      server.pass(seconds: 30 * 86_400 - 7 * 60 + 1)
      #expect(await Self.ids(server, "?from=2020-01-01T00:00Z") == Array(newestFirst[..<6]), "older than 30 days by a second")
    }
  }

  @Test func thirtyMessagesArePagedByTwentyFive() async throws {
    try await withTestServer { server in
      for _ in 0..<30 { try await ReadFixture(server: server).make(.console) }
      #expect(await Self.ids(server)?.count == 25)
      #expect(await Self.ids(server, "?pageIndex=1")?.count == 5)
      #expect(await Self.ids(server, "?pageSize=100")?.count == 30)
    }
  }

  @Test func faults() async throws {
    try await withTestServer { server in
      func call(_ path: String) async -> TestAnswer { await server.call(.get, path) }
      await call("/messages?pageIndex=-1").refuses(40001, "Client Error. Parameter is invalid. pageIndex<-1>")
      await call("/messages?pageIndex=x").refuses(40002, "Client Error. Parameter is invalid format. pageIndex<x>")
      await call("/messages?pageSize=0").refuses(40001)
      await call("/messages?pageSize=101").refuses(40008, "Client Error. Maximum limit exceeded. pageSize<101>")
      await ReadFixture(server: server).refusesBadDates("/messages")
      let type = await call("/messages?deliveryType=instant").refuses(40001, "Client Error. Parameter is invalid. deliveryType<instant>")
      #expect(type.hint?.contains("did you mean INSTANT") == true)
      await call("/messages?messageStatus=DONE").refuses(40001, "Client Error. Parameter is invalid. messageStatus<DONE>")
      // In the table's order.
      await call("/messages?messageStatus=DONE&deliveryType=X&pageSize=0").refuses(40001, "Client Error. Parameter is invalid. pageSize<0>")
      await call("/messages?messageStatus=DONE&deliveryType=X").refuses(40001, "Client Error. Parameter is invalid. deliveryType<X>")
      await call("/messages/abc").refuses(40002, "Client Error. Parameter is invalid format. messageId<abc>")
      await call("/messages/1.5").refuses(40002)
      for id in ["1", "0", "-1", "3500000000000001", "99999999999999999999"] {
        await call("/messages/\(id)").refuses(40401, "Client Error. Not found. messageId<\(id)>")
      }
    }
  }

  @Test func anotherAppsMessageIsUnknown() async throws {
    try await withTestServer { server in
      let id = try await ReadFixture(server: server).make(.console, app: "OTHER")
      await server.call(.get, "/messages/\(id)").refuses(40401)
      await server.call(.get, "/messages/\(id)", app: "OTHER").succeeds()
      #expect(await Self.ids(server) == [])
    }
  }
}
