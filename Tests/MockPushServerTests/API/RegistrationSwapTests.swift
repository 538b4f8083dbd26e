import Testing
@testable import MockPushServer

/// The registration algorithm of contract 7.1, steps 1 to 3: identity, `oldToken`, moving uid, unchanged registration.
@Suite struct RegistrationSwapTests {
  @Test func oldTokenIsReplacedByToken() async throws {
    try await withTestServer { server in
      await server.register(["token": "old", "isNightAdAgreement": true])
      server.pass(seconds: 60)
      await server.register(["token": "new", "oldToken": "old", "isNightAdAgreement": true])
      #expect(await server.token("old") == nil)
      let record = await server.token("new")
      #expect(record?["adAgreementDateTime"] == .string(Fixture.wireTime(0)), "agreement dates carry over while the flag stays true")
      #expect(record?["nightAdAgreementDateTime"] == .string(Fixture.wireTime(0)))
      #expect(record?["updatedDateTime"] == .string(Fixture.wireTime(60)), "a swap is a change of token")
      #expect(record?["activatedDateTime"] == .string(Fixture.wireTime(60)))
      let contact = await server.call(.get, "/uids/user-7").succeeds().json["uid"]?["contacts"]?[0]
      #expect(contact?["createdDateTime"] == .string(Fixture.wireTime(0)), "createdDateTime carries over")
    }
  }

  @Test func agreementDateStartsAnewWhereTheSwapChangesTheFlag() async throws {
    try await withTestServer { server in
      await server.register(["token": "old", "isAdAgreement": true, "isNightAdAgreement": false])
      server.pass(seconds: 60)
      await server.register(["token": "new", "oldToken": "old", "isAdAgreement": false, "isNightAdAgreement": true])
      let record = await server.token("new")
      #expect(record?["adAgreementDateTime"] == nil)
      #expect(record?["nightAdAgreementDateTime"] == .string(Fixture.wireTime(60)))
    }
  }

  @Test func aSwapWithoutDeviceIdKeepsThePreviousRecords() async throws {
    try await withTestServer { server in
      await server.register(["token": "old", "deviceId": "D"])
      await server.register(["token": "new", "oldToken": "old"], .v20, without: ["deviceId"])
      #expect(await server.token("new")?["deviceId"] == "D")
    }
  }

  @Test func oldTokenEqualToTokenIsAPlainUpdate() async throws {
    try await withTestServer { server in
      await server.register()
      server.pass(seconds: 60)
      await server.register(["oldToken": "a1b2"])
      let record = await server.token("a1b2")
      #expect(record?["updatedDateTime"] == .string(Fixture.wireTime(0)))
      #expect(record?["activatedDateTime"] == .string(Fixture.wireTime(60)))
    }
  }

  @Test func unknownOldTokenIsIgnored() async throws {
    try await withTestServer { server in
      await server.register(["oldToken": "never-seen"])
      #expect(await server.tokens(of: "user-7") == ["a1b2"])
    }
  }

  @Test func whereTheNewTokenExistsTheOldOneIsStillRemoved() async throws {
    try await withTestServer { server in
      await server.register(["token": "old", "deviceId": "d1", "isAdAgreement": true])
      server.pass(seconds: 60)
      await server.register(["token": "new", "deviceId": "d2", "isAdAgreement": true])
      server.pass(seconds: 60)
      await server.register(["token": "new", "oldToken": "old", "deviceId": "d2", "isAdAgreement": true])
      #expect(await server.token("old") == nil)
      #expect(await server.token("new")?["adAgreementDateTime"] == .string(Fixture.wireTime(60)), "the existing record keeps its own dates")
    }
  }

  @Test func oldTokenIsLookedForInTheSamePushTypeAndAppOnly() async throws {
    try await withTestServer { server in
      await server.register(["token": "old", "pushType": "APNS_SANDBOX"])
      await server.register(["token": "old", "deviceId": "d2"], app: "OTHER")
      await server.register(["token": "new", "oldToken": "old"])
      #expect(await server.token("old", "APNS_SANDBOX") != nil)
      #expect(await server.token("old", app: "OTHER") != nil)
    }
  }

  @Test func oldTokenIsTheFullTextWithTenant() async throws {
    try await withTestServer { server in
      await server.register(["token": "old#tenant=A", "deviceId": "d1"])
      await server.register(["token": "old", "deviceId": "d2"])
      await server.register(["token": "new#tenant=A", "oldToken": "old#tenant=A", "deviceId": "d1"])
      #expect(await server.tokens(of: "user-7") == ["new#tenant=A", "old"])
    }
  }

  @Test func textsThatOnlyLookAlikeAreTwoTokens() async throws {
    try await withTestServer { server in
      // Composed and decomposed é: equal to Swift, two texts on the wire.
      await server.register(["token": "caf\u{E9}", "deviceId": "d1"])
      await server.register(["token": "cafe\u{301}", "deviceId": "d2"])
      #expect(await server.tokens(of: "user-7")?.count == 2)
      await server.register(["token": "cafe\u{301}", "oldToken": "caf\u{E9}", "deviceId": "d2"])
      #expect(await server.token("caf\u{E9}") == nil, "a swap between the two")
      #expect(await server.tokens(of: "user-7")?.count == 1)
    }
  }

  @Test func anotherUidMovesTheToken() async throws {
    try await withTestServer { server in
      await server.register(["uid": "first"])
      server.pass(seconds: 60)
      await server.register(["uid": "second"])
      #expect(await server.tokens(of: "first") == [])
      #expect(await server.tokens(of: "second") == ["a1b2"])
      let record = await server.token("a1b2")
      #expect(record?["updatedDateTime"] == .string(Fixture.wireTime(60)))
      #expect(record?["adAgreementDateTime"] == .string(Fixture.wireTime(0)), "a change of uid does not touch the agreement dates")
      await server.call(.get, "/uids/first").succeeds()
    }
  }

  @Test func uidsAreCaseSensitive() async throws {
    try await withTestServer { server in
      await server.register(["uid": "User", "token": "t1", "deviceId": "d1"])
      await server.register(["uid": "user", "token": "t2", "deviceId": "d2"])
      #expect(await server.tokens(of: "User") == ["t1"])
      #expect(await server.tokens(of: "user") == ["t2"])
      #expect(await server.tokens(of: "USER") == [])
    }
  }

  @Test func aKnownTokenIsNeverAlreadyRegistered() async throws {
    try await withTestServer { server in
      for version in APIVersion.allCases { await server.register([:], version) }
      #expect(await server.tokens(of: "user-7") == ["a1b2"])
    }
  }

  @Test func anAbsentDeviceIdLeavesTheStoredOne() async throws {
    try await withTestServer { server in
      await server.register(["deviceId": "D"])
      server.pass(seconds: 60)
      await server.register([:], .v21, without: ["deviceId"])
      #expect(await server.token("a1b2")?["deviceId"] == "D")
      #expect(await server.token("a1b2")?["updatedDateTime"] == .string(Fixture.wireTime(0)))
    }
  }

  @Test func appsAreApart() async throws {
    try await withTestServer { server in
      await server.register(["uid": "one"], app: "APP")
      await server.register(["uid": "two"], app: "app")
      #expect(await server.token("a1b2", app: "APP")?["uid"] == "one")
      #expect(await server.token("a1b2", app: "app")?["uid"] == "two")
    }
  }
}
