import PushStore
import Testing

@testable import MockPushServer

/// POST /_mock/reset with parts.
@Suite struct ResetTests {
  private static let type = [("Content-Type", "application/json")]

  /// Something in each part.
  private static func prepare(_ server: TestServer) async {
    await server.register()
    await server.devices([["token": "a", "answer": "INVALID_TOKEN"]])
    #expect(await server.send(.post, "/_mock/faults", json: ["match": ["appkey": "NONE"], "then": ["status": 500]], headers: type).status == 201)
    let hook: JSON = ["webhooks": [["url": "http://127.0.0.1:9/hook"]]]
    #expect(await server.send(.put, "/_mock/webhooks", json: hook, headers: type).status == 200)
    await server.advance(by: "PT1H")
  }

  /// The parts in which something is left.
  private static func left(_ server: TestServer) async -> Set<String> {
    var left: Set<String> = []
    if server.now != TestServer.start { left.insert("clock") }
    if await server.control(.get, "/devices").json["devices"] != [] { left.insert("devices") }
    if await server.send(.get, "/_mock/faults").json["faults"] != [] { left.insert("faults") }
    if await server.send(.get, "/_mock/webhooks").json["webhooks"] != [] { left.insert("webhooks") }
    if await server.send(.get, "/_mock/requests").json["requests"] != [] { left.insert("journal") }
    if (try? await server.stored { try $0.appNumber("APP") }) != .some(nil) { left.insert("data") }
    return left
  }

  static let all: Set = ["data", "faults", "devices", "journal", "clock", "webhooks"]

  @Test(arguments: [["data"], ["faults"], ["devices"], ["journal"], ["webhooks"], ["data", "clock"], ["journal", "faults", "faults"], all.sorted()])
  func whatIsNamedIsResetAndNothingElse(_ parts: [String]) async throws {
    try await withTestServer { server in
      await Self.prepare(server)
      #expect(await Self.left(server) == Self.all)
      let answer = await server.send(.post, "/_mock/reset", json: ["parts": .array(parts.map(JSON.string))], headers: Self.type)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(await Self.left(server) == Self.all.subtracting(parts))
      let told = answer.json["reset"]?.stringValue
      #expect(Set(told == "everything" ? Self.all.sorted() : told?.components(", ") ?? []) == Set(parts))
      // Everything goes on.
      await server.register(.device("new"))
      await server.deliver(Body.notification())
      #expect(await server.reasons()["new"] == "ACCEPTED")
    }
  }

  @Test func withoutPartsItIsEverything() async throws {
    for body: JSON? in [nil, [:], ["parts": nil]] {
      try await withTestServer { server in
        await Self.prepare(server)
        #expect(await server.send(.post, "/_mock/reset", json: body, headers: Self.type).json == ["reset": "everything"])
        #expect(await Self.left(server) == [])
      }
    }
  }

  @Test(arguments: [
    ("{\"parts\":[\"jurnal\"]}", "Did you mean `journal`?"), ("{\"parts\":[]}", "such as [\"data\"]"), ("{\"parts\":\"data\"}", "such as [\"data\"]"),
    ("{\"parts\":[1]}", "data, faults, devices, journal, clock, webhooks"), ("{\"part\":[\"data\"]}", "Did you mean `parts`?"), ("[\"data\"]", "object"),
  ]) func whatIsNoListOfPartsResetsNothing(_ body: String, _ words: String) async throws {
    try await withTestServer { server in
      await Self.prepare(server)
      for path in ["/_mock/reset", "/_mock/apps/APP/reset"] {
        let answer = await server.send(.post, path, bytes: Array(body.utf8), headers: Self.type)
        #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
        #expect(await server.send(.post, path + "?parts=data").status == 400)
      }
      #expect(await Self.left(server) == Self.all)
    }
  }

  /// The clock alone: only where stored order stays true.
  @Test func theClockAloneDoesNotGoBackBehindWhatIsStored() async throws {
    try await withTestServer { server in
      func reset(_ parts: JSON) async -> TestAnswer { await server.send(.post, "/_mock/reset", json: ["parts": parts], headers: Self.type) }
      await server.register()
      await server.advance(by: "PT1H")
      #expect(await reset(["clock"]).status == 200, "nothing is newer")
      #expect(server.now == TestServer.start)
      await server.advance(by: "PT1H")
      await server.register(.device("b"))
      await server.devices([["token": "a", "answer": "INVALID_TOKEN"]])
      let refused = await reset(["clock", "devices"])
      #expect(refused.status == 409 && refused.sentence?.contains("Name data in parts as well") == true, "\(refused.text)")
      #expect(server.now == TestServer.at(3_600))
      #expect(await server.control(.get, "/devices").json["devices"] != [], "all or nothing")
      #expect(await reset(["clock", "data"]).status == 200)
      #expect(server.now == TestServer.start)
    }
  }

  @Test func dataAloneLeavesTheClockAndItIsStored() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options(database: folder.database)
    try await withTestServer(options) { server in
      await server.advance(by: "PT1H")
      #expect(await server.send(.post, "/_mock/reset", json: ["parts": ["data"]], headers: Self.type).json == ["reset": "data"])
      #expect(server.now == TestServer.at(3_600))
    }
    options.clock = nil
    try await withTestServer(options) { server in #expect(server.now == TestServer.at(3_600)) }
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] { split(separator: separator).map(String.init) }
}
