import PushStore
import Testing
@testable import MockPushServer

/// GET /bulk-logs/message and its count (contract 20.2, 20.3).
@Suite struct BulkLogTests {
  static let versions: [APIVersion] = [.v22, .v23]
  /// The whole day of these tests' clock.
  static let day = "from=2026-03-02T00:00%2B09:00&to=2026-03-02T23:59%2B09:00"

  /// One message to `count` tokens `t0`, `t1`, …, each of a uid of its own.
  @discardableResult
  static func deliver(_ count: Int, _ server: TestServer) async throws -> Int {
    let now = server.now
    try await server.application.store.write { store in
      let app = try store.ensureApp("APP", now: now)
      for index in 0..<count {
        try store.register(
          RegistrationRequest(
            pushType: .fcm, token: "t\(index)", uid: "u\(index)", agreement: .init(notification: true, ad: false, nightAd: false),
            timezoneId: "UTC", country: "KR", language: "ko"), singleToken: false, app: app, now: now)
      }
    }
    return try await ReadFixture(server: server).send()
  }

  private static func call(_ server: TestServer, _ query: String, _ version: APIVersion = .v23, counting: Bool = false) async -> TestAnswer {
    await server.send(
      .get, "/push/\(version.name)/appkeys/APP/bulk-logs/message\(counting ? "/count" : "")?\(query)", headers: Credentials.pair)
  }

  /// The stream's lines, each a JSON object.
  private static func lines(_ server: TestServer, _ query: String, _ version: APIVersion = .v23) async throws -> [JSON] {
    let answer = await call(server, query, version)
    #expect(answer.status == 200 && answer.contentType == "application/stream+json")
    #expect(answer.body.isEmpty || answer.body.last == UInt8(ascii: "\n"), "a line feed after each")
    return try answer.body.split(separator: UInt8(ascii: "\n")).map { try JSONParser.parse($0) }
  }

  private static func count(_ server: TestServer, _ query: String, _ version: APIVersion = .v23) async -> Int? {
    let answer = await call(server, query, version, counting: true).succeeds()
    #expect(answer.message == "success")
    return answer.json["data"]?["count"]?.intValue
  }

  @Test(arguments: versions) func threeThousandLinesComeOldestFirst(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = try await Self.deliver(3_000, server)
      let lines = try await Self.lines(server, Self.day, version)
      #expect(lines.count == 3_000)
      let tokens = lines.map { MessageLogTests.body($0)["tokens"]?[0]?["token"]?.stringValue ?? "" }
      #expect(tokens == (0..<3_000).map { "t\($0)" })
      #expect(Set(lines.compactMap { $0["messageId"]?.stringValue }) == ["\(id)"])
      #expect(await Self.count(server, Self.day, version) == 3_000)
    }
  }

  /// Page borders: nothing is lost or repeated where a page ends with a message or in the middle of one.
  @Test(arguments: [499, 500, 501, 1_000]) func pagesJoin(_ count: Int) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let first = try await Self.deliver(count, server)
      let second = try await ReadFixture(server: server).send()
      let third = try await ReadFixture(server: server).send(["target": ["type": "UID", "to": ["u7"]]])
      let ids = try await Self.lines(server, Self.day).compactMap { $0["messageId"]?.stringValue }
      #expect(ids == Array(repeating: "\(first)", count: count) + Array(repeating: "\(second)", count: count) + ["\(third)"])
    }
  }

  @Test(arguments: versions) func aLineIsALogWithoutSinkVersion(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await Self.deliver(1, server)
      let line = try #require(try await Self.lines(server, Self.day, version).first?.objectValue)
      var log = try #require(await server.call(.get, "/logs/message", version).succeeds().json["data"]?["logs"]?[0]?.objectValue)
      #expect(log["SinkVersion"] == "-")
      log["SinkVersion"] = nil
      #expect(line == log)
      #expect(line["pushType"] == (version == .v22 ? "GCM" : "FCM"))
    }
  }

  @Test func filters() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach([.fcm, .apns, .adm])
      fixture.answers([("t-FCM", .invalidToken), ("t-APNS", .providerError)])
      let first = try await fixture.send()
      server.pass(seconds: 60)
      let second = try await fixture.send()
      func results(_ query: String) async throws -> [String] {
        let lines = try await Self.lines(server, query, .v22)
        #expect(await Self.count(server, query, .v22) == lines.count, "\(query)")
        return lines.map { "\($0["messageId"]! == .string("\(first)") ? 1 : 2) \($0["pushType"]!.stringValue!) \($0["sentResult"]!.stringValue!)" }
      }
      #expect(try await results("") == ["1 GCM INVALID_TOKEN", "1 APNS ERROR", "1 ADM SENT", "2 APNS ERROR", "2 ADM SENT"])
      #expect(try await results("sendResult=SENT") == ["1 ADM SENT", "2 ADM SENT"])
      #expect(try await results("sendResult=SENT_FAILED") == ["1 APNS ERROR", "2 APNS ERROR"])
      #expect(try await results("pushType=GCM") == ["1 GCM INVALID_TOKEN"])
      #expect(try await results("pushType=GCM&sendResult=SENT") == [])
      #expect(try await results("messageId=\(second)") == ["2 APNS ERROR", "2 ADM SENT"])
      #expect(try await results("messageId=\(second)&sendResult=SENT") == ["2 ADM SENT"])
      #expect(try await results("messageId=abc") == [], "a string, which no message has")
      #expect(try await results("messageId=1") == [])
      #expect(try await results("to=2026-03-02T09:00%2B09:00") == ["1 GCM INVALID_TOKEN", "1 APNS ERROR", "1 ADM SENT"])
      #expect(try await results("from=2026-03-02T09:00:00.001%2B09:00") == ["2 APNS ERROR", "2 ADM SENT"])
      #expect(try await Self.lines(server, "messageId=\(second)&\(Self.day)", .v23).count == 2)
    }
  }

  @Test(arguments: versions) func noMatchIsAnEmptyBody(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      #expect(try await Self.lines(server, Self.day, version) == [])
      #expect(await Self.count(server, Self.day, version) == 0)
      try await Self.deliver(1, server)
      #expect(try await Self.lines(server, Self.day + "&sendResult=SENT_FAILED", version) == [])
    }
  }

  @Test(arguments: [false, true]) func faults(counting: Bool) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      func call(_ query: String, _ version: APIVersion = .v23) async -> TestAnswer { await Self.call(server, query, version, counting: counting) }
      await call("").refuses(40003, "Client Error. Parameter is empty or null. from<null>")
      await call("from=2026-03-02T00:00Z").refuses(40003, "Client Error. Parameter is empty or null. to<null>")
      await call("from=x").refuses(40002, "Client Error. Parameter is invalid format. from<x>")
      await call("from=&to=2026-03-02T00:00Z").refuses(40003, "Client Error. Parameter is empty or null. from<>")
      #expect(await call("", .v22).code ?? 0 == 0, "optional in v2.2")
      let path = "/bulk-logs/message" + (counting ? "/count" : "")
      await ReadFixture(server: server).refusesBadDates(path, .v23, headers: Credentials.pair)
      await call(Self.day + "&pushType=GCM").refuses(40001, "Client Error. Parameter is invalid. pushType<GCM>")
      await call("pushType=FCM", .v22).refuses(40001)
      for result in ["ERROR", "INVALID_TOKEN", "sent", "FILTERED"] {
        await call(Self.day + "&sendResult=\(result)").refuses(40001, "Client Error. Parameter is invalid. sendResult<\(result)>")
      }
      await server.call(.get, path, .v24).refuses(40011)
      await server.call(.get, path + "?" + Self.day, .v23).refuses(40101)
    }
  }
}
