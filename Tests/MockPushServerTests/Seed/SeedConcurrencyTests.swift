import PushStore
import Testing

@testable import MockPushServer

/// What others see while a seed is loaded, and what becomes of one that is not loaded to its end.
@Suite struct SeedConcurrencyTests {
  private static let large = #"{"apps":[{"appkey":"APP","generate":{"tokens":15000,"tags":3}},{"appkey":"SECOND","generate":{"tokens":100}}]}"#

  /// Begins to load, and gives the id when some rows are stored.
  private static func begin(_ server: TestServer, _ text: String = large) async throws -> String {
    let answer = await server.seed(text, wait: false)
    #expect(answer.status == 202, "\(answer.text)")
    let id = try #require(answer.json["id"]?.stringValue)
    while case let job = await server.send(.get, "/_mock/seed/\(id)").json, job["state"] == "loading", job["rowsDone"] == 0 { await Task.yield() }
    return id
  }

  @Test func rowsAreSeenInOneStepWhileOthersAreAnswered() async throws {
    try await withTestServer { server in
      let id = try await Self.begin(server)
      var counts: Set<Int> = []
      var done: [Int] = []
      var answered = 0
      var isLoading = true
      while isLoading {
        let job = await server.send(.get, "/_mock/seed/\(id)").json
        done.append(job["rowsDone"]?.intValue ?? -1)
        isLoading = job["state"] == "loading"
        await server.register(["token": .string("t\(answered)"), "deviceId": .string("d\(answered)")], app: "OTHER")
        answered += 1
        let seen = try await server.stored { store in
          let first = try store.appNumber("APP").map { try store.registrationCount($0) } ?? 0
          return [first, try store.appNumber("SECOND").map { try store.registrationCount($0) } ?? 0]
        }
        #expect(seen == [0, 0] || seen == [15_000, 100])
        counts.insert(seen[0])
      }
      #expect(counts == [0, 15_000], "it was watched from the beginning to the end")
      #expect(answered > 5)
      #expect(done == done.sorted() && done.last == 15_105)
      #expect(await server.send(.get, "/_mock/seed/\(id)").json["result"]?["tokens"] == 15_100)
      try await server.expectRegistrations(answered, "OTHER")
    }
  }

  @Test func aSecondSeedIsRefusedMeanwhile() async throws {
    try await withTestServer { server in
      let id = try await Self.begin(server)
      let second = await server.seed(#"{"apps":[{"appkey":"B","generate":{"tokens":1}}]}"#)
      #expect(second.status == 409 && second.sentence?.hasPrefix("Another seed is being loaded") == true, "\(second.text)")
      _ = await server.application.seeds.ended(id)
      await server.loads(#"{"apps":[{"appkey":"B","generate":{"tokens":1}}]}"#)
    }
  }

  @Test func aResetMeanwhileEndsIt() async throws {
    try await withTestServer { server in
      let id = try await Self.begin(server)
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      let job = try #require(await server.application.seeds.ended(id))
      #expect(job.state == .failed && job.failure?.sentence.hasPrefix("The server was reset") == true)
      try await server.expectRegistrations(0)
      await server.loads(#"{"apps":[{"appkey":"APP","generate":{"tokens":10}}]}"#)
    }
  }

  @Test func aClockThatIsSetBackMeanwhileEndsIt() async throws {
    try await withTestServer { server in
      let id = try await Self.begin(server)
      await server.freeze(DateText.iso(TestServer.start.advanced(byMilliseconds: -1_000)))
      let job = try #require(await server.application.seeds.ended(id))
      #expect(job.failure?.sentence.hasPrefix("The clock was set back") == true)
      await server.application.purger.finished()
      try await server.expectRegistrations(0)
    }
  }

  @Test func anAppThatGetsDataMeanwhileKeepsItAndNothingElseIsLeft() async throws {
    try await withTestServer { server in
      let id = try await Self.begin(server)
      await server.register(app: "SECOND")
      _ = await server.application.seeds.ended(id)
      let job = await server.send(.get, "/_mock/seed/\(id)").json
      #expect(job["state"] == "failed" && job["error"]?.stringValue?.hasPrefix("App SECOND has data") == true && job["rowsDone"] == 0, "\(job.compactText)")
      await server.application.purger.finished()
      try await server.expectRegistrations(1, "SECOND")
      try await server.expectRegistrations(0, "APP")
      let left = try await server.stored { try $0.removedApp() }
      #expect(left == nil)
      #expect(await server.stats("TOKEN_REGISTRATION", "timeUnit=DAYS", app: "SECOND") != .null)
      await server.register(["token": "later", "deviceId": "later"], app: "APP")
      try await server.expectRegistrations(1, "APP")
    }
  }

  @Test func whatAnEndedServerLeftIsClearedAtTheNextStart() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options(database: folder.database)
    try await withTestServer(options) { server in
      _ = try await Self.begin(server)
      // Ends in the middle.
    }
    options.clock = nil
    try await withTestServer(options) { server in
      await server.application.purger.finished()
      let left = try await server.stored { try $0.removedApp() }
      #expect(left == nil)
      try await server.expectRegistrations(0)
      await server.loads(Self.large)
      try await server.expectRegistrations(15_000)
    }
  }

  @Test func theLast16AreKept() async throws {
    try await withTestServer { server in
      for number in 1...18 { await server.loads(#"{"apps":[{"appkey":"A\#(number)"}]}"#) }
      #expect(await server.send(.get, "/_mock/seed/s2").status == 404)
      #expect(await server.send(.get, "/_mock/seed/s3").json["state"] == "done")
      #expect(await server.send(.get, "/_mock/seed/s18").json["state"] == "done")
    }
  }
}
