import PushStore
import Testing
@testable import MockPushServer

/// GET /logs/message (contract 20, 20.1).
@Suite struct MessageLogTests {
  static let versions: [APIVersion] = [.v22, .v23, .v24]

  static func app(_ change: (inout AppSettings) -> Void) -> ConfiguredApp {
    var settings = AppSettings()
    change(&settings)
    return ConfiguredApp(key: "APP", settings: settings)
  }

  private static func logs(_ server: TestServer, _ query: String = "", _ version: APIVersion = .v24) async -> [JSON] {
    await server.call(.get, "/logs/message\(query)", version).succeeds().json["data"]?["logs"]?.arrayValue ?? []
  }

  /// The tokens that the logs name.
  private static func tokens(_ server: TestServer, _ query: String = "", _ version: APIVersion = .v24) async -> [String] {
    await logs(server, query, version).compactMap { body($0)["tokens"]?[0]?["token"]?.stringValue }
  }

  static func body(_ log: JSON) -> JSON { (try? JSONParser.parse((log["body"]?.stringValue ?? "").utf8)) ?? .null }

  @Test(arguments: versions) func aRecordHasTheContractsKeys(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00", apps: [Self.app { $0.logging.source = "my-source" }]) { server in
      let fixture = ReadFixture(server: server)
      await server.register(["token": "base#tenant=x", "pushType": "FCM", "uid": "u"])
      server.pass(seconds: 2)
      let id = try await fixture.send()
      let answer = await server.send(
        .get, "/push/\(version.name)/appkeys/APP/logs/message", headers: Credentials.wellFormed(version) + [("Host", "push.test:8080")])
      answer.succeeds()
      #expect(answer.message == "success")
      #expect(answer.json["data"]?["count"] == 1)
      let log = try #require(answer.json["data"]?["logs"]?[0])
      let fcm = version == .v22 ? "GCM" : "FCM"
      #expect(log["body"]?.stringValue?.contains(": ") == false, "compact")
      var rest = try #require(log.objectValue)
      rest["body"] = nil
      #expect(JSON.object(rest) == [
        "logType": "message-result", "logSource": "my-source", "messageId": .string("\(id)"), "logTime": "1772409602000", "sendTime": "1772409602000",
        "pushType": .string(fcm), "sentResult": "SENT", "searchKey1": .string("\(id)"), "searchKey2": .string(fcm), "searchKey3": "SENT",
        "host": "push.test:8080", "appkey": "APP", "projectName": "local", "logVersion": "v2", "isNeedStored": "bulk", "projectVersion": "v2.2",
        "SinkVersion": "-",
      ], "\(log.prettyText)")
      let number = try await server.stored { store in
        try store.tokenNumber("base#tenant=x", .fcm, app: try #require(try store.appNumber("APP")))?.value
      }
      #expect(Self.body(log) == [
        "tokens": [["uid": "u", "token": "base#tenant=x"]],
        "payload": [
          "data": [
            "title": "T", "body": "B", "messageDeliveryReceipt": true,
            "messageDeliveryReceiptData": [
              "messageId": .number(JSONNumber(id)), "pushType": "FCM", "sentDateTime": "2026-03-02T09:00:02.000+09:00",
              "deliveryId": .string("\(id)-\(number ?? 0)"),
            ],
            "messageId": .number(JSONNumber(id)),
          ],
          "priority": "high", "registration_ids": ["base"],
        ],
      ], "\(Self.body(log).prettyText)")
    }
  }

  @Test func abnormalAnswersAreExplained() async throws {
    try await withTestServer(apps: [Self.app { $0.certificates[.tencent] = .missing }]) { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach([.fcm, .apns, .apnsSandbox, .adm, .tencent])
      fixture.answers([
        ("t-FCM", .invalidToken), ("t-APNS", .providerError), ("t-APNS_SANDBOX", .wrongEnvironment), ("t-ADM", .replaced(by: "fresh")),
      ])
      try await fixture.send()
      func log(_ type: String, _ version: APIVersion = .v24) async throws -> (JSON, JSON) {
        let log = try #require(await Self.logs(server, "?pushType=\(type)", version).first)
        return (log, try #require(Self.body(log)["tokens"]?[0]))
      }
      let (invalid, invalidToken) = try await log("FCM")
      #expect(invalid["sentResult"] == "INVALID_TOKEN" && invalid["searchKey3"] == "INVALID_TOKEN" && invalid["messageErrorType"] == nil)
      #expect(invalidToken["message"]?.stringValue?.contains("invalid") == true)
      let (failed, failedToken) = try await log("APNS")
      #expect(failed["sentResult"] == "ERROR" && failed["messageErrorType"] == "EXTERNAL_ERROR" && failed["messageErrorCause"] == "APNS_ERROR")
      #expect(failedToken["message"]?.stringValue?.isEmpty == false)
      let (_, sandboxToken) = try await log("APNS_SANDBOX")
      #expect(sandboxToken["message"]?.stringValue?.contains("environment") == true)
      let (replaced, replacedToken) = try await log("ADM")
      #expect(replaced["sentResult"] == "SENT")
      #expect(replacedToken == ["uid": "u", "token": "t-ADM", "newToken": "fresh"])
      let (certificate, certificateToken) = try await log("TENCENT")
      #expect(certificate["messageErrorType"] == "CLIENT_ERROR" && certificate["messageErrorCause"] == "INVALID_CERTIFICATE")
      #expect(certificateToken["message"]?.stringValue?.contains("certificate") == true)
      #expect(await Self.tokens(server, "?token=t-ADM") == ["t-ADM"], "found by the text that it was sent to")
      #expect(await Self.tokens(server, "?token=fresh") == [])
    }
  }

  @Test(arguments: versions) func aPayloadTooLargeIsToldWithSizeAndLimit(_ version: APIVersion) async throws {
    try await withTestServer(apps: [Self.app { $0.messageDeliveryReceipt = false }]) { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach([.fcm])
      // {"data":{"title":"…"}} has 21 bytes around the text.
      try await fixture.send(["content": ["default": ["title": .string(String(repeating: "x", count: 4_075))]]])
      #expect(await Self.logs(server, "", version).first?["sentResult"] == "SENT")
      try await fixture.send(["content": ["default": ["title": .string(String(repeating: "x", count: 4_076))]]])
      let log = try #require(await Self.logs(server, "", version).first)
      let fcm = version == .v22 ? "GCM" : "FCM"
      #expect(Self.body(log)["tokens"]?[0]?["message"] == .string("The payload has 4097 bytes; the limit of \(fcm) is 4096."))
      #expect(log["messageErrorCause"] == .string("\(fcm)_ERROR"))
    }
  }

  @Test(arguments: [(SendLogging.Level.all, ["ERROR", "INVALID_TOKEN", "SENT"]), (.info, ["ERROR", "INVALID_TOKEN"]), (.error, ["ERROR"])])
  func theLevelDecidesWhatIsKept(_ level: SendLogging.Level, _ kept: [String]) async throws {
    try await withTestServer(apps: [Self.app { $0.logging.level = level }]) { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach([.fcm, .apns, .adm])
      await server.register(["token": "off", "deviceId": "off", "isNotificationAgreement": false])
      fixture.answers([("t-FCM", .invalidToken), ("t-APNS", .providerError)])
      try await fixture.send()
      #expect(await Self.logs(server).compactMap { $0["sentResult"]?.stringValue }.sorted() == kept)
      #expect(await server.call(.get, "/logs/message").json["data"]?["count"] == .number(JSONNumber(kept.count)))
    }
  }

  /// F29: what was made while the switch was off is not there later, and the reverse.
  @Test func theSwitchCountsWhenTheRecordIsMade() async throws {
    try await withTestServer { server in
      let fixture = ReadFixture(server: server)
      await server.register()
      var off = AppSettings()
      off.logging.enabled = false
      try await fixture.make(.console, settings: off)
      let id = try await fixture.make(.console)
      #expect(await Self.logs(server).map { $0["messageId"] } == [.string("\(id)")])
    }
  }

  @Test(arguments: versions) func whileLoggingIsOffNothingIsGiven(_ version: APIVersion) async throws {
    try await withTestServer(apps: [Self.app { $0.logging.enabled = false }]) { server in
      for path in ["/logs/message?limit=x", "/bulk-logs/message?from=x", "/bulk-logs/message/count"] where version < .v24 || path.hasPrefix("/logs") {
        let headers = path.hasPrefix("/bulk") ? Credentials.pair : Credentials.wellFormed(version)
        let answer = await server.send(.get, "/push/\(version.name)/appkeys/APP\(path)", headers: headers)
        answer.refuses(40101, "Client Error. Access is not allowed.")
        #expect(answer.hint?.contains("logging.enabled") == true)
      }
    }
  }

  @Test func filtersAndOrder() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let fixture = ReadFixture(server: server)
      await server.register(["token": "a", "pushType": "FCM", "uid": "one", "deviceId": "1"])
      await server.register(["token": "b", "pushType": "APNS", "uid": "two", "deviceId": "2"])
      let first = try await fixture.send()
      // The same text in another push type, with numbers of others between.
      await server.register(["token": "a", "pushType": "ADM", "uid": "two", "deviceId": "3"])
      server.pass(seconds: 60)
      let second = try await fixture.send()
      #expect(await Self.tokens(server) == ["a", "b", "a", "b", "a"], "newest first")
      #expect(await Self.logs(server).compactMap { $0["messageId"]?.stringValue } == [second, second, second, first, first].map(String.init))
      #expect(await Self.tokens(server, "?messageId=\(first)") == ["b", "a"])
      #expect(await Self.tokens(server, "?messageId=1") == [])
      #expect(await Self.tokens(server, "?messageId=\(second + 100)") == [])
      #expect(await Self.tokens(server, "?uid=two") == ["a", "b", "b"])
      #expect(await Self.tokens(server, "?uid=nobody") == [])
      #expect(await Self.tokens(server, "?token=a") == ["a", "a", "a"])
      #expect(await Self.tokens(server, "?token=a&pushType=ADM") == ["a"])
      #expect(await Self.tokens(server, "?token=b&uid=one") == [])
      #expect(await Self.tokens(server, "?token=c") == [])
      #expect(await Self.tokens(server, "?pushType=APNS") == ["b", "b"])
      #expect(await Self.tokens(server, "?to=2026-03-02T09:00%2B09:00") == ["b", "a"])
      #expect(await Self.tokens(server, "?from=2026-03-02T09:01%2B09:00") == ["a", "b", "a"])
      #expect(await Self.tokens(server, "?from=2026-03-02T09:01:00.001%2B09:00") == [])
      for query in ["", "?uid=two", "?token=a", "?pushType=APNS", "?messageId=\(first)", "?token=a&pushType=ADM"] {
        let data = await server.call(.get, "/logs/message\(query)").json["data"]
        #expect(data?["count"]?.intValue == data?["logs"]?.arrayValue?.count, "\(query)")
      }
      // The uid of the moment, also when the token has moved and the UID is deleted.
      await server.register(["token": "b", "pushType": "APNS", "uid": "three", "deviceId": "2"])
      await server.call(.delete, "/uids?uids=two").succeeds()
      #expect(await Self.tokens(server, "?uid=two") == ["a", "b", "b"])
      #expect(await Self.tokens(server, "?uid=three") == [])
    }
  }

  @Test func pages() async throws {
    try await withTestServer { server in
      try await BulkLogTests.deliver(205, server)
      let all = await Self.tokens(server) + Self.tokens(server, "?pageNumber=2") + Self.tokens(server, "?pageNumber=3")
      #expect(all == (0..<205).reversed().map { "t\($0)" })
      #expect(await Self.tokens(server, "?pageNumber=4") == [])
      #expect(await Self.tokens(server, "?limit=7&pageNumber=2") == (191..<198).reversed().map { "t\($0)" })
      #expect(await server.call(.get, "/logs/message?limit=1&pageNumber=999").json["data"] == ["count": 205, "logs": []])
    }
  }

  /// What a message sends long after it was made belongs to the moment of sending.
  @Test func aLateDeliveryIsFoundByItsOwnTime() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      // The engine's look at start is over: it rests until it is told of a message.
      try await server.application.engine.settle()
      let now = server.now
      let number = try await server.application.store.write { store in
        let body = try MessageBody(try JSONObject(MessageBodyFixture.good), .console(provisionedResourceIds: nil))
        return try store.insert(
          MessageAcceptance.newMessage(body, origin: .console, version: "v2.4", settings: AppSettings(), now: now),
          app: try store.ensureApp("APP", now: now), now: now)
      }
      server.pass(seconds: 300)
      try await server.application.engine.settle()
      #expect(await Self.logs(server, "?from=2026-03-02T09:05%2B09:00").map { $0["messageId"] } == [.string("\(number.messageId)")])
      #expect(await Self.logs(server, "?to=2026-03-02T09:04%2B09:00") == [])
      // And is gone 30 days after it.
      server.pass(seconds: 30 * 86_400)
      #expect(await Self.logs(server).count == 1)
      server.pass(seconds: 1)
      #expect(await Self.logs(server, "?from=2026-01-01T00:00Z").count == 0)
    }
  }

  @Test func faults() async throws {
    try await withTestServer { server in
      func call(_ query: String, _ version: APIVersion = .v24) async -> TestAnswer { await server.call(.get, "/logs/message?\(query)", version) }
      await call("messageId=x").refuses(40002, "Client Error. Parameter is invalid format. messageId<x>")
      await call("pushType=GCM").refuses(40001, "Client Error. Parameter is invalid. pushType<GCM>")
      await call("pushType=FCM", .v22).refuses(40001)
      await ReadFixture(server: server).refusesBadDates("/logs/message")
      await call("limit=101").refuses(40008)
      await call("limit=0").refuses(40001)
      await call("pageNumber=0").refuses(40001)
      await call("messageId=x&pushType=X&from=x&limit=x").refuses(40002, "Client Error. Parameter is invalid format. messageId<x>")
      #expect(await call("").succeeds().json["data"] == ["count": 0, "logs": []])
    }
  }
}
