import Testing
@testable import MockPushServer

/// `X-Mock-Hint`: one sentence with the field, the rule and what would be right; successes have none.
@Suite struct HintTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: Request.Method
    let target: String
    var body: JSON?
    let words: [String]
    var testDescription: String { "\(method.rawValue) \(target)" }
  }

  private static let base = "/push/v2.4/appkeys/APP"

  static let cases: [Case] = [
    Case(method: .delete, target: "\(base)/messages", words: ["DELETE", "/messages", "POST sends a message"]),
    Case(method: .unknown, target: "\(base)/messages", words: ["This is not a method of /messages", "POST sends a message"]),
    Case(method: .get, target: "\(base)/mesages", words: ["nearest", "GET", "/messages"]),
    Case(method: .post, target: "\(base)/token", body: [:], words: ["nearest", "POST", "/tokens"]),
    Case(method: .get, target: "\(base)/tag/ZZPP00b6", words: ["nearest", "/tags/{tagId}"]),
    Case(method: .get, target: "\(base)/user/u/tag-ids", words: ["nearest", "/uids/{uid}/tag-ids"]),
    Case(method: .get, target: "/push/v2.4/appkey/APP/tokens", words: ["/push/{version}/appkeys/{appkey}"]),
    Case(method: .get, target: "/tokens", words: ["/push/{version}/appkeys/{appkey}", "/_mock/"]),
    Case(method: .get, target: "/push/v2.3/appkeys/APP/stats", words: ["v2.4", "/statistics/"]),
    Case(method: .get, target: "/push/v2.4/appkeys/APP/statistics/token-properties", words: ["v2.0 to v2.3", "/stats"]),
    Case(method: .get, target: "/push/v3.0/appkeys/APP/tags", words: ["v2.0 to v2.4"]),
    Case(method: .get, target: "/push/v1.3/appkey/APP/tokens", words: ["v1.3", "v2.0 to v2.4"]),
    Case(method: .get, target: "/push/v2.4/appkeys/b.d/tags", words: ["appkey", "1 to 64", "A-Z"]),
    Case(method: .get, target: "\(base)/tags", words: ["X-Secret-Key", "missing"]),
    Case(method: .get, target: "/push/v2.2/appkeys/APP/tags", words: ["X-User-Access-Key-ID", "X-Secret-Access-Key"]),
    Case(method: .post, target: "\(base)/tokens", body: Fixture.registration(["pushType": "GCM"]), words: ["GCM", "FCM", "v2.3"]),
    Case(method: .post, target: "/push/v2.2/appkeys/APP/tokens", body: Fixture.registration(["pushType": "FCM"]), words: ["FCM", "GCM", "v2.2"]),
    Case(method: .post, target: "\(base)/tokens", body: Fixture.registration(["pushType": "APNS_SANDBOX_VOIP"]),
    words: ["did you mean APNS_SANDBOXVOIP"]),
    Case(method: .post, target: "\(base)/tokens", body: Fixture.registration(["uid": 5]), words: ["uid", "string"]),
    Case(method: .post, target: "\(base)/tokens", body: Fixture.registration(["isAdAgreement": "true"]), words: ["isAdAgreement", "without quotes"]),
    Case(method: .post, target: "\(base)/tokens", body: Fixture.registration(without: ["deviceId"]), words: ["deviceId", "required", "36"]),
    Case(method: .post, target: "\(base)/tokens", body: Fixture.registration(["timezoneId": "Seoul"]), words: ["timezoneId", "Asia/Seoul"]),
    Case(method: .post, target: "\(base)/tokens", body: Fixture.registration(["country": "Korea"]), words: ["country", "5", "3"]),
    Case(method: .post, target: "\(base)/tokens", body: ["x"], words: ["JSON object"]),
    Case(method: .get, target: "\(base)/tokens/t", words: ["pushType", "required"]),
    Case(method: .get, target: "\(base)/tokens/t?pushType=APNS", words: ["APNS", "app APP"]),
    Case(method: .get, target: "\(base)/uids/u/tag-ids", words: ["UID"]),
    Case(method: .post, target: "/push/v2.0/appkeys/APP/message-delivery-receipts", body: ["event": "SENT"], words: ["event", "RECEIVED or OPENED"]),
    Case(method: .get, target: "/address-book-sdk/v1.0/recipients/u/contacts/tokens/t", words: ["Notification Hub"]),
  ]

  @Test func anAppWithCredentialsOfTheOtherKindAlone() async throws {
    let one = ConfiguredApp(key: "ONE", settings: AppSettings(secretKeys: ["abcd1234"]))
    let other = ConfiguredApp(key: "OTHER", settings: AppSettings(accessKeys: [AccessKey(id: "AAAAAAAAAAAAAAAAAAAA", secret: "bbbbbbbbbbbbbbbb")]))
    try await withTestServer(apps: [one, other]) { server in
      let pair = await server.send(.get, "/push/v2.2/appkeys/ONE/tags", headers: Credentials.pair).refuses(40101)
      #expect(pair.hint?.contains("its accessKeys are empty") == true)
      let key = await server.send(.get, "/push/v2.4/appkeys/OTHER/tags", headers: [("X-Secret-Key", "abcd1234")]).refuses(40101)
      #expect(key.hint?.contains("its secretKeys are empty") == true)
    }
  }

  @Test(arguments: cases) func aRefusalSaysWhatWouldBeRight(_ test: Case) async throws {
    try await withTestServer { server in
      let hint = try #require(await server.send(test.method, test.target, json: test.body).hint)
      for word in test.words { #expect(hint.contains(word), "\(hint)") }
      #expect(server.log.lines.last?.contains("hint=") == true, "its log line has the same text")
    }
  }

  @Test func successesHaveNoHint() async throws {
    try await withTestServer { server in
      let answer = await server.call(.post, "/tokens", json: Fixture.registration())
      #expect(answer.headers.isEmpty)
    }
  }

  @Test(arguments: ["\r\nX-Injected: 1", "한글", "\u{0}", "\u{7F}", String(repeating: "x", count: 3_000), String(repeating: "\u{1F600}", count: 400)])
  func hintsAreOneLineOfPrintableASCIIWhateverWasSent(_ text: String) async throws {
    try await withTestServer { server in
      let escaped = Wire.escaped(text)
      let answers = [
        await server.call(.post, "/tokens", json: Fixture.registration(["pushType": .string(text)])),
        await server.call(.post, "/tokens", json: Fixture.registration([:], without: ["token"])),
        await server.send(.get, "/push/v2.4/appkeys/\(escaped)/tags"), await server.send(.get, "/push/v2.4/appkeys/APP/\(escaped)"),
        await server.send(.get, "/push/\(escaped)/appkeys/APP/tags"), await server.call(.get, "/tokens-by-cursor?limit=\(escaped)"),
        await server.call(.get, "/tokens/\(escaped)?pushType=\(escaped)"),
      ]
      for answer in answers {
        let hint = try #require(answer.hint)
        #expect(hint.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && hint.utf8.count <= 510)
        #expect(answer.json["header"]?["isSuccessful"] == false)
      }
    }
  }
}
