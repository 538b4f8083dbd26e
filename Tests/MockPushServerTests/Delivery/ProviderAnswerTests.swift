import PushStore
import Testing

@testable import MockPushServer

/// Contract 11: what each answer of a provider does to the token.
@Suite struct ProviderAnswerTests {
  @Test(arguments: ["INVALID_TOKEN", "WRONG_ENVIRONMENT"]) func invalidToken(answer: String) async throws {
    try await withTestServer { server in
      await server.register(.device("bad", uid: "u"))
      await server.register(.device("good", uid: "u"))
      await server.devices([["token": "bad", "answer": .string(answer)]])
      let message = await server.deliver(Body.notification())
      #expect(message["targetCount"] == 2 && message["sentCount"] == 1 && message["messageStatus"] == "COMPLETE")
      #expect(message["outcomes"] == ["SENT": 1, "SENT_FAILED": 0, "INVALID_TOKEN": 1, "FILTERED": 0])
      let invalid = await server.call(.get, "/invalid-tokens").succeeds().json
      #expect(invalid["invalidTokens"]?.arrayValue?.map { $0["token"] } == ["bad"])
      #expect(await server.token("bad") == nil)
      #expect(await server.tokens(of: "u") == ["good"])
      #expect(await server.call(.get, "/uids/u").isSuccess, "the uid stays")
      // Gone, but known: its deliveries are still told, with its uid.
      let delivery = await server.control(.get, "/tokens/bad/deliveries").json["deliveries"]?[0]
      #expect(delivery?["uid"] == "u" && delivery?["reason"]?.stringValue == answer && delivery?["outcome"] == "INVALID_TOKEN")
      #expect(delivery?["appView"] == nil && delivery?["payload"] != nil)
      // The next message has nothing to do with it.
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["good": "ACCEPTED"])
    }
  }

  @Test func providerErrorKeepsTheToken() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.devices([["token": "t", "answer": "PROVIDER_ERROR"]])
      let message = await server.deliver(Body.notification())
      #expect(message["outcomes"]?["SENT_FAILED"] == 1 && message["reasons"] == ["PROVIDER_ERROR": 1] && message["messageStatus"] == "COMPLETE")
      #expect(await server.token("t") != nil)
    }
  }

  @Test("F25", arguments: ["", "#tenant=shop"]) func replacedToken(tenant: String) async throws {
    try await withTestServer { server in
      await server.register(.device("old" + tenant, .fcm, uid: "u"))
      let before = try #require(await server.token("old" + tenant, "FCM"))
      server.pass(seconds: 60)
      await server.devices([["token": .string("old" + tenant), "answer": "TOKEN_REPLACED", "newToken": "new"]])
      let message = await server.deliver(Body.notification())
      #expect(message["sentCount"] == 1 && message["reasons"] == ["TOKEN_REPLACED": 1])
      #expect(await server.token("old" + tenant, "FCM") == nil)
      let after = try #require(await server.token("new" + tenant, "FCM"))
      for key in ["uid", "deviceId", "activatedDateTime", "adAgreementDateTime", "nightAdAgreementDateTime", "language"] {
        #expect(after[key] == before[key], "\(key) stays")
      }
      #expect(after["updatedDateTime"]?.stringValue == Fixture.wireTime(60))
      let delivery = await server.deliveries()[0]
      #expect(delivery["newToken"]?.stringValue == "new" + tenant)
      #expect(delivery["payload"]?["registration_ids"] == ["old"], "the provider knows no tenants")
      // The new token is reached by the next message alone.
      await server.control(.delete, "/devices")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["new" + tenant: "ACCEPTED"])
    }
  }

  @Test("F25: where the new token is registered, the old record just goes") func replacedByARegisteredToken() async throws {
    try await withTestServer { server in
      await server.register(.device("old", uid: "one"))
      await server.register(.device("new", uid: "two"))
      await server.devices([["token": "old", "answer": "TOKEN_REPLACED", "newToken": "new"]])
      let existing = await server.token("new")
      server.pass(seconds: 60)
      let message = await server.deliver(Body.notification())
      #expect(message["sentCount"] == 2)
      #expect(await server.reasons() == ["old": "TOKEN_REPLACED", "new": "ACCEPTED"])
      #expect(await server.token("old") == nil)
      #expect(await server.token("new") == existing, "untouched")
      #expect(await server.deliveries("latest", "token=old")[0]["newToken"] == "new")
    }
  }

  @Test func rulesAreOfOnePushTypeOrOfAll() async throws {
    try await withTestServer { server in
      for type in [PushType.apns, .fcm] { await server.register(.device("t", type)) }
      await server.devices([["token": "t", "pushType": "FCM", "answer": "PROVIDER_ERROR"]])
      await server.deliver(Body.notification())
      #expect(await server.deliveries().map { $0["reason"] } == ["ACCEPTED", "PROVIDER_ERROR"])
      // The last rule about a delivery counts.
      await server.devices([["token": "t", "answer": "PROVIDER_ERROR"], ["token": "t", "pushType": "FCM", "answer": "ACCEPT"]])
      await server.deliver(Body.notification())
      #expect(await server.deliveries().map { $0["reason"] } == ["PROVIDER_ERROR", "ACCEPTED"])
    }
  }

  @Test("contract 11, step 9: nothing but what the server adds") func invalidMessage() async throws {
    try await withTestServer { server in
      await server.register(.device("a", .apns))
      await server.register(.device("f", .fcm))
      var message = await server.deliver(Body.notification(content: ["default": ["loc-key": "K"]]))
      #expect(await server.reasons() == ["a": "ACCEPTED", "f": "INVALID_MESSAGE"])
      #expect(message["messageStatus"] == "COMPLETE")
      message = await server.deliver(Body.notification(content: ["default": [:]]))
      #expect(message["messageStatus"] == "CANCEL_INVALID_MESSAGE" && message["reasons"] == ["INVALID_MESSAGE": 2])
    }
  }

  @Test("R93: a byte over the provider's limit", arguments: [PushType.fcm, .apns, .apnsVoip, .tencent, .adm]) func size(type: PushType) async throws {
    try await withTestServer { server in
      await server.change(["messageDeliveryReceipt": false])
      await server.register(.device("t", type))
      let target: JSON = ["type": "ALL", "pushTypes": [.string(type.name)]]
      let frame: Int
      switch type.provider {
      case .fcm, .adm: frame = #"{"data":{"title":""}}"#.utf8.count
      case .apns: frame = #"{"aps":{"alert":{"title":""}}}"#.utf8.count
      case .tencent: frame = #"{"title":""}"#.utf8.count
      }
      for (extra, reason) in [(0, "ACCEPTED"), (1, "PAYLOAD_TOO_LARGE")] {
        let title = String(repeating: "a", count: ProviderLimit.bytes(type) - frame + extra)
        await server.deliver(Body.notification(target, content: ["default": ["title": .string(title)]]))
        #expect(await server.reasons() == ["t": reason])
        let codes = await server.deliveries()[0]["warnings"]?.arrayValue?.compactMap { $0["code"]?.stringValue } ?? []
        #expect(codes == [extra == 0 ? "PAYLOAD_NEAR_LIMIT" : "PAYLOAD_OVER_LIMIT"])
      }
      let limit = ProviderLimit.bytes(type)
      #expect(await server.deliveries()[0]["explanation"]?.stringValue == """
        The payload has \(limit + 1) bytes, and the provider of \(type.name) takes \(limit); shorten the content.
        """)
    }
  }
}
