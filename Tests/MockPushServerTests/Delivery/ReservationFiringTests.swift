import PushStore
import Testing

@testable import MockPushServer

/// Schedules that fall due become messages: once each, whatever happens in between (contract 23.2, 17.2).
@Suite struct ReservationFiringTests {
  @Test func whatIsDueFiresInOrderAndTellsWhatItWas() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register("seoul", zone: "Asia/Seoul")
      await server.register("kolkata", zone: "Asia/Kolkata")
      let local = await server.reserve(["2026-03-02T10:00"], isLocal: true)
      let fixed = await server.reserve(["2026-03-02T13:30", "2026-03-02T09:30", "2026-03-03T09:00"])
      let other = await server.reserve(["2026-03-02T10:00"], app: "OTHER")
      #expect(try await server.application.reservations.nextDue() == DateText.parse("2026-03-02T09:30+09:00"))
      let fired = try await server.fire(at: "2026-03-02T13:30+09:00")
      let facts = fired.map { item in
        guard case .reservation(let reservation, let schedule, let offset) = item.kind else { return "" }
        return "\(reservation) \(item.appkey) \(DateText.iso(item.due).dropFirst(11).prefix(5)) \(offset) \(schedule > 5_500_000_000_000_000)"
      }
      #expect(facts == [
        "\(fixed) APP 09:30 0 true", "\(local) APP 10:00 540 true", "\(other) OTHER 10:00 0 true", "\(local) APP 13:30 330 true",
        "\(fixed) APP 13:30 0 true",
      ])
      #expect(fired.map(\.message).sorted() == fired.map(\.message), "messages are numbered in that order")
      #expect(try await server.application.reservations.nextDue() == DateText.parse("2026-03-03T09:00+09:00"))
      #expect(try await server.application.reservations.fire(dueBy: server.now, now: server.now) == [], "once")
    }
  }

  @Test func moreThanOneTransactionHoldsFireInOneCall() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let times = (0..<1_200).map { minute in
        var time = CivilTime(year: 2026, month: 3, day: 3)
        (time.hour, time.minute) = (minute / 60, minute % 60)
        return DateText.localMinute(time)
      }
      let id = await server.reserve(times)
      let fired = try await server.fire(at: "2026-03-04T00:00+09:00")
      #expect(fired.count == 1_200 && fired.map(\.due) == fired.map(\.due).sorted())
      await server.settle()
      #expect(await server.call(.get, "/reservations/\(id)/messages").json["totalCount"] == 1_200)
      #expect(await server.reservation(id)["reservationStatus"] == "COMPLETED")
    }
  }

  @Test func theSettingsOfTheFiringCount() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      await server.reserve(["2026-03-02T10:00", "2026-03-02T10:30", "2026-03-02T11:00"])
      await server.change(["duplicateWindowMinutes": 60])
      try await server.travel(to: "2026-03-02T10:30+09:00")
      #expect(await server.reasons() == ["a1b2": "DUPLICATED_MESSAGE_TOKEN"])
      await server.change(["duplicateWindowMinutes": 0, "certificates": ["APNS": "UNAUTHORIZED"]])
      try await server.travel(to: "2026-03-02T11:00+09:00")
      #expect(await server.reasons() == ["a1b2": "UNAUTHORIZED"])
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_UNAUTHORIZED")
    }
  }

  @Test func tokensOfTheFiringAreItsTargets() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("goes"))
      await server.reserve(["2026-03-02T10:00"])
      await server.call(.delete, "/tokens/goes").succeeds()
      await server.register(.device("comes"))
      try await server.travel(to: "2026-03-02T10:00+09:00")
      #expect(await server.reasons() == ["comes": "ACCEPTED"])
    }
  }

  /// R68: the time to live begins at the schedule's instant, exactly at its end still sends.
  @Test(arguments: [
    ("2026-03-02T10:30:00.000", "ACCEPTED"), ("2026-03-02T10:30:00.001", "EXPIRED_TIME_OUT"), ("2026-03-05T00:00:00.000", "EXPIRED_TIME_OUT"),
  ])
  func whatIsOverdueAfterARestartIsSentOrExpires(restart: String, reason: String) async throws {
    let folder = StoreFolder()
    var options = TestServer.Options()
    options.database = folder.database
    options.clock = DateText.parse("2026-03-02T09:00:00+09:00")
    let id = try await withTestServer(options) { server in
      await server.register()
      return await server.reserve(["2026-03-02T10:00"], Body.notification(with: ["timeToLiveMinute": 30]))
    }
    options.clock = DateText.parse("\(restart)+09:00")
    try await withTestServer(options) { server in
      try await server.travel(to: "\(restart)+09:00")
      #expect(await server.reasons() == ["a1b2": reason])
      let messages = await server.call(.get, "/reservations/\(id)/messages").succeeds().json
      #expect(messages["totalCount"] == 1 && messages["messages"]?[0]?["createdDateTime"] == .string("\(restart)+09:00"))
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE"])
    }
  }

  @Test func anEndBetweenFiringAndDeliveryNeitherLosesNorRepeats() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options()
    options.database = folder.database
    options.clock = DateText.parse("2026-03-02T09:00:00+09:00")
    let id = try await withTestServer(options) { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T10:05"])
      try await server.fire(at: "2026-03-02T10:00+09:00")
      #expect(await server.schedules(id) == ["03-02T10:00 0 SENDING", "03-02T10:05 0 READY"])
      return id
    }
    options.clock = DateText.parse("2026-03-02T10:00+09:00")
    for _ in 0..<2 {
      try await withTestServer(options) { server in
        await server.settle()
        #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T10:05 0 READY"])
        #expect(await server.reasons() == ["a1b2": "ACCEPTED"])
        #expect(await server.control(.get, "/messages").json["totalCount"] == 1)
        #expect(await server.reservation(id)["reservationStatus"] == "RESERVED")
      }
    }
  }

  /// The engine's one transaction for a small message breaks: message and schedule stay as they were.
  @Test func aCrashInTheLastCommitLeavesTheScheduleSending() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00"])
      try await server.fire(at: "2026-03-02T10:00+09:00")
      let engine = server.engine(BreakingStore(server.application.store, pages: -1))
      await #expect(throws: BreakingStore.Broken.self) { try await engine.settle() }
      #expect(await server.schedules(id) == ["03-02T10:00 0 SENDING"])
      #expect(await server.deliveries() == [])
      await server.settle()
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE"])
      #expect(await server.reasons() == ["a1b2": "ACCEPTED"])
    }
  }

  @Test func oneScheduleThatIsStillBeingSentKeepsTheReservationOpen() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T10:05"])
      try await server.fire(at: "2026-03-02T10:05+09:00")
      // Ends after the first message.
      let engine = server.engine(BreakingStore(server.application.store, pages: 0))
      await #expect(throws: BreakingStore.Broken.self) { try await engine.settle() }
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T10:05 0 SENDING"])
      #expect(await server.reservation(id)["reservationStatus"] == "RESERVED")
      await server.settle()
      #expect(await server.reservation(id)["reservationStatus"] == "COMPLETED")
    }
  }

  @Test func contentIsPassedOnUnchanged() async throws {
    let title = "e\u{301}é 가나 😀👩‍👩‍👧 \u{202e}عربى\u{2028}\"\\/\u{7f}\t"
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let content: JSON = ["default": ["title": .string(title), "custom": ["ключ": .string(title)]]]
      let id = await server.reserve(["2026-03-02T10:00"], Body.notification(content: content))
      #expect(await server.reservation(id)["content"] == content)
      try await server.travel(to: "2026-03-02T10:00+09:00")
      #expect(await server.call(.get, "/reservations/\(id)/messages").json["messages"]?[0]?["content"] == content)
      let payload = await server.deliveries()[0]["payload"]
      #expect(payload?["custom"]?["ключ"] == .string(title), "\(payload?.prettyText ?? "")")
      #expect(payload?["aps"]?["alert"]?["title"] == .string(title))
    }
  }

  @Test func aBodyThatCannotBeReadIsGivenUpAndHoldsNothingUp() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let broken = await server.reserve(["2026-03-02T10:00"])
      let good = await server.reserve(["2026-03-02T10:00"])
      let number = try #require(Int64(broken).flatMap { ReservationNumber(reservationId: $0) })
      try await server.application.store.write { try $0.spoil(number) }
      try await server.travel(to: "2026-03-02T10:00+09:00")
      let statuses = try await server.stored { store in
        try store.messages(of: number, offset: 0, limit: 9).page.map(\.status)
      }
      #expect(statuses == [.cancelUnknown])
      #expect(await server.schedules(good) == ["03-02T10:00 0 DONE"])
      #expect(try await server.application.reservations.nextDue() == nil)
    }
  }

  /// What the clock may not go back behind: what happened to reservations, but not what they are for.
  @Test func theNewestStoredMomentIsThatOfAChangeNotOfADelivery() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-20T10:00"])
      #expect(try await server.stored { try $0.newestMoment() } == server.now)
      server.pass(seconds: 60)
      await server.call(.put, "/reservations/\(id)", json: Body.reservation(["2026-03-02T10:00", "2026-04-01T10:00"])).succeeds()
      #expect(try await server.stored { try $0.newestMoment() } == server.now)
      try await server.travel(to: "2026-03-02T11:00+09:00")
      await server.call(.delete, "/reservations?reservationIds=\(id)").succeeds()
      #expect(try await server.stored { try $0.newestMoment() } == server.now)
    }
  }
}
