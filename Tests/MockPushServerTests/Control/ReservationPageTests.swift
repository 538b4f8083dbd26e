import PushStore
import Testing

@testable import MockPushServer

/// Reservations as a page lists, shows, changes and cancels them.
@Suite struct ReservationPageTests {
  @Test func theListTellsWhatComesNext() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      let first = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00", "2026-03-03T10:00"])
      await server.freeze("2026-03-02T09:00:01+09:00")
      let second = await server.control(.post, "/reservations", json: Body.reservation(["2026-03-02T09:30"])).json["reservationIdString"]?.stringValue ?? ""
      try await server.travel(to: "2026-03-02T10:30:00+09:00")
      let list = await server.control(.get, "/reservations")
      #expect(list.column("reservations", "reservationIdString") == [second, first] && list.json["totalCount"] == 2)
      let (done, open) = (try #require(list.json["reservations"]?.arrayValue?[0]), try #require(list.json["reservations"]?.arrayValue?[1]))
      #expect(open["nextDeliveryDateTime"] == "2026-03-02T11:00:00.000+09:00" && open["schedules"] == nil)
      #expect(open["scheduleCounts"] == ["READY": 2, "SENDING": 0, "DONE": 1, "CANCELED": 0])
      #expect(open["reservationStatus"] == "RESERVED" && open["origin"] == "RESERVATION_BY_API")
      #expect(done["nextDeliveryDateTime"] == nil && done["reservationStatus"] == "COMPLETED" && done["origin"] == "RESERVATION_BY_CONSOLE")
      #expect(await server.control(.get, "/reservations?status=RESERVED").column("reservations", "reservationIdString") == [first])
      let page = await server.control(.get, "/reservations?pageSize=1&pageIndex=1")
      #expect(page.column("reservations", "reservationIdString") == [first] && page.json["totalCount"] == 2)
      #expect(await server.control(.get, "/reservations", app: "EMPTY").json == ["reservations": [], "totalCount": 0])
      #expect(await server.control(.get, "/reservations?status=COMPLETE").status == 400)

      let shown = await server.control(.get, "/reservations/\(first)").json["reservation"]
      let vendors = await server.reservation(first)
      #expect(shown == vendors && shown?["schedules"]?.arrayValue?.count == 3)
      #expect(await server.control(.get, "/reservations/\(first)/messages").json["totalCount"] == 1)
    }
  }

  @Test func itIsReplacedByTheConsolesRules() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-02T10:00"])
      let body = Body.reservation(["2026-03-02T12:00"], Body.notification(["type": "ALL"], ["timeToLiveMinute": 0]))
      await server.call(.put, "/reservations/\(id)", json: body).refuses(40001)
      #expect(await server.control(.put, "/reservations/\(id)", json: body).json == [:], "a time to live of 0 lasts for ever (R49)")
      #expect(await server.schedules(id) == ["03-02T12:00 0 READY"])
      let past = await server.control(.put, "/reservations/\(id)", json: Body.reservation(["2026-03-02T08:00"]))
      #expect(past.status == 422 && past.json["resultCode"] == 40001)
      #expect(past.sentence?.hasPrefix("PUT /reservations/{reservationId} refuses this body with 40001: ") == true)
      #expect(await server.control(.put, "/reservations/5", json: body).status == 404)
      #expect(await server.control(.put, "/reservations/x", json: body).json["resultCode"] == 40002)
    }
  }

  @Test func itIsDeletedOrCanceled() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let unsent = await server.reserve(["2026-03-02T10:00"])
      #expect(await server.control(.delete, "/reservations/\(unsent)").json == [:])
      #expect(await server.control(.delete, "/reservations/\(unsent)").status == 404)
      await server.register(.device("a"))
      let begun = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00"])
      try await server.travel(to: "2026-03-02T10:30:00+09:00")
      #expect(await server.control(.delete, "/reservations/\(begun)").status == 200)
      let again = await server.control(.delete, "/reservations/\(begun)")
      #expect(again.status == 409 && again.json["resultCode"] == 40009, "\(again.text)")
      #expect(await server.control(.get, "/reservations").json["reservations"]?.arrayValue?.map { $0["reservationStatus"] } == ["CANCEL"])
    }
  }

  @Test func timesAreCalculated() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let answer = await server.control(
        .post, "/schedules", json: ["type": "EVERY_DAY", "fromDate": "2026-03-02", "toDate": "2026-03-03", "times": ["18:00"]])
      #expect(answer.json == ["schedules": ["2026-03-02T18:00", "2026-03-03T18:00"]])
    }
  }
}
