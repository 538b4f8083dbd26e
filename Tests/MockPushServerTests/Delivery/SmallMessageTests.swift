import PushStore
import Testing

@testable import MockPushServer

/// A message whose recipients are one page is counted, sent and completed by one transaction: all of it, or nothing.
@Suite struct SmallMessageTests {
  /// Nothing, one less than a page, a whole page (of which nobody knows that it is the last), one more.
  @Test(arguments: [0, 1, 999, 1_000, 1_001]) func bothWaysComeToTheSame(count: Int) async throws {
    try await withTestServer { server in
      try await server.store((0..<count).map { .sample("t\($0)", type: $0 % 2 == 0 ? .fcm : .apnsVoip, uid: "u\($0)") })
      let targets = (count + 1) / 2
      let message = await server.deliver(Body.notification())
      #expect(message["messageStatus"] == (count == 0 ? "CANCEL_NO_TARGET" : "COMPLETE"))
      #expect(message["targetCount"]?.intValue == targets && message["sentCount"]?.intValue == targets)
      #expect(message["outcomes"]?["FILTERED"]?.intValue == count - targets)
      #expect(await server.deliveries().count == count)
      // Named by their uids, a list of exactly one page has no further one.
      let uids = (0..<count).map { JSON.string("u\($0)") } + ["nobody"]
      let named = await server.deliver(Body.notification(["type": "UID", "to": .array(uids)]))
      #expect(named["targetCount"]?.intValue == targets && named["sentCount"]?.intValue == targets)
      #expect(await server.deliveries().count == count)
    }
  }

  /// After the question for the generation the store takes one write more.
  @Test func oneTransactionIsEnough() async throws {
    try await withTestServer { server in
      await server.register(.device("a"))
      let id = String(try await server.insert(Body.notification()).messageId)
      let engine = server.engine(BreakingStore(server.application.store, pages: 0))
      await #expect(throws: BreakingStore.Broken.self, "at the next look") { try await engine.settle() }
      #expect(await server.reasons(id) == ["a": "ACCEPTED"])
      let message = await server.control(.get, "/messages/\(id)").json
      #expect(message["messageStatus"] == "COMPLETE" && message["sentCount"] == 1 && message["isNight"] == false)
    }
  }

  @Test func aCrashLeavesNothingAndTheNextLookDeliversAll() async throws {
    try await withTestServer { server in
      await server.register(.device("a"))
      await server.register(.device("gone"))
      await server.register(.device("dead"))
      await server.devices([["token": "dead", "answer": "INVALID_TOKEN"]])
      let id = String(try await server.insert(Body.notification()).messageId)
      await server.call(.delete, "/tokens/gone").succeeds()
      let engine = server.engine(BreakingStore(server.application.store, pages: -1))
      await #expect(throws: BreakingStore.Broken.self) { try await engine.settle() }
      let before = await server.control(.get, "/messages/\(id)").json
      #expect(before["messageStatus"] == "READY" && before["targetCount"] == 0 && before["completedDateTime"] == nil)
      #expect(await server.deliveries(id) == [])
      #expect(await server.token("dead") != nil)

      await server.settle()
      #expect(await server.reasons(id) == ["a": "ACCEPTED", "gone": "TOKEN_REMOVED", "dead": "INVALID_TOKEN"])
      let message = await server.control(.get, "/messages/\(id)").json
      #expect(message["messageStatus"] == "COMPLETE" && message["targetCount"] == 2 && message["sentCount"] == 1)
      #expect(await server.token("dead") == nil)
      let left = try await server.stored { store in try store.removedRegistrations(upTo: .max, app: store.appNumber("APP")!) }
      #expect(left.isEmpty)
    }
  }

  @Test func aResetThatComesFirstLeavesNothingOfIt() async throws {
    try await withTestServer { server in
      await server.register(.device("old"))
      try await server.insert(Body.notification())
      let broken = BreakingStore(server.application.store, pages: -1) {
        _ = await server.send(.post, "/_mock/reset")
        await server.register(.device("new"))
        _ = try? await server.insert(Body.notification(["type": "UID", "to": ["nobody"]]))
      }
      try await server.engine(broken).settle()
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["messageStatus"] == "CANCEL_NO_TARGET" && message["targetCount"] == 0, "nothing of the old message was written to the new one")
      #expect(await server.deliveries() == [])
    }
  }

  @Test func whenEveryTargetFailsForItsContentItIsCanceled() async throws {
    try await withTestServer { server in
      await server.register(.device("a"))
      await server.register(.device("b", .fcm))
      let message = await server.deliver(Body.notification(content: ["default": [:]]))
      #expect(message["messageStatus"] == "CANCEL_INVALID_MESSAGE" && message["targetCount"] == 2 && message["sentCount"] == 0)
    }
  }
}
