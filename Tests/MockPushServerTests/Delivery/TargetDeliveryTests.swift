import PushStore
import Testing

@testable import MockPushServer

/// Contract 10 and 11, steps 0 to 3: whom a message is for.
@Suite struct TargetDeliveryTests {
  @Test func uidsAndTags() async throws {
    try await withTestServer { server in
      for uid in ["a", "b", "c", "d"] { await server.register(.device("t-\(uid)", uid: uid)) }
      await server.register(.device("t2-a", .fcm, uid: "a"))
      let (red, blue, green) = (await server.tag("red"), await server.tag("blue"), await server.tag("green"))
      for (tag, uids) in [(red, ["a", "b"]), (blue, ["b", "c"]), (green, ["d"])] {
        await server.call(.post, "/tags/\(tag)/uids", json: ["uids": .array(uids.map(JSON.string))]).succeeds()
      }
      func named(_ target: JSON) async -> Set<String> {
        await server.deliver(Body.notification(target))
        return Set(await server.reasons().keys)
      }
      func tag(_ items: String...) -> JSON { ["type": "TAG", "to": .array(items.map(JSON.string))] }
      #expect(await named(["type": "UID", "to": ["a", "nobody", "a", "c"]]) == ["t-a", "t2-a", "t-c"])
      #expect(await named(tag(red)) == ["t-a", "t2-a", "t-b"])
      #expect(await named(tag(red, "AND", blue)) == ["t-b"])
      #expect(await named(tag(red, "OR", blue, "AND", green)) == ["t-a", "t2-a", "t-b"], "AND binds tighter")
      #expect(await named(tag("(", red, "OR", blue, ")", "AND", green)) == [])
      #expect(await named(tag("(,\(red),AND,\(blue),),OR,\(green)")) == ["t-b", "t-d"])
      #expect(await named(tag("gone1234")) == [])
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET")
    }
  }

  @Test func tenThousandUids() async throws {
    try await withTestServer { server in
      // Every second one has a token; three tokens are nobody's who is named.
      let requests = (0..<5_000).map { RegistrationRequest.sample("t\($0)", uid: "u\($0 * 2)") } + (0..<3).map { .sample("x\($0)", uid: "other\($0)") }
      try await server.store(requests)
      let uids = (0..<10_000).map { JSON.string("u\($0)") }
      let message = await server.deliver(Body.notification(["type": "UID", "to": .array(uids)]))
      #expect(message["targetCount"] == 5_000 && message["sentCount"] == 5_000 && message["messageStatus"] == "COMPLETE")
      #expect(Set(await server.reasons().keys) == Set((0..<5_000).map { "t\($0)" }))
    }
  }

  @Test func unknownUidsCancel() async throws {
    try await withTestServer { server in
      await server.register()
      let message = await server.deliver(Body.notification(["type": "UID", "to": ["nobody"]]))
      #expect(message["messageStatus"] == "CANCEL_NO_TARGET" && message["targetCount"] == 0 && message["completedDateTime"] != nil)
      #expect(await server.deliveries() == [])
    }
  }

  @Test func countriesCompareIgnoringCaseAndAsSpelled() async throws {
    try await withTestServer { server in
      for country in ["KR", "kr", "KOR", "US"] {
        var changes = JSONObject.device("t-\(country)")
        changes["country"] = .string(country)
        await server.register(changes)
      }
      await server.deliver(Body.notification(["type": "ALL", "countries": ["Kr"]]))
      #expect(await server.reasons() == ["t-KR": "ACCEPTED", "t-kr": "ACCEPTED", "t-KOR": "COUNTRY", "t-US": "COUNTRY"])
    }
  }

  @Test("contract 9.4: not a target from the moment on, again after registering anew") func expiry() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.change(["tokenExpiryMonths": 1])
      await server.register(.device("t"))
      await server.freeze("2026-04-02T08:59:59.999+09:00")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "ACCEPTED"])
      await server.freeze("2026-04-02T09:00:00+09:00")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "EXPIRED"])
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "ACCEPTED"])
    }
  }

  /// The engine takes a message up at once, so this one is stored without telling it.
  @Test("targets are the registrations that existed at acceptance") func changesWhileAMessageIsPending() async throws {
    try await withTestServer { server in
      for token in ["stays", "goes", "returns", "moves", "other"] { await server.register(.device(token, uid: token == "other" ? "else" : "u")) }
      try await server.insert(Body.notification(["type": "UID", "to": ["u"]]))
      for token in ["goes", "returns", "other"] { await server.call(.delete, "/tokens/\(token)").succeeds() }
      await server.register(.device("returns", uid: "u"))
      await server.register(.device("late", uid: "u"))
      var swapped = JSONObject.device("moved", uid: "u")
      swapped["oldToken"] = "moves"
      await server.register(swapped)
      await server.settle()
      #expect(await server.reasons() == ["stays": "ACCEPTED", "goes": "TOKEN_REMOVED", "returns": "TOKEN_REMOVED", "moves": "TOKEN_REMOVED"])
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["targetCount"] == 1 && message["sentCount"] == 1 && message["messageStatus"] == "COMPLETE")
      // What had to be remembered for it is forgotten, and the next message sees the registrations of now.
      await server.deliver(Body.notification(["type": "UID", "to": ["u"]]))
      #expect(await server.reasons() == ["stays": "ACCEPTED", "returns": "ACCEPTED", "late": "ACCEPTED", "moved": "ACCEPTED"])
    }
  }

  @Test func everybodyGoneIsNoTarget() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      try await server.insert(Body.notification())
      await server.call(.delete, "/tokens/t").succeeds()
      await server.settle()
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET")
      #expect(await server.reasons() == ["t": "TOKEN_REMOVED"])
    }
  }
}

extension TestServer {
  /// Registers many at once.
  func store(_ requests: [RegistrationRequest]) async throws {
    let now = now
    try await application.store.write { store in
      let app = try store.ensureApp("APP", now: now)
      for request in requests { try store.register(request, singleToken: false, app: app, now: now) }
    }
  }
}
