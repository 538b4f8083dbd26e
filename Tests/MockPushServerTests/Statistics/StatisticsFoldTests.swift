import Testing

@testable import MockPushServer
@testable import PushStore

/// How rows that are counted get into the sums: in the background, before an answer, and once each whatever happens.
@Suite struct StatisticsFoldTests {
  private static func crowd(_ count: Int, _ name: String = "t") -> [RegistrationRequest] {
    (0..<count).map {
      .sample(
        "\(name)\($0)", uid: "u\($0)", agreement: Agreement(notification: $0 % 5 != 0, ad: true, nightAd: true), country: ["KR", "JP", "US"][$0 % 3])
    }
  }

  private static func sums(_ server: TestServer) async throws -> [String] {
    try await server.stored { store in
      try store.connection.all(
        "SELECT app, unit, bucket, registered, deleted, first, last, hex(changes) FROM registration_sum ORDER BY app, unit, bucket"
      ) { row in (0..<8).map { row.text($0) }.joined(separator: " ") }
    }
  }

  @Test func manyRowsAreFoldedWithoutBeingAskedFor() async throws {
    try await withTestServer { server in
      for part in 0..<21 {
        try await server.store(Self.crowd(1_000, "p\(part)-"))
        server.pass(seconds: 40)
      }
      // Nobody asks for statistics; ticks go by until the fold, which the commits began, is done with what it saw.
      var folded: Int64 = 0
      for _ in 0..<200_000 where folded < 15_000 {
        folded = try await server.stored { try $0.statisticsCursor().registrations }
      }
      #expect(folded >= 15_000)
      #expect(await server.total("TOKEN_REGISTRATION") == ["REGISTERED": 21_000, "DELETED": 0])
      #expect(await server.total("TOKEN_AGREEMENT") == ["ON": 16_800, "NIGHT_AD_OFF": 0, "AD_OFF": 0, "OFF": 4_200])
      // Folded at once they give the same sums.
      let inParts = try await Self.sums(server)
      try await server.application.store.write {
        try $0.connection.execute("DELETE FROM registration_sum; UPDATE statistics_cursor SET registrations = 0")
      }
      #expect(try await Self.sums(server) == [])
      _ = await server.total("TOKEN_REGISTRATION")
      #expect(try await Self.sums(server) == inParts)
      #expect(inParts.count > 14)
    }
  }

  @Test func anAnswerHoldsWhatWasStoredBefore() async throws {
    try await withTestServer { server in
      await withTaskGroup { group in
        for index in 0..<60 {
          group.addTask {
            await server.register(.device("t\(index)", language: index < 10 ? ["ko", "ja", "en"][index % 3] : "zh"))
            let total = await server.total("TOKEN_REGISTRATION")["REGISTERED"]?.intValue ?? 0
            #expect(total > 0 && total <= 60)
            if index % 10 == 0 { #expect(await server.stats("TOKEN_COUNTRY", "timeUnit=DAYS").arrayValue?.last?["events"]?["KR"]?.intValue ?? 0 > 0) }
          }
        }
      }
      #expect(await server.total("TOKEN_REGISTRATION")["REGISTERED"] == 60)
    }
  }

  @Test(arguments: 0...3) func whatACrashInterruptsCountsOnce(pages: Int) async throws {
    try await withTestServer { server in
      try await server.store(Self.crowd(3_500))
      await server.devices([["token": "t1", "answer": "INVALID_TOKEN"], ["token": "t3401", "answer": "PROVIDER_ERROR"]])
      let number = try await server.insert(Body.notification())
      let engine = server.engine(BreakingStore(server.application.store, pages: pages))
      await #expect(throws: BreakingStore.Broken.self) { try await engine.settle() }
      let early = await server.total("MESSAGE", "messageId=\(number.messageId)")
      await server.settle()
      let total = await server.total("MESSAGE", "messageId=\(number.messageId)")
      #expect(total == ["SENT": 2_798, "SENT_FAILED": 1, "RECEIVED": 0, "OPENED": 0])
      #expect((early["SENT"]?.intValue ?? -1) <= pages * 1_000 && (pages == 0) == (early["SENT"] == 0), "whole pages")
    }
  }

  /// A batch that was read, but whose transaction failed, is read again; and the next start goes on behind the last one.
  @Test func aBatchThatWasLostIsReadAgain() async throws {
    struct Lost: Error {}
    let folder = StoreFolder()
    var options = TestServer.Options(database: folder.database)
    try await withTestServer(options) { server in
      await server.register(.device("a"))
      let batch = try #require(try await server.stored { try StatisticsBatch($0) })
      await #expect(throws: Lost.self) {
        try await server.application.store.write { store in
          try batch.write(to: store)
          throw Lost()
        }
      }
      #expect(try await Self.sums(server) == [])
      #expect(await server.total("TOKEN_REGISTRATION")["REGISTERED"] == 1)
      await server.register(.device("b"))
    }
    options.clock = nil
    try await withTestServer(options) { server in
      await server.register(.device("c"))
      #expect(await server.total("TOKEN_REGISTRATION")["REGISTERED"] == 3)
    }
  }

  @Test func aServerThatEndsLeavesTheRestToTheNext() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options(database: folder.database)
    for round in 0..<3 {
      try await withTestServer(options) { server in
        // Enough to be folded in the background, which the end meets somewhere on its way.
        for part in 0..<6 { try await server.store(Self.crowd(1_000, "\(round)-\(part)-")) }
      }
      options.clock = nil
    }
    try await withTestServer(options) { server in #expect(await server.total("TOKEN_REGISTRATION")["REGISTERED"] == 18_000) }
  }

  @Test func aResetForgetsAndCountingGoesOn() async throws {
    try await withTestServer { server in
      for round in 1...6 {
        try await server.store(Self.crowd(round % 2 == 0 ? 6_000 : 10))
        await server.deliver(Body.notification(["type": "ALL"], content: ["default": ["title": "T", "body": "B"]], ["statsId": "S"]))
        if round != 3 { #expect(await server.total("MESSAGE", "statsIds=S")["SENT"]?.intValue == (round % 2 == 0 ? 4_800 : 8)) }
        // A fold may be under way.
        #expect(await server.send(.post, "/_mock/reset").status == 200)
        #expect(await server.total("TOKEN_REGISTRATION") == ["REGISTERED": 0, "DELETED": 0])
        #expect(await server.total("MESSAGE") == ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0])
        #expect(await server.total("TOKEN_COUNTRY") == [:])
      }
      await server.register(.device("new"))
      #expect(await server.total("TOKEN_REGISTRATION") == ["REGISTERED": 1, "DELETED": 0])
    }
  }

  @Test func resetsAmongRegistrationsAndAnswersLeaveAWholeState() async throws {
    try await withTestServer { server in
      await withTaskGroup { group in
        for index in 0..<120 {
          group.addTask {
            if index % 20 == 10 {
              #expect(await server.send(.post, "/_mock/reset").status == 200)
            } else if index % 3 == 0 {
              _ = await server.total("TOKEN_REGISTRATION")
            } else {
              await server.register(.device("t\(index)"))
            }
          }
        }
      }
      let there = try await server.stored { store in
        try store.connection.first("SELECT (SELECT count(*) FROM registration), (SELECT count(*) FROM registration_log WHERE event = 1)") {
          ($0.int(0), $0.int(1))
        }
      }
      let total = await server.total("TOKEN_REGISTRATION")
      #expect(total["REGISTERED"]?.intValue == there?.1)
      #expect(await server.total("TOKEN_LANGUAGE")["ko"]?.intValue ?? 0 == there?.0)
    }
  }

  @Test func aFoldThatFailsIsToldAndTriedAgain() async throws {
    try await withTestServer { server in
      await server.register(.device("a"))
      try await server.application.store.write { try $0.connection.execute("ALTER TABLE registration_sum RENAME TO elsewhere") }
      await server.call(.get, "/stats?eventCategory=MESSAGE").refuses(50001)
      try await server.application.store.write { try $0.connection.execute("ALTER TABLE elsewhere RENAME TO registration_sum") }
      #expect(await server.total("TOKEN_REGISTRATION")["REGISTERED"] == 1)
    }
  }

  /// The zones of now, folded or not, also those that the same transaction brings.
  @Test func timezonesAreThoseOfNow() async throws {
    try await withTestServer { server in
      func zones() async throws -> [String] {
        try await server.application.store.write { store in try store.reading.appNumber("APP").map { try store.reading.timezones(app: $0) } ?? [] }
      }
      #expect(try await zones() == [])
      for (token, zone) in [("a", "Asia/Seoul"), ("b", "Asia/Tokyo"), ("c", "Asia/Tokyo")] {
        var changes = JSONObject.device(token)
        changes["timezoneId"] = .string(zone)
        await server.register(changes)
        await server.register(changes, app: "OTHER")
        #expect(try await zones() == (token == "a" ? ["Asia/Seoul"] : ["Asia/Seoul", "Asia/Tokyo"]))
        if token != "b" { _ = await server.total("TOKEN_COUNTRY") }
      }
      await server.call(.delete, "/tokens/b").succeeds()
      #expect(try await zones() == ["Asia/Seoul", "Asia/Tokyo"])
      await server.call(.delete, "/tokens/c").succeeds()
      #expect(try await zones() == ["Asia/Seoul"])
      let within = try await server.application.store.write { store in
        let app = try store.ensureApp("APP", now: TestServer.start)
        try store.register(.sample("d", zone: "UTC"), singleToken: false, app: app, now: TestServer.start)
        return try store.reading.timezones(app: app)
      }
      #expect(within == ["Asia/Seoul", "UTC"])
    }
  }
}
