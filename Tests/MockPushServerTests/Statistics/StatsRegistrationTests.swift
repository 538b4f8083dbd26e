import PushStore
import Testing

@testable import MockPushServer

/// What counts as REGISTERED and DELETED (contract 26.3, F25).
@Suite struct StatsRegistrationTests {
  private static func counts(_ server: TestServer) async -> [Int?] {
    let total = await server.total("TOKEN_REGISTRATION")
    return [total["REGISTERED"]?.intValue, total["DELETED"]?.intValue]
  }

  @Test func updatesCountNothing() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      for language in ["ko", "ko", "ja"] { await server.register(.device("a", language: language)) }
      await server.register(.device("a", .apns, uid: "other", (false, false, false)))
      #expect(await Self.counts(server) == [1, 0])
      #expect(await server.total("TOKEN_AGREEMENT")["OFF"] == 1)
    }
  }

  @Test func anOldTokenSwapCountsOneOfEach() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      var swap = JSONObject.device("b")
      swap["oldToken"] = "a"
      await server.register(swap)
      #expect(await Self.counts(server) == [2, 1])
      // The new one was there already: the old one just goes.
      await server.register(.device("c"))
      swap = .device("b")
      swap["oldToken"] = "c"
      await server.register(swap)
      #expect(await Self.counts(server) == [3, 2])
      #expect(await server.total("TOKEN_COUNTRY") == ["KR": 1])
    }
  }

  @Test func aTokenThatTheProviderReplacesCountsOneOfEach() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.register(.device("b"))
      await server.devices([["token": "a", "answer": "TOKEN_REPLACED", "newToken": "z"], ["token": "b", "answer": "TOKEN_REPLACED", "newToken": "z"]])
      await server.deliver(Body.notification())
      #expect(await Self.counts(server) == [3, 2], "b goes without a new record: z is there")
      #expect(await server.total("MESSAGE")["SENT"] == 2)
      #expect(await server.total("TOKEN_LANGUAGE") == ["ko": 1])
    }
  }

  @Test func anInvalidTokenIsDeletedAndNeitherSentNorFailed() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.register(.device("b", .apnsSandbox))
      await server.devices([["token": "a", "answer": "INVALID_TOKEN"], ["token": "b", "environment": "PRODUCTION"]])
      await server.deliver(Body.notification())
      #expect(await Self.counts(server) == [2, 2])
      #expect(await server.total("MESSAGE") == ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0])
      #expect(await server.total("TOKEN_AGREEMENT", "statsCriteria=EXTRA_1") == [:])
    }
  }

  @Test func everyWayOfRemovalCounts() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for token in ["a", "b", "c", "d", "e"] { await server.register(.device(token, uid: token < "d" ? "u" : nil)) }
      await server.call(.delete, "/uids?uids=u,nobody").succeeds()
      #expect(await Self.counts(server) == [5, 3])
      await server.call(.delete, "/tokens/d").succeeds()
      await server.call(.delete, "/tokens/d").succeeds()
      #expect(await Self.counts(server) == [5, 4])
      // The device rule, and the single-token rule.
      await server.register(["token": "f", "deviceId": "d-e", "uid": "u-e"])
      #expect(await Self.counts(server) == [6, 5])
      await server.change(["appType": "SINGLE"])
      await server.register(["token": "g", "deviceId": "d-g", "uid": "u-e"])
      #expect(await Self.counts(server) == [7, 6])
    }
  }

  @Test func filteredDeliveriesCountNothing() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a", .apns, (false, false, false)))
      await server.register(.device("b", .fcm))
      await server.deliver(Body.notification(["type": "ALL", "pushTypes": ["APNS"]]))
      #expect(await server.total("MESSAGE") == ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0])
    }
  }
}
