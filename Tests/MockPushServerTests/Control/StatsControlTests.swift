import PushStore
import Testing

@testable import MockPushServer

/// The vendor's statistics without a secret key: the same numbers.
@Suite struct StatsControlTests {
  @Test(arguments: [
    "/stats?eventCategory=MESSAGE", "/stats?eventCategory=MESSAGE&timeUnit=HOURS&extra1s=FCM", "/stats?eventCategory=TOKEN_REGISTRATION&statisticsType=DAILY",
    "/stats?eventCategory=TOKEN_AGREEMENT&statisticsType=BY_DAY", "/stats?eventCategory=TOKEN_COUNTRY&from=2026-03-02T08:00:00%2B09:00",
    "/stats/total?eventCategory=MESSAGE&statsCriteria=EVENT,EXTRA_1", "/stats/total?eventCategory=TOKEN_LANGUAGE", "/invalid-tokens?pageSize=1",
    "/statistics/token-properties?tokenProperties=timezoneId",
  ]) func numbersAreTheVendors(path: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.register(.device("f", .fcm, (true, false, false), language: "en"))
      await server.devices([["token": "f", "answer": "INVALID_TOKEN"]])
      await server.deliver(Body.notification())
      await server.freeze("2026-03-02T09:10:00+09:00")
      var vendors = try #require(await server.call(.get, path, path.hasPrefix("/statistics") ? .v23 : .v24).succeeds().json.objectValue)
      vendors["header"] = nil
      let ours = await server.control(.get, path)
      #expect(ours.status == 200 && ours.json == .object(vendors) && !vendors.members.isEmpty, "\(ours.text)")
    }
  }

  @Test func refusals() async throws {
    try await withTestServer { server in
      let empty = await server.control(.get, "/stats")
      #expect(empty.status == 422 && empty.json["resultCode"] == 40003)
      #expect(empty.sentence?.hasPrefix("GET /stats refuses this request with 40003: ") == true)
      #expect(await server.control(.get, "/stats?eventCategory=MESSAGE&statsCriteria=EVENT").status == 400, "of the totals only")
    }
  }
}
