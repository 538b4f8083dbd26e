import Testing

@testable import MockPushServer

/// POST /_mock/apps/{appkey}/reservations: reserving as the console does; and what our own routes show of it.
@Suite struct ReservationControlTests {
  @Test func theConsoleMayReserveForEver() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let body = Body.reservation(["2026-03-02T10:00"], Body.notification(with: ["timeToLiveMinute": 0]))
      await server.call(.post, "/reservations", json: body).refuses(40001)
      let answer = await server.control(.post, "/reservations", json: body)
      #expect(answer.status == 200, "\(answer.text)")
      let id = try #require(answer.json["reservationId"]?.intValue)
      #expect(answer.json["reservationIdString"] == .string("\(id)"))
      #expect(await server.reservation("\(id)")["timeToLiveMinute"] == 0)
      // A day late, and not expired.
      try await server.fire(at: "2026-03-03T10:00+09:00")
      await server.settle()
      #expect(await server.reasons() == ["a1b2": "ACCEPTED"])
      #expect(await server.control(.get, "/messages/latest").json["origin"] == "RESERVATION_BY_CONSOLE")
    }
  }

  @Test func messagesNameWhatMadeThem() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-02T10:00"])
      let schedule = try #require(await server.reservation(id)["schedules"]?[0]?["scheduleId"])
      let plain = await server.deliver(Body.notification())
      #expect(plain["reservationId"] == nil && plain["scheduleId"] == nil)
      try await server.travel(to: "2026-03-02T10:00+09:00")
      for message in [
        await server.control(.get, "/messages/latest").json, await server.control(.get, "/messages").json["messages"]?[0],
      ] {
        #expect(message?["origin"] == "RESERVATION_BY_API")
        #expect(message?["reservationId"]?.intValue == Int(id))
        #expect(message?["scheduleId"] == schedule)
      }
    }
  }

  @Test func refusalsAreInTheVendorsWords() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let past = await server.control(.post, "/reservations", json: Body.reservation(["2026-03-02T09:00"]))
      #expect(past.status == 422)
      #expect(past.json["resultCode"] == 40001 && past.json["resultMessage"] == "Client Error. Parameter is invalid. schedules<2026-03-02T09:00>")
      #expect(past.sentence?.hasPrefix("POST /reservations refuses this body with 40001: schedules") == true)
      await server.register("kiritimati", zone: "Pacific/Kiritimati")
      let gone = await server.control(.post, "/reservations", json: Body.reservation(["2026-03-02T12:00"], isLocal: true))
      #expect(gone.status == 422 && gone.json["resultCode"] == 40001, "\(gone.text)")
      let mistyped = await server.control(.post, "/reservations", json: ["schedule": []])
      #expect(mistyped.status == 400 && mistyped.sentence?.contains("Did you mean `schedules`?") == true, "\(mistyped.text)")
      #expect(await server.call(.get, "/reservations").json["totalCount"] == 0)
    }
  }
}
