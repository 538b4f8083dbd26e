import PushStore
import Testing

@testable import MockPushServer

/// A reservation from its making to its end: statuses, PUT and DELETE (contract 23.2, 23.6, 23.7).
@Suite struct ReservationLifeTests {
  private static func status(_ server: TestServer, _ id: String) async -> String? {
    await server.reservation(id)["reservationStatus"]?.stringValue
  }

  @Test func statusesThroughItsLife() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00"])
      #expect(await server.schedules(id) == ["03-02T10:00 0 READY", "03-02T11:00 0 READY"])
      // Fired, and not delivered yet.
      #expect(try await server.fire(at: "2026-03-02T10:00+09:00").count == 1)
      #expect(await server.schedules(id) == ["03-02T10:00 0 SENDING", "03-02T11:00 0 READY"])
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "READY")
      await server.settle()
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T11:00 0 READY"])
      let open = await server.reservation(id)
      #expect(open["reservationStatus"] == "RESERVED")
      #expect(open["completedDateTime"] == "2026-03-02T10:00:00.000+09:00", "now, while it is not completed")

      try await server.travel(to: "2026-03-02T11:00+09:00")
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T11:00 0 DONE"])
      server.pass(seconds: 60)
      let done = await server.reservation(id)
      #expect(done["reservationStatus"] == "COMPLETED")
      #expect(done["completedDateTime"] == "2026-03-02T11:00:00.000+09:00")
      #expect(done["createdDateTime"] == "2026-03-02T09:00:00.000+09:00" && done["updatedDateTime"] == done["createdDateTime"])
      #expect(await server.reasons() == ["a1b2": "ACCEPTED"])
    }
  }

  @Test func aMessageThatFindsNobodyEndsItsScheduleToo() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-02T10:00"])
      try await server.travel(to: "2026-03-02T10:00+09:00")
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET")
      #expect(await Self.status(server, id) == "COMPLETED")
    }
  }

  // MARK: PUT

  @Test func putReplacesEverythingThatHasNotBeenSent() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00", "2026-03-02T12:00"], Body.ad())
      try await server.travel(to: "2026-03-02T10:30+09:00")
      let body = Body.reservation(
        ["2026-03-02T12:00", "2026-03-03T09:00"], Body.notification(["type": "UID", "to": ["user-7"]], content: ["default": ["title": "new"]]))
      await server.call(.put, "/reservations/\(id)", .v22, json: body).succeeds()
      let object = await server.reservation(id)
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T12:00 0 READY", "03-03T09:00 0 READY"])
      #expect(object["content"] == ["default": ["title": "new"]] && object["messageType"] == "NOTIFICATION" && object["contact"] == nil)
      #expect(object["createdDateTime"] == "2026-03-02T09:00:00.000+09:00")
      #expect(object["updatedDateTime"] == "2026-03-02T10:30:00.000+09:00")
      #expect(object["reservationStatus"] == "RESERVED")

      try await server.travel(to: "2026-03-04T00:00+09:00")
      let messages = await server.call(.get, "/reservations/\(id)/messages").succeeds().json
      #expect(messages["messages"]?.arrayValue?.compactMap { $0["content"]?["default"]?["title"] } == ["new", "new", "T"])
      #expect(messages["totalCount"] == 3)
      #expect(await Self.status(server, id) == "COMPLETED")
    }
  }

  @Test func putLeavesAScheduleThatIsBeingSent() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-02T10:00"])
      try await server.fire(at: "2026-03-02T10:00+09:00")
      await server.call(.put, "/reservations/\(id)", json: Body.reservation(["2026-03-02T10:01"], isLocal: true)).succeeds()
      #expect(await server.schedules(id) == ["03-02T10:00 0 SENDING", "03-02T10:01 540 READY"])
      await server.settle()
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T10:01 540 READY"])
      #expect(await Self.status(server, id) == "RESERVED")
    }
  }

  /// F5: 40401, then 40009, then the fields.
  @Test func putChecksTheReservationBeforeTheFields() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let missing = await server.call(.put, "/reservations/4500000000000001", json: [:])
      missing.refuses(40401, "Client Error. Not found. reservationId<4500000000000001>")
      await server.call(.put, "/reservations/abc", json: [:]).refuses(40002, "Client Error. Parameter is invalid format. reservationId<abc>")
      await server.call(.put, "/reservations/abc", text: "x").refuses(40002, "Client Error. Parameter is invalid format. body<x>")
      let completed = await server.reserve(["2026-03-02T10:00"])
      try await server.travel(to: "2026-03-02T10:00+09:00")
      let canceled = await server.reserve(["2026-03-02T11:00", "2026-03-02T12:00"])
      try await server.travel(to: "2026-03-02T11:00+09:00")
      await server.call(.delete, "/reservations?reservationIds=\(canceled)").succeeds()
      for (id, status) in [(completed, "COMPLETED"), (canceled, "CANCEL")] {
        let answer = await server.call(.put, "/reservations/\(id)", json: [:])
        answer.refuses(40009, "Client Error. Already completed. reservationId<\(id)>")
        #expect(answer.hint?.contains(status) == true)
      }
      await server.call(.put, "/reservations/\(await server.reserve(["2026-03-02T13:00"]))", json: [:]).refuses(40003)
    }
  }

  // MARK: DELETE

  @Test func whatHasSentNothingIsRemoved() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let a = await server.reserve(["2026-03-02T10:00"])
      let b = await server.reserve(["2026-03-02T10:00"], isLocal: true)
      let c = await server.reserve(["2026-03-02T10:00"])
      await server.call(.delete, "/reservations?reservationIds=\(a),\(b)&reservationIds=\(a)").succeeds()
      await server.call(.get, "/reservations/\(a)").refuses(40401, "Client Error. Not found. reservationId<\(a)>")
      await server.call(.get, "/reservations/\(b)").refuses(40401)
      #expect(await server.call(.get, "/reservations").column("reservations", "reservationIdString") == [c])
      let fired = try await server.travel(to: "2026-03-03T00:00+09:00")
      #expect(fired.count == 1, "only the third sends")
      #expect(await server.reserve(["2026-03-03T10:00"]) > c, "numbers are never used again")
    }
  }

  @Test func whatHasSentIsKeptAsCanceled() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00", "2026-03-02T12:00"])
      try await server.travel(to: "2026-03-02T10:30+09:00")
      await server.call(.delete, "/reservations?reservationIds=\(id)").succeeds()
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T11:00 0 CANCELED", "03-02T12:00 0 CANCELED"])
      let object = await server.reservation(id)
      #expect(object["reservationStatus"] == "CANCEL" && object["completedDateTime"] == "2026-03-02T10:30:00.000+09:00")
      #expect(try await server.travel(to: "2026-03-03T00:00+09:00") == [])
      #expect(await server.reservation(id) == object, "for good")
    }
  }

  @Test func aMessageThatIsBeingSentGoesOnAfterTheCancel() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let id = await server.reserve(["2026-03-02T10:00", "2026-03-02T11:00"])
      try await server.fire(at: "2026-03-02T10:00+09:00")
      await server.call(.delete, "/reservations?reservationIds=\(id)").succeeds()
      #expect(await server.schedules(id) == ["03-02T10:00 0 SENDING", "03-02T11:00 0 CANCELED"])
      await server.settle()
      #expect(await server.reasons() == ["a1b2": "ACCEPTED"])
      #expect(await server.schedules(id) == ["03-02T10:00 0 DONE", "03-02T11:00 0 CANCELED"])
      #expect(await Self.status(server, id) == "CANCEL")
    }
  }

  /// R80: all or nothing; an unknown one is told before a completed one, wherever it stands in the list.
  @Test func oneFaultyNumberDeletesNothing() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let completed = await server.reserve(["2026-03-02T10:00"])
      try await server.travel(to: "2026-03-02T10:00+09:00")
      let open = await server.reserve(["2026-03-02T11:00"])
      let other = await server.reserve(["2026-03-02T11:00"], app: "OTHER")
      func delete(_ ids: String) async -> TestAnswer { await server.call(.delete, "/reservations?reservationIds=\(ids)") }
      await delete("\(open),4500000000009999").refuses(40401, "Client Error. Not found. reservationIds<4500000000009999>")
      await delete("\(open),\(other)").refuses(40401, "Client Error. Not found. reservationIds<\(other)>")
      await delete("\(completed),\(open),7").refuses(40401, "Client Error. Not found. reservationIds<7>")
      await delete("\(open),-1").refuses(40401)
      await delete("\(open),99999999999999999999").refuses(40401)
      await delete("\(open),\(completed)").refuses(40009, "Client Error. Already completed. reservationIds<\(completed)>")
      await delete("\(open),x,4500000000009999").refuses(40002, "Client Error. Parameter is invalid format. reservationIds<x>")
      await delete("\(open),1.0").refuses(40002)
      await delete("").refuses(40003, "Client Error. Parameter is empty or null. reservationIds<>")
      await delete(",").refuses(40003)
      await server.call(.delete, "/reservations").refuses(40003, "Client Error. Parameter is empty or null. reservationIds<null>")
      #expect(await server.schedules(open) == ["03-02T11:00 0 READY"])
      await server.call(.get, "/reservations/\(other)", app: "OTHER").succeeds()
      await delete(open).succeeds()
    }
  }

  @Test func otherAppsReservationsAreNotThere() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-02T11:00"])
      for path in ["/reservations/\(id)", "/reservations/\(id)/messages"] {
        await server.call(.get, path, app: "OTHER").refuses(40401, "Client Error. Not found. reservationId<\(id)>")
      }
      await server.call(.put, "/reservations/\(id)", json: Body.reservation(["2026-03-02T12:00"]), app: "OTHER").refuses(40401)
      #expect(await server.call(.get, "/reservations", app: "OTHER").succeeds().json["totalCount"] == 0)
    }
  }
}
