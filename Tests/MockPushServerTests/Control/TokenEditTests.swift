import Testing

@testable import MockPushServer

/// Contract 8.4: an administrator edits dates of consent.
@Suite struct TokenEditTests {
  @Test func datesAreEditedAndNothingElse() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-02T09:00:00+09:00")
      await server.register(.device("t"))
      let before = try #require(await server.token("t")?.objectValue)
      await server.freeze("2026-03-02T10:00:00+09:00")
      let both = await server.control(.patch, "/tokens/t", json: [
        "pushType": "APNS", "adAgreementDateTime": "2024-03-02T00:00:00Z", "nightAdAgreementDateTime": "2026-03-02T10:00:00+09:00",
      ])
      var expected = before
      expected["adAgreementDateTime"] = "2024-03-02T09:00:00.000+09:00"
      expected["nightAdAgreementDateTime"] = "2026-03-02T10:00:00.000+09:00"
      #expect(both.status == 200 && both.json["token"] == .object(expected), "\(both.text)")
      _ = await server.control(.patch, "/tokens/t", json: ["pushType": "APNS", "nightAdAgreementDateTime": "2020-01-01T00:00:00+09:00"])
      expected["nightAdAgreementDateTime"] = "2020-01-01T00:00:00.000+09:00"
      #expect(await server.token("t") == .object(expected), "one alone leaves the other")
      // As any date of consent, it stays while the flag does.
      await server.register(.device("t"))
      #expect(await server.token("t")?["adAgreementDateTime"] == "2024-03-02T09:00:00.000+09:00")
    }
  }

  @Test func theOtherPushTypeOfTheSameTextStays() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.register(.device("t", .fcm, uid: "f"))
      await server.agreed("t", .fcm, at: "2020-01-01T00:00:00+09:00")
      #expect(await server.token("t")?["adAgreementDateTime"]?.stringValue == Fixture.wireTime(0))
      #expect(await server.token("t", "FCM")?["adAgreementDateTime"] == "2020-01-01T00:00:00.000+09:00")
    }
  }

  @Test(arguments: [
    ("t", [:], 400, "pushType"), ("t", ["pushType": "GCM", "adAgreementDateTime": "2024-03-02T00:00:00Z"], 400, "FCM"),
    ("t", ["pushType": "APNS"], 400, "names no date"), ("t", ["pushType": "APNS", "adAgreementDateTime": nil], 400, "cannot be taken away"),
    ("t", ["pushType": "APNS", "adAgreementDateTime": 5], 400, "adAgreementDateTime must be a string"),
    ("t", ["pushType": "APNS", "nightAdAgreementDateTime": "2024-02-30T00:00:00Z"], 400, "nightAdAgreementDateTime must be"),
    ("t", ["pushType": "APNS", "adAgreementDateTime": "2026-03-02T09:00:00.001+09:00"], 400, "after 2026-03-02T09:00:00.000+09:00"),
    ("t", ["pushType": "APNS", "adAgreementDatetime": "2024-03-02T00:00:00Z"], 400, "Did you mean `adAgreementDateTime`?"),
    ("none", ["pushType": "APNS", "adAgreementDateTime": "2024-03-02T00:00:00Z"], 404, "no APNS registration"),
    ("t", ["pushType": "FCM", "adAgreementDateTime": "2024-03-02T00:00:00Z"], 404, "no FCM registration"),
    ("day", ["pushType": "APNS", "nightAdAgreementDateTime": "2024-03-02T00:00:00Z"], 409, "isNightAdAgreement of this registration is false"),
    ("none-of-it", ["pushType": "APNS", "adAgreementDateTime": "2024-03-02T00:00:00Z"], 409, "isAdAgreement of this registration is false"),
  ] as [(String, JSON, Int, String)]) func refusals(token: String, body: JSON, status: Int, words: String) async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-02T09:00:00+09:00")
      await server.register(.device("t"))
      await server.register(.device("day", .apns, (true, true, false)))
      await server.register(.device("none-of-it", .apns, (true, false, false)))
      let before = await server.token(token)
      let answer = await server.control(.patch, "/tokens/\(token)", json: body)
      #expect(answer.status == status && answer.sentence?.contains(words) == true, "\(answer.text)")
      #expect(await server.token(token) == before)
    }
  }

  @Test func anAppWithoutDataHasNoToken() async throws {
    try await withTestServer { server in
      let answer = await server.control(
        .patch, "/tokens/t", json: ["pushType": "APNS", "adAgreementDateTime": "2024-03-02T00:00:00Z"], app: "EMPTY")
      #expect(answer.status == 404)
      #expect(await server.send(.get, "/_mock/apps").json["apps"] == [], "it made none")
    }
  }
}
