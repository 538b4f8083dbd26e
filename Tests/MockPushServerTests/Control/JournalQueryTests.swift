import PushStore
import Testing

@testable import MockPushServer

/// Looking requests up in the journal.
@Suite struct JournalQueryTests {
  /// Requests 1 to 9.
  private static func fill(_ server: TestServer) async {
    await server.register(["token": "t/1", "uid": "u1"])
    await server.register(["token": "t2", "oldToken": "t/1", "uid": "u2"], .v23)
    await server.call(.get, "/tokens/t%2F1?pushType=APNS").refuses(40401)
    await server.call(.get, "/tokens?uid=u1", .v22).succeeds()
    server.pass(seconds: 60)
    _ = await server.call(.delete, "/uids?uids=u1,u3", app: "OTHER")
    _ = await server.call(.get, "/uids/u2/tag-ids")
    _ = await server.call(.post, "/tokens", text: "{\"token\":")
    _ = await server.send(.put, "/elsewhere?token=t2")
    await server.register(["token": "t/1", "uid": "u1"], app: "OTHER")
  }

  static let queries: [(String, [Int])] = [
    ("", [9, 8, 7, 6, 5, 4, 3, 2, 1]), ("method=POST", [9, 7, 2, 1]), ("method=put", [8]), ("method=PATCH", []),
    ("path=/push/v2.4/appkeys/APP/tokens", [7, 1]), ("path=*/tokens", [9, 7, 4, 2, 1]), ("path=/push/%2A", [9, 7, 6, 5, 4, 3, 2, 1]),
    ("path=/push/{version}/appkeys/{appkey}/tokens/{token}", [3]), ("path=*t%252F1", [3]), ("path=(unknown)", [8]), ("path=/push", []),
    ("version=v2.3", [2]), ("version=v2", []), ("appkey=OTHER", [9, 5]), ("appkey=other", []),
    ("resultCode=40401", [8, 3]), ("resultCode=0", [9, 6, 5, 4, 2, 1]),
    ("uid=u1", [9, 5, 4, 1]), ("uid=u2", [6, 2]), ("uid=u3", [5]), ("token=t/1", [9, 3, 2, 1]), ("token=t2", [8, 2]), ("token=t", []),
    ("from=2026-03-02T09:01:00%2B09:00", [9, 8, 7, 6, 5]), ("to=2026-03-02T00:00:59.999Z", [4, 3, 2, 1]),
    ("from=2026-03-02T09:00:00%2B09:00&to=2026-03-02T09:00:00%2B09:00", [4, 3, 2, 1]),
    ("since=2026-03-02T09:00:00%2B09:00", [9, 8, 7, 6, 5, 4, 3, 2, 1]), ("since=2999-01-01T00:00:00Z", []),
    ("method=POST&uid=u1&appkey=APP", [1]), ("limit=2", [9, 8]), ("limit=2&method=POST", [9, 7]), ("before=4", [3, 2, 1]), ("after=7", [9, 8]),
    ("before=4&after=2", [3]), ("before=1", []), ("after=99", []), ("uid=", [9, 8, 7, 6, 5, 4, 3, 2, 1]),
  ]

  @Test(arguments: [0, 1, 2, 3]) func queriesFindWhatTheyName(part: Int) async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-02T09:00:00+09:00")
      await Self.fill(server)
      for (query, expected) in Self.queries.enumerated().filter({ $0.offset % 4 == part }).map(\.element) {
        let found = await server.journal(query).compactMap { $0["number"]?.intValue }
        #expect(found == expected, "\(query)")
      }
    }
  }

  @Test func pagesEndWhereTheNextBegins() async throws {
    try await withTestServer { server in
      await Self.fill(server)
      var pages: [[Int]] = []
      var next: String? = "10"
      while let before = next {
        let page = await server.send(.get, "/_mock/requests?limit=2&method=POST&before=\(before)").json
        pages.append(page["requests"]?.arrayValue?.compactMap { $0["number"]?.intValue } ?? [])
        next = page["next"]?.stringValue
      }
      #expect(pages == [[9, 7], [2, 1]], "and no empty page behind the last")
    }
  }

  @Test func aPageOfLongBodiesIsShorterThanItsLimit() async throws {
    try await withTestServer { server in
      // Each is shown six times as long.
      for _ in 0..<150 { _ = await server.send(.post, "/", bytes: Array(repeating: 1, count: 16_384)) }
      let page = await server.send(.get, "/_mock/requests?limit=1000")
      #expect(page.body.count < 9_000_000)
      let shown = try #require(page.json["requests"]?.arrayValue).count
      let next = try #require(page.json["next"]?.stringValue)
      let rest = await server.journal("limit=1000&before=\(next)")
      #expect(shown < 150 && shown + rest.count == 150)
    }
  }

  @Test(arguments: [
    ("requests?metod=GET", ["`metod`", "method"]), ("requests?method=GTE", ["`GTE`", "GET"]), ("requests?path=push", ["begins with `/`"]),
    ("requests?path=/x?y", ["without its query"]), ("requests?resultCode=x", ["resultCode"]),
    ("requests?limit=1001", ["1000"]), ("requests?limit=0", ["limit"]),
    ("requests?from=2026-03-02T09:00:00+09:00", ["%2B"]), ("requests?since=yesterday", ["since"]), ("requests?before=-1", ["before"]),
    ("requests/first", ["latest", "first"]), ("requests?body=%7B%7D", ["`body`"]),
  ]) func wrongQueriesAreToldInOneSentence(path: String, words: [String]) async throws {
    try await withTestServer { server in
      let answer = await server.send(.get, "/_mock/\(path)")
      #expect(answer.status == 400)
      for word in words { #expect(answer.sentence?.contains(word) == true, "\(answer.text)") }
    }
  }

  @Test(arguments: ["0", "2", "-1", "9223372036854775807"]) func aNumberThatIsNotThereIs404(number: String) async throws {
    try await withTestServer { server in
      _ = await server.send(.get, "/")
      #expect(await server.send(.get, "/_mock/requests/\(number)").status == 404)
      #expect(await server.send(.get, "/_mock/requests/1").status == 200)
    }
  }

  @Test func anEmptyJournalHasNoLatest() async throws {
    try await withTestServer { server in #expect(await server.send(.get, "/_mock/requests/latest").status == 404) }
  }

  // MARK: Forgetting

  @Test(arguments: [
    (Request.Method.delete, "/_mock/requests", nil), (.post, "/_mock/reset", nil),
    (.put, "/_mock/clock", ["now": "2020-01-01T00:00:00Z", "reset": true]),
  ] as [(Request.Method, String, JSON?)]) func itIsForgottenAndNumbersGoOn(method: Request.Method, path: String, body: JSON?) async throws {
    try await withTestServer { server in
      for _ in 0..<3 { _ = await server.send(.get, "/") }
      #expect(await server.send(method, path, json: body, headers: [("Content-Type", "application/json")]).status == 200)
      #expect(await server.journal() == [])
      _ = await server.send(.get, "/")
      #expect(await server.journal().map { $0["number"]?.intValue } == [5], "the reset has the number 4")
    }
  }

  @Test(arguments: [
    (Request.Method.get, "/_mock/requests"), (.get, "/_mock/requests/1"), (.delete, "/_mock/requests"), (.post, "/_mock/requests/verify"),
    (.get, "/_mock/requests/stream"),
  ]) func aJournalThatIsOffSaysSo(method: Request.Method, path: String) async throws {
    var options = TestServer.Options()
    options.journal = false
    try await withTestServer(options) { server in
      _ = await server.send(.get, "/")
      let answer = await server.send(method, path)
      #expect(answer.status == 404 && answer.sentence?.contains("--journal off") == true)
      #expect(await server.send(.post, "/_mock/reset").status == 200)
    }
  }

  @Test(arguments: [
    (Request.Method.post, "/_mock/requests/stream", "GET"), (.get, "/_mock/requests/verify", "POST"), (.put, "/_mock/requests/1", "GET"),
    (.post, "/_mock/requests", "GET, DELETE"),
  ]) func anotherMethodIsToldThoseOfThatPath(method: Request.Method, path: String, allowed: String) async throws {
    try await withTestServer { server in
      let answer = await server.send(method, path)
      #expect(answer.status == 405 && answer.headers.first { $0.name == "Allow" }?.value == allowed)
    }
  }
}
