import PushStore
import Testing
@testable import MockPushServer

/// GET /invalid-tokens (contract 21).
@Suite struct InvalidTokenTests {
  @Test(arguments: APIVersion.allCases) func onlyTokensThatAProviderCalledInvalidAreListed(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let fixture = ReadFixture(server: server)
      await fixture.registerEach([.fcm, .apnsSandbox, .adm])
      await server.register(["token": "gone", "deviceId": "x"])
      await server.call(.delete, "/tokens/gone?pushType=APNS").succeeds()
      await server.register(["token": "first", "deviceId": "same"])
      await server.register(["token": "second", "deviceId": "same"])
      fixture.answers([("t-FCM", .invalidToken), ("t-APNS_SANDBOX", .wrongEnvironment), ("t-ADM", .providerError)])
      server.pass(seconds: 5)
      let id = try await fixture.send()
      let answer = await server.call(.get, "/invalid-tokens", version).succeeds()
      #expect(answer.message == (version <= .v22 ? "SUCCESS" : "success"))
      #expect(answer.json.objectValue?.members.map(\.key) == ["header", "invalidTokens"])
      func entry(_ type: String, _ token: String) -> JSON {
        [
          "messageId": .number(JSONNumber(id)), "uid": "u", "token": .string(token), "pushType": .string(type),
          "createdDateTime": .string(Fixture.wireTime(5)),
        ]
      }
      #expect(answer.json["invalidTokens"] == [entry("APNS_SANDBOX", "t-APNS_SANDBOX"), entry(version <= .v22 ? "GCM" : "FCM", "t-FCM")])
      #expect(await server.token("t-FCM", "FCM") == nil)
    }
  }

  @Test func filtersAndPages() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let fixture = ReadFixture(server: server)
      var ids: [Int] = []
      for index in 0..<30 {
        await server.register(["token": .string("t\(index)"), "deviceId": .string("d\(index)")])
        fixture.answers([("t\(index)", .invalidToken)])
        ids.append(try await fixture.send())
        server.pass(seconds: 60)
      }
      func tokens(_ query: String) async -> [String]? { await server.call(.get, "/invalid-tokens\(query)").succeeds().column("invalidTokens", "token") }
      let all = (0..<30).reversed().map { "t\($0)" }
      #expect(await tokens("") == Array(all[..<25]))
      #expect(await tokens("?pageIndex=1") == Array(all[25...]))
      #expect(await tokens("?pageIndex=2") == [])
      #expect(await tokens("?pageSize=100") == all)
      #expect(await tokens("?messageId=\(ids[4])") == ["t4"])
      #expect(await tokens("?messageId=1") == [])
      #expect(await tokens("?to=2026-03-02T09:01%2B09:00") == ["t1", "t0"])
      #expect(await tokens("?from=2026-03-02T09:28:00.001%2B09:00") == ["t29"])
      await server.call(.get, "/invalid-tokens", app: "OTHER").succeeds()
    }
  }

  @Test func faults() async throws {
    try await withTestServer { server in
      await server.call(.get, "/invalid-tokens?pageSize=101").refuses(40008)
      await server.call(.get, "/invalid-tokens?messageId=x").refuses(40002, "Client Error. Parameter is invalid format. messageId<x>")
      await ReadFixture(server: server).refusesBadDates("/invalid-tokens")
    }
  }
}
