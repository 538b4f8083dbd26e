import PushStore
import Testing

@testable import MockPushServer

/// GET /reservations, /reservations/{reservationId} and …/messages (contract 23.2–23.5, 18).
@Suite struct ReservationListTests {
  private static func ids(_ server: TestServer, _ query: String = "", _ version: APIVersion = .v24) async -> [String]? {
    await server.call(.get, "/reservations\(query)", version).succeeds().column("reservations", "reservationIdString")
  }

  @Test(arguments: APIVersion.allCases) func theObjectHasTheContractsKeys(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let fcm = version <= .v22 ? "GCM" : "FCM"
      let content: JSON = ["default": ["title": "T", "n": .number(JSONNumber(text: "1.50")), "x": .null], "ko": ["title": "가é😀"]]
      let body = Body.reservation(["2026-03-02T10:00", "2026-03-02T09:15"], [
        "target": ["type": "UID", "to": ["user-7", "nobody"], "pushTypes": [.string(fcm)], "countries": ["KR"]], "content": content,
        "messageType": "AD", "contact": "1588-1234", "removeGuide": "menu", "timeToLiveMinute": 30, "provisionedResourceId": "abc",
      ])
      let id = try #require(
        await server.call(.post, "/reservations", version, json: body).succeeds().json["reservation"]?["reservationId"]?.intValue)
      server.pass(seconds: 60)
      let found = try #require(await server.call(.get, "/reservations/\(id)", version).succeeds().json["reservation"])
      let schedules = (found["schedules"]?.arrayValue ?? []).compactMap { $0["scheduleId"]?.intValue }
      try #require(schedules.count == 2)
      func schedule(_ number: Int, _ moment: String) -> JSON {
        [
          "scheduleId": .number(JSONNumber(number)), "scheduleIdString": .string("\(number)"), "reservationId": .number(JSONNumber(id)),
          "reservationIdString": .string("\(id)"), "deliveryDateTime": .string(moment), "timezoneOffset": 0, "scheduleStatus": "READY",
        ]
      }
      let expected: JSON = [
        "reservationId": .number(JSONNumber(id)), "reservationIdString": .string("\(id)"),
        "schedules": [schedule(schedules[0], "2026-03-02T09:15:00.000+09:00"), schedule(schedules[1], "2026-03-02T10:00:00.000+09:00")],
        "isLocalTime": false, "target": ["type": "UID", "to": ["user-7", "nobody"], "pushTypes": [.string(fcm)], "countries": ["KR"]],
        "content": content, "messageType": "AD", "contact": "1588-1234", "removeGuide": "menu", "timeToLiveMinute": 30,
        "provisionedResourceId": "abc", "createdDateTime": "2026-03-02T09:00:00.000+09:00", "updatedDateTime": "2026-03-02T09:00:00.000+09:00",
        "completedDateTime": "2026-03-02T09:01:00.000+09:00", "reservationStatus": "RESERVED",
      ]
      #expect(found == expected, "\(found.prettyText)")
      #expect(await server.call(.get, "/reservations", version).succeeds().json["reservations"] == [expected])
      let ids = [id] + schedules
      #expect(Set(ids).count == 3 && ids.allSatisfy { String($0).count == 16 && $0 <= 9_007_199_254_740_991 })
    }
  }

  @Test func defaultsAreFilledInAndTheRestIsLeftOut() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let object = await server.reservation(await server.reserve(["2026-03-02T10:00"], isLocal: true))
      #expect(object["target"] == ["type": "ALL", "pushTypes": ["FCM", "APNS", "APNS_SANDBOX", "TENCENT", "ADM"]])
      #expect(object["timeToLiveMinute"] == 10 && object["isLocalTime"] == true)
      for key in ["contact", "removeGuide", "provisionedResourceId"] { #expect(object[key] == nil) }
      // Of a NOTIFICATION they are shown when given.
      let body = Body.notification(with: ["contact": "call", "removeGuide": "g"])
      let given = await server.reservation(await server.reserve(["2026-03-02T10:00"], body))
      #expect(given["contact"] == "call" && given["removeGuide"] == "g")
    }
  }

  @Test(arguments: APIVersion.allCases) func pagesAreNewestFirst(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      var made: [String] = []
      for _ in 0..<30 {
        made.insert(await server.reserve(["2026-03-05T10:00"]), at: 0)
        server.pass(seconds: 1)
      }
      #expect(await Self.ids(server, "", version) == Array(made[..<25]))
      #expect(await Self.ids(server, "?pageIndex=1", version) == Array(made[25...]))
      #expect(await Self.ids(server, "?pageIndex=2&pageSize=7", version) == Array(made[14..<21]))
      let beyond = await server.call(.get, "/reservations?pageIndex=9", version).succeeds()
      #expect(beyond.json["reservations"] == [] && beyond.json["totalCount"] == 30)
      #expect(await server.call(.get, "/reservations?pageSize=3", version).json["totalCount"] == 30)
    }
  }

  @Test func filtersByTheMomentOfCreationWithoutDefaultsAndAge() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let old = await server.reserve(["2026-03-02T10:00"])
      server.application.clock.set(.frozen(server.now.advanced(byMilliseconds: 40 * 86_400_000)))
      let new = await server.reserve(["2026-04-12T10:00"])
      // 2026-03-02T09:00 and 2026-04-11T09:00.
      #expect(await Self.ids(server) == [new, old], "older than 30 days, and still there")
      #expect(await Self.ids(server, "?from=2026-03-02T00:00:00.000Z") == [new, old])
      #expect(await Self.ids(server, "?from=2026-03-02T00:00:00.001Z") == [new])
      #expect(await Self.ids(server, "?to=2026-03-02T00:00:00.000Z") == [old])
      #expect(await Self.ids(server, "?to=2026-03-01T23:59Z") == [], "the whole minute, and no more")
      #expect(await Self.ids(server, "?from=2026-04-11T00:00Z&to=2026-04-11T00:00Z") == [new])
      #expect(await Self.ids(server, "?to=2030-01-01T00:00Z") == [new, old])
      for version in APIVersion.allCases { await ReadFixture(server: server).refusesBadDates("/reservations", version) }
    }
  }

  @Test func filtersByDeliveryInV24Only() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let a = await server.reserve(["2026-03-02T10:00", "2026-03-10T10:00"])
      let b = await server.reserve(["2026-03-05T10:00"])
      func of(_ query: String, _ version: APIVersion = .v24) async -> [String]? { await Self.ids(server, "?\(query)", version) }
      #expect(await of("deliveryFrom=2026-03-05T10:00:00.000%2B09:00") == [b, a])
      #expect(await of("deliveryFrom=2026-03-05T10:00:00.001%2B09:00") == [a])
      #expect(await of("deliveryTo=2026-03-02T10:00:00.000%2B09:00") == [a])
      #expect(await of("deliveryTo=2026-03-02T09:59%2B09:00") == [])
      #expect(await of("deliveryFrom=2026-03-03T00:00Z&deliveryTo=2026-03-09T00:00Z") == [b], "one schedule before and one after is none inside")
      #expect(await of("deliveryFrom=2026-03-10T00:00Z&deliveryTo=2026-03-11T00:00Z") == [a])
      let answer = await server.call(.get, "/reservations?deliveryFrom=2026-03-06T00:00Z").succeeds().json
      #expect(answer["totalCount"] == 1 && answer["reservations"]?[0]?["schedules"]?.arrayValue?.count == 2, "its schedules stay complete")
      for version in [APIVersion.v20, .v21, .v22, .v23] {
        #expect(await of("deliveryFrom=2027-01-01T00:00Z&deliveryTo=x", version) == [b, a], "unknown there, so ignored")
      }
      await server.call(.get, "/reservations?deliveryFrom=x").refuses(40002, "Client Error. Parameter is invalid format. deliveryFrom<x>")
      await server.call(.get, "/reservations?deliveryFrom=2026-03-06T00:00Z&deliveryTo=2026-03-05T00:00Z").refuses(
        40001, "Client Error. Parameter is invalid. deliveryFrom<2026-03-06T00:00Z>")
    }
  }

  @Test func filtersByStatus() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let completed = await server.reserve(["2026-03-02T10:00"])
      let canceled = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00"])
      let open = await server.reserve(["2026-03-02T12:00"])
      try await server.travel(to: "2026-03-02T10:30+09:00")
      await server.call(.delete, "/reservations?reservationIds=\(canceled)").succeeds()
      for version in APIVersion.allCases {
        #expect(await Self.ids(server, "", version) == [open, canceled, completed])
        #expect(await Self.ids(server, "?reservationStatus=RESERVED", version) == [open])
        #expect(await Self.ids(server, "?reservationStatus=COMPLETE", version) == [completed])
        #expect(await Self.ids(server, "?reservationStatus=COMPLETED", version) == [completed])
        #expect(await Self.ids(server, "?reservationStatus=CANCEL", version) == [canceled])
        await server.call(.get, "/reservations?reservationStatus=CANCELED", version).refuses(
          40001, "Client Error. Parameter is invalid. reservationStatus<CANCELED>")
      }
    }
  }

  @Test(arguments: ["/reservations", "/reservations/ID/messages"]) func pagingIsChecked(_ path: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let path = path.replacing("ID", with: await server.reserve(["2026-03-05T10:00"]))
      let faults = [("pageIndex=-1", 40001), ("pageIndex=x", 40002), ("pageSize=0", 40001), ("pageSize=101", 40008), ("pageSize=1.0", 40002)]
      for (query, code) in faults {
        await server.call(.get, "\(path)?\(query)").refuses(code)
      }
      await server.call(.get, "\(path)?pageSize=100&pageIndex=").succeeds()
    }
  }

  @Test func anUnknownReservationIsLookedUpBeforeTheParameters() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for path in ["/reservations/4500000000000001", "/reservations/1/messages?pageSize=0", "/reservations/99999999999999999999"] {
        let id = path.split(separator: "/")[1]
        await server.call(.get, path).refuses(40401, "Client Error. Not found. reservationId<\(id)>")
      }
      await server.call(.get, "/reservations/x/messages").refuses(40002, "Client Error. Parameter is invalid format. reservationId<x>")
      await server.call(.get, "/reservations/1.0").refuses(40002)
    }
  }

  // MARK: Messages

  @Test(arguments: APIVersion.allCases) func itsMessagesAreThoseOf18(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00", "2026-03-02T12:00"])
      #expect(await server.call(.get, "/reservations/\(id)/messages", version).succeeds().json["messages"] == [])
      let fired = try await server.travel(to: "2026-03-02T11:30+09:00")
      let answer = await server.call(.get, "/reservations/\(id)/messages", version).succeeds()
      #expect(answer.message == "success", "in every version")
      let numbers = fired.map { Int($0.message.messageId) }
      func message(_ number: Int, _ moment: String) -> JSON {
        [
          "messageId": .number(JSONNumber(number)), "messageIdString": .string("\(number)"),
          "target": ["type": "ALL", "pushTypes": [version <= .v22 ? "GCM" : "FCM", "APNS", "APNS_SANDBOX", "TENCENT", "ADM"]],
          "content": ["default": ["title": "T", "body": "B"]], "messageType": "NOTIFICATION", "timeToLiveMinute": 10,
          "createdDateTime": .string(moment), "completedDateTime": .string(moment), "targetCount": 1, "sentCount": 1, "messageStatus": "COMPLETE",
        ]
      }
      #expect(answer.json["messages"] == [message(numbers[1], "2026-03-02T11:00:00.000+09:00"), message(numbers[0], "2026-03-02T10:00:00.000+09:00")])
      #expect(answer.json["totalCount"] == 2)
      let second = await server.call(.get, "/reservations/\(id)/messages?pageIndex=1&pageSize=1", version).succeeds().json
      #expect(second["messages"]?[0]?["messageId"]?.intValue == numbers[0] && second["totalCount"] == 2)
    }
  }

  /// Contract 18, first table: whoever made the reservation.
  @Test(arguments: [false, true]) func onlyTheConsolesAreAmongTheMessages(listing: Bool) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.change(["listApiMessages": .bool(listing)])
      let api = await server.reserve(["2026-03-02T10:00"])
      let made = await server.control(.post, "/reservations", json: Body.reservation(["2026-03-02T11:00"]))
      let console = try #require(made.json["reservationIdString"]?.stringValue)
      let fired = try await server.travel(to: "2026-03-02T12:00+09:00").map { Int($0.message.messageId) }
      #expect(await Self.ids(server) == [console, api])
      func listed(_ query: String) async -> [Int]? {
        await server.call(.get, "/messages\(query)").succeeds().json["messages"]?.arrayValue?.compactMap { $0["messageId"]?.intValue }
      }
      let visible = listing ? [fired[1], fired[0]] : [fired[1]]
      #expect(await listed("") == visible)
      #expect(await listed("?deliveryType=RESERVATION") == visible)
      #expect(await listed("?deliveryType=INSTANT") == [])
      for (id, number) in zip([api, console], fired) {
        let own = await server.call(.get, "/reservations/\(id)/messages").succeeds().json["messages"]
        #expect(own?[0]?["messageId"]?.intValue == number)
        let one = await server.call(.get, "/messages/\(number)")
        if visible.contains(number) { #expect(one.succeeds().json["message"] == own?[0]) } else { one.refuses(40401) }
      }
    }
  }
}
