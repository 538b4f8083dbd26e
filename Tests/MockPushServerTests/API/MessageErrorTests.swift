import PushStore
import Testing
@testable import MockPushServer

/// GET /message-errors (contract 19).
@Suite struct MessageErrorTests {
  private static func entries(_ server: TestServer, _ query: String = "", _ version: APIVersion = .v24) async -> [JSON] {
    await server.call(.get, "/message-errors\(query)", version).succeeds().json["messageErrors"]?.arrayValue ?? []
  }

  private static func causes(_ server: TestServer, _ query: String, _ version: APIVersion = .v24) async -> [String] {
    await entries(server, query, version).compactMap { $0["messageErrorCause"]?.stringValue }.sorted()
  }

  private static let everyType: JSON = .array(PushType.allCases.map { .string($0.name) })

  @Test(arguments: APIVersion.allCases) func aFailingProviderIsToldByItsName(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach()
      fixture.answers(PushType.allCases.map { ("t-\($0.name)", .providerError) })
      let id = try await fixture.send(["target": ["type": "ALL", "pushTypes": Self.everyType]])
      let answer = await server.call(.get, "/message-errors", version).succeeds()
      #expect(answer.message == "Success.")
      let entries = try #require(answer.json["messageErrors"]?.arrayValue)
      let fcm = version <= .v22 ? "GCM" : "FCM"
      let causes = Dictionary(uniqueKeysWithValues: entries.map { ($0["pushType"]?.stringValue ?? "", $0["messageErrorCause"]?.stringValue ?? "") })
      #expect(causes == [
        fcm: "\(fcm)_ERROR", "APNS": "APNS_ERROR", "APNS_SANDBOX": "APNS_ERROR", "APNS_VOIP": "APNS_ERROR", "APNS_SANDBOXVOIP": "APNS_ERROR",
        "TENCENT": "TENCENT_ERROR", "ADM": "ADM_ERROR",
      ])
      let adm = try #require(entries.first { $0["pushType"] == "ADM" })
      #expect(adm == [
        "messageId": .number(JSONNumber(id)), "messageIdString": .string("\(id)"), "pushType": "ADM", "messageErrorType": "EXTERNAL_ERROR",
        "messageErrorCause": "ADM_ERROR",
        "payload": [
          "data": [
            "title": "T", "body": "B", "messageDeliveryReceipt": true, "messageDeliveryReceiptData": ["messageId": .number(JSONNumber(id)), "pushType": "ADM"],
            "messageId": .number(JSONNumber(id)),
          ],
        ],
        "createdDateTime": .string(Fixture.wireTime(0)), "tokens": [["uid": "u", "token": "t-ADM"]],
      ], "\(adm.prettyText)")
      #expect(await Self.entries(server, "?messageErrorCause=\(fcm)_ERROR", version).count == 1)
      #expect(await Self.entries(server, "?messagErrorCause=APNS_ERROR", version).count == 4, "the guides' misspelling")
      #expect(await Self.entries(server, "?messageErrorCause=ADM_ERROR&messagErrorCause=APNS_ERROR", version).count == 1)
      await server.call(.get, "/message-errors?messageErrorCause=\(version <= .v22 ? "FCM" : "GCM")_ERROR", version).refuses(40001)
    }
  }

  /// Every cause that a running server comes to.
  @Test func causesAndTypes() async throws {
    var app = ConfiguredApp(key: "APP", settings: AppSettings())
    app.settings.certificates[.adm] = .expired
    app.settings.certificates[.tencent] = .unauthorized
    app.settings.duplicateWindowMinutes = 10
    app.settings.messageDeliveryReceipt = false
    let settings = app.settings
    try await withTestServer(apps: [app]) { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach([.fcm, .apns, .adm, .tencent])
      let first = try await fixture.send()
      #expect(await Self.causes(server, "?messageId=\(first)") == ["INVALID_CERTIFICATE", "UNAUTHORIZED"])
      let again = try await fixture.send()
      #expect(await Self.causes(server, "?messageId=\(again)&messageErrorType=CLIENT_ERROR") == [
        "DUPLICATED_MESSAGE_TOKEN", "DUPLICATED_MESSAGE_TOKEN", "INVALID_CERTIFICATE", "UNAUTHORIZED",
      ])
      let large = try await fixture.send(["content": ["default": ["title": .string(String(repeating: "x", count: 4_100))]]])
      #expect(await Self.causes(server, "?messageId=\(large)&messageErrorType=EXTERNAL_ERROR") == ["APNS_ERROR", "FCM_ERROR"])
      let empty = try await fixture.send(["content": ["default": [:]], "target": ["type": "ALL", "pushTypes": ["FCM"]]])
      #expect(await Self.causes(server, "?messageId=\(empty)") == ["INVALID_MESSAGE"])
      let late = try await server.application.store.write { store in
        let now = server.now
        let body = try MessageBody(try JSONObject(MessageBodyFixture.good), MessageRules(version: .v24))
        var message = MessageAcceptance.newMessage(body, origin: .api, version: "v2.4", settings: settings, now: now)
        message.ttlFrom = now.advanced(byMilliseconds: -600_001)
        return try store.insert(message, app: try store.ensureApp("APP", now: now), now: now)
      }
      try await server.application.engine.settle()
      #expect(await Self.causes(server, "?messageId=\(late.messageId)&messageErrorType=INTERNAL_ERROR") == ["EXPIRED_TIME_OUT", "EXPIRED_TIME_OUT"])
      #expect(await Self.entries(server, "?messageErrorType=INTERNAL_ERROR&messageErrorCause=APNS_ERROR") == [], "a type without that cause")
      #expect(await Self.entries(server, "?messageId=1") == [])
    }
  }

  @Test func tokensOfOneFailureAreOneEntryWhateverRenderedIt() async throws {
    try await withTestServer { server in
      let fixture = ReadFixture(server: server)
      for (index, language) in ["ko", "ja", "en", "ko"].enumerated() {
        await server.register(["token": .string("t\(index)"), "uid": .string("u\(index)"), "deviceId": .string("d\(index)"), "language": .string(language)])
      }
      fixture.answers((0..<4).map { ("t\($0)", .providerError) })
      // Korean and Japanese are told the same, in whatever order; English is not.
      try await fixture.send(["content": ["default": ["title": "T"], "ko": ["body": "x", "data": ["a": 1, "b": 2]], "ja": ["data": ["b": 2, "a": 1], "body": "x"]]])
      let entries = await Self.entries(server)
      let tokens = entries.map { $0["tokens"]?.arrayValue?.compactMap { $0["token"]?.stringValue } ?? [] }
      #expect(Set(tokens) == [["t0", "t1", "t3"], ["t2"]])
    }
  }

  @Test func aGuideTellsTheDateOfItsFirstToken() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      await server.guide(day: 1, content: ["default": ["title": "since ###AD_AGREEMENT_DATE_TIME###"]])
      await server.register("a", agreedAt: "2024-03-20T08:07:06+09:00")
      await server.register("b", agreedAt: "2024-03-21T00:00:00+09:00")
      await server.devices([["token": "*", "answer": "PROVIDER_ERROR"]])
      await server.advance(to: "2026-04-01T10:00:00+09:00")
      let entries = await Self.entries(server)
      #expect(entries.map { $0["payload"]?["aps"]?["alert"]?["title"] } == ["since 2024-03-20 08:07:06"])
      #expect(entries.first?["tokens"]?.arrayValue?.map { $0["token"] } == ["a", "b"])
    }
  }

  @Test func sentFilteredAndInvalidTokensAreNoErrors() async throws {
    try await withTestServer { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach([.fcm, .apns, .adm])
      await server.register(["token": "off", "deviceId": "off", "isNotificationAgreement": false])
      fixture.answers([("t-FCM", .invalidToken), ("t-APNS", .wrongEnvironment)])
      try await fixture.send()
      #expect(await Self.entries(server) == [])
    }
  }

  /// Failures by direct writes: as many messages as wanted, one entry each, a second apart.
  private static func fail(_ count: Int, _ server: TestServer) async throws {
    let body = MessageBodyFixture.good
    let start = server.now
    try await server.application.store.write { store in
      let app = try store.ensureApp("APP", now: start)
      for index in 0..<count {
        let now = start.advanced(byMilliseconds: Int64(index) * 1_000)
        let number = try store.insert(
          NewMessage(
            origin: .api, version: "v2.4", messageType: .notification, body: body, settings: "{}", duplicateKey: nil, ttlFrom: now, ttlMinutes: 10),
          app: app, now: now)
        let message = try #require(try store.reading.message(number, app: app))
        try store.insert(StoredRendering(number: 0, pushType: .fcm, payload: #"{"data":{"n":\#(index)}}"#, warnings: "[]"), message: number)
        try store.ensureErrorGroup(message, pushType: .fcm, reason: .providerError, rendering: 0, now: now)
        try store.complete(message, as: .complete, now: now)
      }
    }
    server.pass(seconds: Int64(count))
  }

  @Test func aThousandEntriesAreTooManyButThePageIsThere() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await Self.fail(1_001, server)
      let answer = await server.call(.get, "/message-errors?limit=2&pageNumber=3")
      #expect(answer.code == 40010)
      #expect(answer.json["header"]?["isSuccessful"] == false)
      #expect(answer.message == "Client Error. It's too many. Please, change 'from' and 'to' shortly. totalCount<1001>")
      #expect(answer.hint?.contains("1001") == true)
      #expect(answer.json["messageErrors"]?.arrayValue?.map { $0["payload"]?["data"]?["n"] } == [996, 995])
      #expect(await server.call(.get, "/message-errors").json["messageErrors"]?.arrayValue?.count == 100)
      // Counted after all filters (F28): entry n failed at second n.
      let from = "from=2026-03-02T09:00:01%2B09:00"
      #expect(await server.call(.get, "/message-errors?\(from)").message?.hasSuffix("totalCount<1000>") == true)
      let fewer = await Self.entries(server, "?from=2026-03-02T09:00:02%2B09:00&pageNumber=10")
      #expect(fewer.count == 99, "999 entries are no fault")
      #expect(await Self.entries(server, "?messageErrorCause=APNS_ERROR") == [])
      #expect(await Self.entries(server, "?from=2026-03-02T09:00:02%2B09:00&pageNumber=11") == [])
    }
  }

  @Test func sevenDaysUnlessAskedForMore() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await Self.fail(2, server)
      server.pass(seconds: 7 * 86_400 - 2)
      #expect(await Self.entries(server).count == 2)
      server.pass(seconds: 1)
      #expect(await Self.entries(server).count == 1)
      #expect(await Self.entries(server, "?from=2026-03-01T00:00Z").count == 2)
    }
  }

  @Test func faults() async throws {
    try await withTestServer { server in
      func call(_ query: String) async -> TestAnswer { await server.call(.get, "/message-errors?\(query)") }
      await call("messageId=x").refuses(40002, "Client Error. Parameter is invalid format. messageId<x>")
      await call("messageErrorType=ClientError").refuses(40001, "Client Error. Parameter is invalid. messageErrorType<ClientError>")
      await call("messageErrorCause=TIMEOUT").refuses(40001, "Client Error. Parameter is invalid. messageErrorCause<TIMEOUT>")
      await call("messagErrorCause=TIMEOUT").refuses(40001, "Client Error. Parameter is invalid. messagErrorCause<TIMEOUT>")
      await ReadFixture(server: server).refusesBadDates("/message-errors")
      await call("limit=101").refuses(40008, "Client Error. Maximum limit exceeded. limit<101>")
      await call("limit=0").refuses(40001)
      await call("pageNumber=0").refuses(40001, "Client Error. Parameter is invalid. pageNumber<0>")
      await call("pageNumber=x").refuses(40002)
    }
  }
}
