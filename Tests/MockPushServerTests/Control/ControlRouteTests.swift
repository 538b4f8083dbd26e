import Testing
@testable import MockPushServer

/// Health, reset, and what our own paths say when they are called wrongly.
@Suite struct ControlRouteTests {
  @Test func healthSaysWhatRuns() async throws {
    try await withTestServer { server in
      let answer = await server.send(.get, "/_mock/health")
      #expect(answer.status == 200)
      #expect(answer.json["status"] == "ok")
      #expect(answer.json["version"] == .string(Version.text))
      #expect(answer.json["uptimeSeconds"]?.intValue != nil)
      #expect(answer.json["database"]?.stringValue?.isEmpty == false)
      #expect(answer.headers.contains { $0 == ("X-Content-Type-Options", "nosniff") })
    }
  }

  @Test func resetDeletesEverythingAndRestoresTheClock() async throws {
    try await withTestServer { server in
      await server.register()
      _ = await server.tag("t")
      server.pass(seconds: 100)
      let answer = await server.send(.post, "/_mock/reset")
      #expect(answer.status == 200 && answer.json == ["reset": "everything"])
      #expect(server.now == TestServer.start, "as the command line asked for")
      #expect(await server.token("a1b2") == nil)
      #expect(await server.tokens(of: "user-7") == [])
      #expect(await server.call(.get, "/tags").json["tags"] == [])
      await server.call(.get, "/uids/user-7").refuses(400)
      await server.register()
      #expect(await server.token("a1b2") != nil, "and it goes on")
    }
  }

  @Test func resetTakesAnEmptyObjectAndNothingElse() async throws {
    try await withTestServer { server in
      await server.register()
      let type = [("Content-Type", "application/json")]
      let refused = await server.send(.post, "/_mock/reset", json: ["app": "APP"], headers: type)
      #expect(refused.status == 400 && refused.sentence?.contains("`app`") == true)
      #expect(await server.token("a1b2") != nil)
      #expect(await server.send(.post, "/_mock/reset", json: [:], headers: type).status == 200)
      #expect(await server.token("a1b2") == nil)
    }
  }

  @Test(arguments: [
    (Request.Method.get, "/_mock/helth", 404, ["nearest", "GET /_mock/health"]), (.get, "/_mock", 404, ["nearest"]),
    (.get, "/_mock/", 404, ["nearest"]),
    (.get, "/_mock/clocks", 404, ["/_mock/clock"]), (.post, "/_mock/reset/all", 404, ["POST /_mock/reset"]),
    (.delete, "/_mock/clock", 405, ["DELETE", "GET, PUT"]),
    (.post, "/_mock/health", 405, ["POST", "GET"]), (.get, "/_mock/reset", 405, ["GET", "POST"]), (.patch, "/_mock/clock", 405, ["GET, PUT"]),
    (.get, "/_mock/ca.pem", 404, ["https is off"]), (.get, "/_mock/ca.der", 404, ["https is off"]),
    (.get, "/_mock/ca.mobileconfig", 404, ["https is off"]),
    (.get, "/_mock/%E2%80%A8", 404, ["nearest"]),
  ]) func wrongCallsAreToldInOneSentence(_ method: Request.Method, _ path: String, _ status: Int, _ words: [String]) async throws {
    try await withTestServer { server in
      let answer = await server.send(method, path)
      #expect(answer.status == status)
      let sentence = try #require(answer.sentence)
      for word in words { #expect(sentence.contains(word), "\(sentence)") }
      #expect(answer.json.objectValue?.count == 1)
      if status == 405 { #expect(answer.headers.contains { $0.name == "Allow" }) }
    }
  }

  @Test func headIsAnsweredAsGet() async throws {
    try await withTestServer { server in #expect(await server.send(.head, "/_mock/health").status == 200) }
  }

  @Test func bodiesAboveOneMebibyteAre413() async throws {
    try await withTestServer { server in
      let limit = 1024 * 1024
      let type = [("Content-Type", "application/json")]
      let text = "{\"now\":\"2026-03-02T09:00:00+09:00\"}"
      func put(_ count: Int) async -> TestAnswer {
        await server.send(.put, "/_mock/clock", bytes: Array((text + String(repeating: " ", count: count - text.utf8.count)).utf8), headers: type)
      }
      #expect(await put(limit).status == 200)
      let refused = await put(limit + 1)
      #expect(refused.status == 413 && refused.sentence?.contains("1048576") == true)
    }
  }

  @Test(arguments: ["", " ", "{", "[]", "5", "null", "{\"now\":1,\"now\":2}", "\u{FEFF}{}"]) func brokenBodiesAre400(_ text: String) async throws {
    try await withTestServer { server in
      let answer = await server.send(.put, "/_mock/clock", bytes: Array(text.utf8), headers: [("Content-Type", "application/json")])
      #expect(answer.status == 400)
      #expect(answer.sentence?.hasPrefix("The body ") == true, "\(answer.text)")
    }
  }
}
