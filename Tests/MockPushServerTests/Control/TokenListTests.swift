import PushStore
import Testing

@testable import MockPushServer

/// An app's tokens as a page lists, shows, registers and removes them.
@Suite struct TokenListTests {
  private static func tokens(_ server: TestServer, _ query: String) async -> [String] {
    let answer = await server.control(.get, "/tokens?\(query)")
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return answer.column("tokens", "token") ?? []
  }

  @Test func theNewestIsFirstAndWhole() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.freeze("2026-03-02T09:00:01+09:00")
      await server.register(.device("b#tenant=shop", .fcm, (true, true, false)))
      let answer = await server.control(.get, "/tokens")
      #expect(answer.column("tokens", "token") == ["b#tenant=shop", "a"])
      #expect(answer.json["totalCount"] == 2 && answer.json["next"] == .null && answer.json["scanned"] == 2)
      var expected = try #require(await server.token("b#tenant=shop", "FCM")?.objectValue)
      expected["createdDateTime"] = "2026-03-02T09:00:01.000+09:00"
      expected["tenant"] = "shop"
      expected["isExpired"] = false
      #expect(answer.json["tokens"]?.arrayValue?[0] == .object(expected))
      #expect(await server.control(.get, "/tokens", app: "EMPTY").json == ["tokens": [], "next": nil, "scanned": 0, "totalCount": 0])
      #expect(await server.send(.get, "/_mock/apps").json["apps"]?.arrayValue?.count == 1, "looking makes no app")
    }
  }

  @Test(arguments: [
    ("pushType=FCM", ["f"]), ("notification=false", ["off"]), ("ad=true&nightAd=false", ["day"]), ("ad=false", ["off"]), ("country=us", ["f"]),
    ("language=en", ["f"]), ("language=KO", ["off", "day", "a"]), ("language=e", []), ("uid=u-day", ["day"]), ("uid=U-DAY", []), ("uid=none", []),
    ("prefix=u-", ["a", "day", "f", "off"]), ("prefix=da", ["day"]), ("prefix=d&ad=false", []), ("prefix=a&uid=u-a", ["a"]), ("prefix=f&uid=u-a", []),
    ("prefix=x", []), ("prefix=%C3%A9", []), ("uid=u-a&prefix=u-", ["a"]),
  ]) func filters(query: String, found: [String]) async throws {
    try await withTestServer { server in
      await server.register(.device("a"))
      await server.register(.device("day", .apns, (true, true, false), language: "ko-KR"))
      var us = JSONObject.device("f", .fcm, language: "en-US")
      us["country"] = "US"
      await server.register(us)
      await server.register(.device("off", .apns, (false, false, false)))
      #expect(await Self.tokens(server, query) == found)
    }
  }

  @Test func aTagNarrows() async throws {
    try await withTestServer { server in
      for token in ["a", "b", "c"] { await server.register(.device(token)) }
      await server.register(.device("c2", .fcm, uid: "u-c"))
      let tag = await server.tag("t")
      await server.call(.post, "/tags/\(tag)/uids", json: ["uids": ["u-a", "u-c"]]).succeeds()
      #expect(await Self.tokens(server, "tag=\(tag)") == ["c2", "c", "a"])
      #expect(await Self.tokens(server, "tag=\(tag)&pushType=FCM") == ["c2"])
      #expect(await Self.tokens(server, "tag=\(tag)&prefix=c") == ["c", "c2"], "by push type, then text")
      #expect(await Self.tokens(server, "tag=\(tag)&uid=u-b") == [])
      #expect(await server.control(.get, "/tokens?tag=none").status == 404)
    }
  }

  @Test func countsAreToldWhereTheyAreKept() async throws {
    try await withTestServer { server in
      for token in ["a", "b", "c"] { await server.register(.device(token)) }
      await server.register(.device("f", .fcm))
      #expect(await server.control(.get, "/tokens?limit=1").json["totalCount"] == 4)
      #expect(await server.control(.get, "/tokens?pushType=APNS").json["totalCount"] == 3)
      #expect(await server.control(.get, "/tokens?country=KR").json["totalCount"] == nil)
    }
  }

  @Test(arguments: [
    ("limit=0", "limit"), ("limit=201", "limit"), ("pushType=GCM", "pushType is `GCM`"), ("ad=yes", "true, false"), ("after=x", "after is `x`"),
    ("after=n", "after"), ("after=u1", "after"), ("sort=uid", "`sort`"),
  ]) func refusals(query: String, words: String) async throws {
    try await withTestServer { server in
      let answer = await server.control(.get, "/tokens?\(query)")
      #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
    }
  }

  /// Whatever is asked for, the pages hold each match once, however soon a look ends.
  @Test(arguments: 0..<40) func pagesAreComplete(seed: UInt64) async throws {
    var generator = SeededGenerator(state: seed)
    let types = PushType.allCases
    let requests: [RegistrationRequest] = (0..<120).map { number in
      .sample(
        ["t", "u", "tu"].randomElement(using: &generator)! + "\(number)", type: types.randomElement(using: &generator)!,
        uid: ["u", "t"].randomElement(using: &generator)! + "\(Int.random(in: 0..<40, using: &generator))",
        agreement: Agreement(notification: .random(using: &generator), ad: .random(using: &generator), nightAd: .random(using: &generator)),
        country: ["KR", "kr", "US"].randomElement(using: &generator)!, language: ["ko", "ko_KR", "kok"].randomElement(using: &generator)!)
    }
    let choice = (0..<9).map { _ in Int.random(in: 0..<4, using: &generator) == 0 }
    let (limit, scanLimit) = (Int.random(in: 1...9, using: &generator), Int.random(in: 2...60, using: &generator))
    let prefix = ["t", "u", "tu", "u1", "t11", ""].randomElement(using: &generator)!
    try await withTestServer { server in
      try await server.store(requests)
      let tag = await server.tag("t")
      await server.call(.post, "/tags/\(tag)/uids", json: ["uids": .array((0..<8).map { .string("u\($0)") } + (0..<8).map { .string("t\($0)") })]).succeeds()
      for uid in ["u1", "t1", "u3"] { await server.call(.delete, "/uids?uids=\(uid)").succeeds() }
      let (found, wanted) = try await server.stored { store in
        let app = try #require(try store.appNumber("APP"))
        var filter = RegistrationFilter()
        if choice[0] || choice[1] { filter.prefix = prefix }
        if choice[2] { filter.uid = try store.uidTextNumber("u2", app: app) }
        if choice[3] { filter.tag = try store.tag(tag, app: app)?.number }
        if choice[4] { filter.pushType = .fcm }
        if choice[5] { filter.notification = true }
        if choice[6] { filter.ad = false }
        if choice[7] { filter.country = "KR" }
        if choice[8] { filter.language = "ko" }
        var found: [String] = []
        var cursor: RegistrationCursor?
        var turns = 0
        repeat {
          let page = try store.registrations(filter, after: cursor, limit: limit, scanLimit: scanLimit, app: app)
          #expect(page.registrations.count <= limit && page.scanned <= scanLimit + 2)
          found += page.registrations.map { "\($0.pushType.name) \($0.token)" }
          cursor = page.next.flatMap { RegistrationCursor($0.text) }
          #expect(cursor == page.next)
          turns += 1
        } while cursor != nil && turns < 2_000
        let tagged = try store.uids(with: tag, app: app)
        let wanted = try store.registrations(after: nil, limit: 1_000, app: app).filter { registration in
          (filter.prefix.map { registration.uid.hasPrefix($0) || registration.token.hasPrefix($0) } ?? true)
            && (filter.uid.map { registration.uidNumber == $0 } ?? true)
            && (filter.tag == nil || tagged.contains(registration.uidNumber.value))
            && (filter.pushType.map { registration.pushType == $0 } ?? true) && (filter.notification.map { registration.agreement.notification == $0 } ?? true)
            && (filter.ad.map { registration.agreement.ad == $0 } ?? true) && (filter.country.map { registration.country.uppercased() == $0 } ?? true)
            && (filter.language == nil || ["ko", "ko_KR"].contains(registration.language))
        }.map { "\($0.pushType.name) \($0.token)" }
        return (found, wanted)
      }
      #expect(found.sorted() == wanted.sorted())
    }
  }

  @Test func oneLookEnds() async throws {
    try await withTestServer { server in
      try await server.store((0..<50).map { .sample("t\($0)") })
      let page = try await server.stored { store in
        var filter = RegistrationFilter()
        filter.language = "xx"
        return try store.registrations(filter, after: nil, limit: 50, scanLimit: 20, app: try #require(try store.appNumber("APP")))
      }
      #expect(page.registrations.isEmpty && page.scanned == 20 && page.next != nil)
    }
  }

  // MARK: One token

  @Test func aTokenIsShownWithTheTagsOfItsUid() async throws {
    try await withTestServer { server in
      await server.register(.device("a b"))
      await server.register(.device("a b", .fcm, uid: "other"))
      let tag = await server.tag("t")
      await server.call(.post, "/tags/\(tag)/uids", json: ["uids": ["u-a b"]]).succeeds()
      let both = await server.control(.get, "/tokens/a%20b")
      #expect(both.column("tokens", "pushType") == ["APNS", "FCM"])
      #expect(both.json["tokens"]?.arrayValue?[0]["tags"]?.arrayValue?.first?["tagId"] == .string(tag))
      #expect(both.json["tokens"]?.arrayValue?[1]["tags"] == [])
      #expect(await server.control(.get, "/tokens/a%20b?pushType=FCM").column("tokens", "uid") == ["other"])
      #expect(await server.control(.get, "/tokens/a%20b?pushType=ADM").status == 404)
      #expect(await server.control(.get, "/tokens/none").status == 404)
    }
  }

  @Test func anExpiredTokenIsSaidToBe() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.change(["tokenExpiryMonths": 1])
      await server.freeze("2026-04-02T08:59:59+09:00")
      #expect(await server.control(.get, "/tokens").json["tokens"]?.arrayValue?[0]["isExpired"] == false)
      await server.freeze("2026-04-02T09:00:00+09:00")
      #expect(await server.control(.get, "/tokens").json["tokens"]?.arrayValue?[0]["isExpired"] == true)
    }
  }

  @Test func aTokenIsRegisteredByTheRulesOfTheNewestVersion() async throws {
    try await withTestServer { server in
      let made = await server.control(.post, "/tokens", json: Fixture.registration(.device("a")))
      #expect(made.status == 200, "\(made.text)")
      var shown = try #require(made.json["token"]?.objectValue)
      for key in ["createdDateTime", "isExpired", "tags"] { shown[key] = nil }
      let vendors = await server.token("a")
      #expect(vendors == .object(shown))
      let refused = await server.control(.post, "/tokens", json: Fixture.registration(without: ["deviceId"]))
      #expect(refused.status == 422 && refused.json["resultCode"] == 40003, "\(refused.text)")
      #expect(refused.sentence?.hasPrefix("POST /tokens refuses this body with 40003: ") == true)
      let mistyped = await server.control(.post, "/tokens", json: Fixture.registration(["tokn": "x"]))
      #expect(mistyped.status == 400 && mistyped.sentence?.contains("`tokn`") == true)
    }
  }

  @Test func aTokenIsRemovedInOnePushTypeOrAll() async throws {
    try await withTestServer { server in
      for type in [PushType.apns, .fcm, .adm] { await server.register(.device("a", type)) }
      #expect(await server.control(.delete, "/tokens/a?pushType=FCM").json == ["removed": 1])
      #expect(await server.control(.delete, "/tokens/a").json == ["removed": 2])
      #expect(await server.control(.delete, "/tokens/a").json == ["removed": 0], "as for SDKs, which unregister twice")
      #expect(await server.control(.delete, "/tokens/a", app: "EMPTY").json == ["removed": 0])
      #expect(await server.control(.get, "/tokens").json["totalCount"] == 0)
    }
  }
}
