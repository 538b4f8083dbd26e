import PushStore
import Testing

@testable import MockPushServer

/// Reservations in local time against the running engine (contract 23.2, F31).
@Suite struct LocalTimeDeliveryTests {
  /// Token → the moments in Seoul at which it was sent something.
  private static func arrivals(_ server: TestServer, _ tokens: [String]) async -> [String: [String]] {
    var arrivals: [String: [String]] = [:]
    for token in tokens {
      let deliveries = await server.control(.get, "/tokens/\(token)/deliveries?limit=1000").json["deliveries"]?.arrayValue ?? []
      arrivals[token] = deliveries.filter { $0["outcome"] == "SENT" }.compactMap { $0["at"]?.stringValue }
        .map { String($0.dropFirst(5).prefix(11)) }.reversed()
    }
    return arrivals
  }

  @Test func everyTokenGetsItOnceWhenItsOwnClockShowsTheTime() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let zones = [
        "seoul": "Asia/Seoul", "tokyo": "Asia/Tokyo", "york": "America/New_York", "kolkata": "Asia/Kolkata", "calcutta": "Asia/Calcutta",
        "howe": "Australia/Lord_Howe", "kiritimati": "Pacific/Kiritimati",
      ]
      for (token, zone) in zones.sorted(by: { $0.key < $1.key }) { await server.register(token, zone: zone) }
      let id = await server.reserve(["2026-03-03T09:00"], isLocal: true)
      let ready = ["03-03T04:00 840 READY", "03-03T07:00 660 READY", "03-03T09:00 540 READY", "03-03T12:30 330 READY", "03-03T23:00 -300 READY"]
      #expect(await server.schedules(id) == ready)
      let fired = try await server.travel(to: "2026-03-04T09:00+09:00")
      #expect(fired.map(\.due) == ["04:00", "07:00", "09:00", "12:30", "23:00"].map { DateText.parse("2026-03-03T\($0)+09:00") })
      #expect(await Self.arrivals(server, Array(zones.keys)) == [
        "kiritimati": ["03-03T04:00"], "howe": ["03-03T07:00"], "seoul": ["03-03T09:00"], "tokyo": ["03-03T09:00"], "kolkata": ["03-03T12:30"],
        "calcutta": ["03-03T12:30"], "york": ["03-03T23:00"],
      ])
      #expect(await server.schedules(id) == ready.map { $0.replacing("READY", with: "DONE") })
      #expect(await server.reservation(id)["reservationStatus"] == "COMPLETED")
    }
  }

  @Test func whoseClockShowsAnotherTimeIsNoTargetAndLearnsWhy() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register("seoul", zone: "Asia/Seoul")
      await server.register("kolkata", zone: "Asia/Kolkata")
      var voip = JSONObject.device("voip", .apnsVoip)
      voip["timezoneId"] = "Asia/Kolkata"
      await server.register(voip)
      await server.reserve(["2026-03-02T10:00"], isLocal: true, Body.notification(["type": "UID", "to": ["u-seoul", "u-kolkata", "u-voip"]]))
      try await server.travel(to: "2026-03-02T10:00+09:00")
      #expect(await server.reasons() == ["seoul": "ACCEPTED", "kolkata": "LOCAL_TIME", "voip": "PUSH_TYPE"])
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["targetCount"] == 1 && message["sentCount"] == 1 && message["outcomes"]?["FILTERED"] == 2)
      #expect(await server.deliveries("latest", "reason=LOCAL_TIME")[0]["explanation"] == """
        This message of a reservation with isLocalTime is for zones at UTC+09:00 when their clocks show 2026-03-02T10:00, and the zone of the token has another offset then; the schedule of that offset is the one that reaches it.
        """)
      try await server.travel(to: "2026-03-02T13:30+09:00")
      #expect(await server.reasons() == ["seoul": "LOCAL_TIME", "kolkata": "ACCEPTED", "voip": "PUSH_TYPE"])
    }
  }

  @Test func withoutTokensOneScheduleIsMadeForSeoulAndStays() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T12:00"], isLocal: true)
      #expect(await server.schedules(id) == ["03-02T10:00 540 READY", "03-02T12:00 540 READY"])
      await server.register("york", zone: "America/New_York")
      let all = ["03-02T10:00 540 READY", "03-02T12:00 540 READY", "03-03T00:00 -300 READY", "03-03T02:00 -300 READY"]
      #expect(await server.schedules(id) == all)
      // A token of that very offset adds none.
      await server.register("seoul", zone: "Asia/Seoul")
      #expect(await server.schedules(id) == all)
      await server.call(.delete, "/tokens/seoul").succeeds()
      try await server.travel(to: "2026-03-02T10:00+09:00")
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET")
      try await server.travel(to: "2026-03-04T00:00+09:00")
      #expect(await Self.arrivals(server, ["york"]) == ["york": ["03-03T00:00", "03-03T02:00"]])
    }
  }

  // MARK: Tokens registered later

  @Test func offsetsOfLaterTokensAreAddedWhileTheirInstantIsAhead() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register("seoul", zone: "Asia/Seoul")
      let id = await server.reserve(["2026-03-02T12:00", "2026-03-02T15:00"], isLocal: true)
      // Lord Howe's clocks are two hours ahead: at 10:00 in Seoul theirs show 12:00, and an instant equal to now has passed.
      server.application.clock.set(.frozen(try #require(DateText.parse("2026-03-02T10:00+09:00"))))
      await server.register("howe", zone: "Australia/Lord_Howe")
      await server.register("kolkata", zone: "Asia/Kolkata")
      #expect(await server.schedules(id) == [
        "03-02T12:00 540 READY", "03-02T13:00 660 READY", "03-02T15:00 540 READY", "03-02T15:30 330 READY", "03-02T18:30 330 READY",
      ])
      try await server.travel(to: "2026-03-03T00:00+09:00")
      #expect(await Self.arrivals(server, ["seoul", "howe", "kolkata"]) == [
        "seoul": ["03-02T12:00", "03-02T15:00"], "howe": ["03-02T13:00"], "kolkata": ["03-02T15:30", "03-02T18:30"],
      ])
    }
  }

  @Test func aTokenRegisteredAgainWithAnotherZoneCountsToo() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register("moves", zone: "Asia/Seoul")
      await server.register("stays", zone: "Asia/Seoul")
      let id = await server.reserve(["2026-03-02T12:00"], isLocal: true)
      await server.register("moves", zone: "America/New_York")
      #expect(await server.schedules(id) == ["03-02T12:00 540 READY", "03-03T02:00 -300 READY"])
      // By an oldToken swap as well.
      var swap = JSONObject.device("swapped", .apns, uid: "u-stays")
      for (key, value) in [("oldToken", "stays"), ("timezoneId", "Asia/Kolkata"), ("deviceId", "d-stays")] { swap[key] = .string(value) }
      await server.register(swap)
      #expect(await server.schedules(id) == ["03-02T12:00 540 READY", "03-02T15:30 330 READY", "03-03T02:00 -300 READY"])
      try await server.travel(to: "2026-03-03T12:00+09:00")
      #expect(await Self.arrivals(server, ["moves", "swapped", "stays"]) == ["moves": ["03-03T02:00"], "swapped": ["03-02T15:30"], "stays": []])
    }
  }

  @Test func onlyOpenReservationsGetLaterOffsets() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register("seoul", zone: "Asia/Seoul")
      let fixed = await server.reserve(["2026-03-02T23:00"])
      let completed = await server.reserve(["2026-03-02T10:00"], isLocal: true)
      let canceled = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00"], isLocal: true)
      try await server.travel(to: "2026-03-02T10:00+09:00")
      await server.call(.delete, "/reservations?reservationIds=\(canceled)").succeeds()
      await server.register("york", zone: "America/New_York")
      #expect(await server.schedules(fixed) == ["03-02T23:00 0 READY"])
      #expect(await server.schedules(completed) == ["03-02T10:00 540 DONE"])
      #expect(await server.schedules(canceled) == ["03-02T10:00 540 DONE", "03-02T11:00 540 CANCELED"])
      // And one made afterwards has the zones of its own moment.
      let later = await server.reserve(["2026-03-02T12:00"], isLocal: true)
      #expect(await server.schedules(later) == ["03-02T12:00 540 READY", "03-03T02:00 -300 READY"])
      await server.register("kolkata", zone: "Asia/Kolkata")
      #expect(await server.schedules(later) == ["03-02T12:00 540 READY", "03-02T15:30 330 READY", "03-03T02:00 -300 READY"])
    }
  }

  @Test func aReplacedReservationFollowsItsNewTimesAndKind() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register("seoul", zone: "Asia/Seoul")
      await server.register("kolkata", zone: "Asia/Kolkata")
      let id = await server.reserve(["2026-03-02T12:00"], isLocal: true)
      await server.call(.delete, "/tokens/kolkata").succeeds()
      await server.call(.put, "/reservations/\(id)", json: Body.reservation(["2026-03-02T13:00"], isLocal: true)).succeeds()
      #expect(await server.schedules(id) == ["03-02T13:00 540 READY"])
      await server.register("kolkata", zone: "Asia/Kolkata")
      #expect(await server.schedules(id) == ["03-02T13:00 540 READY", "03-02T16:30 330 READY"], "its zone had schedules before, but not these")
      await server.call(.put, "/reservations/\(id)", json: Body.reservation(["2026-03-02T14:00"])).succeeds()
      await server.register("york", zone: "America/New_York")
      #expect(await server.schedules(id) == ["03-02T14:00 0 READY"])
      try await server.travel(to: "2026-03-02T14:00+09:00")
      #expect(await server.reasons() == ["seoul": "ACCEPTED", "kolkata": "ACCEPTED", "york": "ACCEPTED"])
    }
  }

  // MARK: Skipped and doubled hours

  @Test("F31: the offset before the change holds", arguments: [
    ("2026-03-02T09:00", "America/New_York", "2026-03-08T02:30", "03-08T16:30 -300"),
    ("2026-03-02T09:00", "America/New_York", "2026-03-08T03:30", "03-08T16:30 -240"),
    ("2026-10-01T09:00", "America/New_York", "2026-11-01T01:30", "11-01T14:30 -240"),
    ("2026-10-01T09:00", "America/New_York", "2026-11-01T02:00", "11-01T16:00 -300"),
    ("2026-03-02T09:00", "Australia/Lord_Howe", "2026-04-05T01:45", "04-04T23:45 660"),
    ("2026-03-02T09:00", "Australia/Lord_Howe", "2026-04-05T02:00", "04-05T00:30 630"),
  ])
  func skippedAndDoubledHours(now: String, zone: String, time: String, schedule: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.freeze("\(now)+09:00")
      await server.register("t", zone: zone)
      let id = await server.reserve([time], isLocal: true)
      #expect(await server.schedules(id) == ["\(schedule) READY"])
      try await server.travel(to: "\(time.prefix(10))T23:59+00:00")
      #expect(await Self.arrivals(server, ["t"]) == ["t": [String(schedule.prefix(11))]])
    }
  }

  @Test func twoWrittenTimesOfOneInstantAreTwoMessages() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register("york", zone: "America/New_York")
      await server.register("bogota", zone: "America/Bogota")
      let id = await server.reserve(["2026-03-08T02:30", "2026-03-08T03:30"], isLocal: true)
      #expect(await server.schedules(id) == ["03-08T16:30 -300 READY", "03-08T16:30 -240 READY", "03-08T17:30 -300 READY"])
      try await server.travel(to: "2026-03-09T00:00Z")
      #expect(await Self.arrivals(server, ["york", "bogota"]) == ["york": ["03-08T16:30", "03-08T16:30"], "bogota": ["03-08T16:30", "03-08T17:30"]])
    }
  }

  // MARK: Night

  struct Night: Sendable, CustomTestStringConvertible {
    let zone: String
    let time: String
    let isLocal: Bool
    let isNight: Bool
    var testDescription: String { "\(time) \(zone) \(isLocal ? "local" : "fixed")" }
  }

  static let nights: [Night] = [
    Night(zone: "Asia/Seoul", time: "20:59", isLocal: false, isNight: false),
    Night(zone: "Asia/Seoul", time: "21:00", isLocal: false, isNight: true),
    Night(zone: "America/New_York", time: "20:59", isLocal: false, isNight: false),
    Night(zone: "America/New_York", time: "21:00", isLocal: false, isNight: true),
    Night(zone: "Asia/Seoul", time: "20:59", isLocal: true, isNight: false),
    Night(zone: "Asia/Seoul", time: "21:00", isLocal: true, isNight: true),
    // By their own clocks, whatever Seoul's show: 10:59 and 11:00 the next day, 00:29 and 00:30, 05:59 and 06:00.
    Night(zone: "America/New_York", time: "20:59", isLocal: true, isNight: false),
    Night(zone: "America/New_York", time: "21:00", isLocal: true, isNight: true),
    Night(zone: "Asia/Kolkata", time: "20:59", isLocal: true, isNight: false),
    Night(zone: "Asia/Kolkata", time: "21:00", isLocal: true, isNight: true),
    Night(zone: "Pacific/Noumea", time: "07:59", isLocal: true, isNight: true),
    Night(zone: "Pacific/Noumea", time: "08:00", isLocal: true, isNight: false),
  ]

  /// Contract 8.1, 8.3: an AD to a token of every consent state.
  @Test(arguments: nights) func anADByTheClockThatCounts(_ night: Night) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let states: [(token: String, agreement: (Bool, Bool, Bool), day: String, night: String)] = [
        ("on", (true, true, true), "ACCEPTED", "ACCEPTED"), ("night-off", (true, true, false), "ACCEPTED", "NIGHT_AD_OFF"),
        ("ad-off", (true, false, false), "AD_OFF", "AD_OFF"), ("ad-off-night-on", (true, false, true), "AD_OFF", "AD_OFF"),
        ("off", (false, true, true), "NOTIFICATION_OFF", "NOTIFICATION_OFF"),
        ("all-off", (false, false, false), "NOTIFICATION_OFF", "NOTIFICATION_OFF"),
      ]
      for state in states { await server.register(state.token, zone: night.zone, state.agreement) }
      await server.reserve(["2026-03-04T\(night.time)"], isLocal: night.isLocal, Body.ad())
      let fired = try await server.travel(to: "2026-03-05T23:00+09:00")
      #expect(fired.count == 1)
      let expected = Dictionary(uniqueKeysWithValues: states.map { ($0.token, night.isNight ? $0.night : $0.day) })
      #expect(await server.reasons() == expected)
      #expect(await server.control(.get, "/messages/latest").json["isNight"] == .bool(night.isNight))
      if night.isNight {
        let offsets = ["Asia/Seoul": "+09:00", "America/New_York": "-05:00", "Asia/Kolkata": "+05:30", "Pacific/Noumea": "+11:00"]
        let zone = night.isLocal ? "at UTC" + (try #require(offsets[night.zone])) : "in Asia/Seoul"
        let explanation = await server.deliveries("latest", "token=night-off")[0]["explanation"]?.stringValue
        #expect(explanation?.contains("(21:00 to 08:00 \(zone))") == true, "\(explanation ?? "")")
      }
    }
  }
}
