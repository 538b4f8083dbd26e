import Testing
@testable import MockPushServer

/// Contract 8.4, R31, R32: which date moves when. Times are seconds after the clock's start.
@Suite struct RegistrationTimestampTests {
  static let changes: [(String, JSONObject)] = [
    ("uid", ["uid": "other"]), ("notification", ["isNotificationAgreement": false]), ("ad", ["isAdAgreement": false]),
    ("night", ["isNightAdAgreement": true]), ("zone", ["timezoneId": "UTC"]), ("country", ["country": "JP"]), ("country's case", ["country": "kr"]),
    ("language", ["language": "ja"]), ("language's case", ["language": "KO"]), ("device", ["deviceId": "device-2"]),
    ("device in another spelling", ["deviceId": "e\u{301}"]),
  ]

  @Test(arguments: changes) func anyChangedFieldMovesUpdated(_ name: String, _ change: JSONObject) async throws {
    try await withTestServer { server in
      await server.register(name == "device in another spelling" ? ["deviceId": "\u{E9}"] : [:])
      server.pass(seconds: 10)
      await server.register(change)
      let record = await server.token("a1b2")
      #expect(record?["updatedDateTime"] == .string(Fixture.wireTime(10)))
      #expect(record?["activatedDateTime"] == .string(Fixture.wireTime(10)))
      for (key, value) in change.members { #expect(record?[key] == value) }
      #expect(await server.token("a1b2", "APNS", .v20)?["updateDateTime"] == .string(Fixture.wireTime(10)))
    }
  }

  @Test func anUnchangedRegistrationMovesActivatedOnly() async throws {
    try await withTestServer { server in
      await server.register()
      for second: Int64 in 1...3 {
        server.pass(seconds: 1)
        await server.register()
        let record = await server.token("a1b2")
        #expect(record?["updatedDateTime"] == .string(Fixture.wireTime(0)))
        #expect(record?["activatedDateTime"] == .string(Fixture.wireTime(second)))
        #expect(record?["adAgreementDateTime"] == .string(Fixture.wireTime(0)))
      }
    }
  }

  @Test(arguments: [("isAdAgreement", "adAgreementDateTime"), ("isNightAdAgreement", "nightAdAgreementDateTime")])
  func agreementDatesFollowTheirFlag(_ flag: String, _ key: String) async throws {
    try await withTestServer { server in
      // (flag registered, when, date expected afterwards)
      let steps: [(Bool, Int64?)] = [(false, nil), (true, 1), (true, 1), (false, nil), (false, nil), (true, 5), (true, 5)]
      for (step, (value, expected)) in steps.enumerated() {
        await server.register([flag: .bool(value)])
        let record = await server.token("a1b2")
        #expect(record?[flag] == .bool(value))
        #expect(record?[key] == expected.map { .string(Fixture.wireTime($0)) }, "step \(step)")
        #expect(record?["activatedDateTime"] == .string(Fixture.wireTime(Int64(step))))
        server.pass(seconds: 1)
      }
    }
  }

  @Test func theTwoAgreementDatesAreIndependentOfEachOtherAndOfNotification() async throws {
    try await withTestServer { server in
      await server.register(["isNotificationAgreement": false, "isAdAgreement": false, "isNightAdAgreement": true])
      let record = await server.token("a1b2")
      #expect(record?["adAgreementDateTime"] == nil)
      #expect(record?["nightAdAgreementDateTime"] == .string(Fixture.wireTime(0)), "flags are kept as registered, also where they cannot count")
      server.pass(seconds: 5)
      await server.register(["isNotificationAgreement": true, "isAdAgreement": true, "isNightAdAgreement": true])
      let later = await server.token("a1b2")
      #expect(later?["adAgreementDateTime"] == .string(Fixture.wireTime(5)))
      #expect(later?["nightAdAgreementDateTime"] == .string(Fixture.wireTime(0)))
    }
  }

  @Test func aTokenThatWasDeletedStartsAnew() async throws {
    try await withTestServer { server in
      await server.register()
      server.pass(seconds: 5)
      await server.call(.delete, "/tokens/a1b2").succeeds()
      await server.register([:], .v20, without: ["deviceId"])
      let record = await server.token("a1b2")
      #expect(record?["adAgreementDateTime"] == .string(Fixture.wireTime(5)))
      #expect(record?["updatedDateTime"] == .string(Fixture.wireTime(5)))
      #expect(record?["deviceId"] == nil)
    }
  }
}
