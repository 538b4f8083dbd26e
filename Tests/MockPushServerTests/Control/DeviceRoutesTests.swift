import Testing

@testable import MockPushServer

@Suite struct DeviceRoutesTests {
  @Test func rulesAreShownAsGiven() async throws {
    try await withTestServer { server in
      let rules: JSON = [
        ["token": "a", "answer": "ACCEPT"], ["token": "b", "pushType": "FCM", "answer": "INVALID_TOKEN"], ["token": "c", "answer": "WRONG_ENVIRONMENT"],
        ["token": "d", "answer": "PROVIDER_ERROR"], ["token": "e#tenant=x", "answer": "TOKEN_REPLACED", "newToken": "n"], ["token": "f", "environment": "SANDBOX"],
        ["token": "f", "pushType": "APNS", "environment": "PRODUCTION"],
      ]
      #expect(await server.control(.put, "/devices", json: ["devices": rules]).json == ["devices": rules])
      #expect(await server.control(.get, "/devices").json == ["devices": rules])
      #expect(await server.control(.get, "/devices", app: "OTHER").json == ["devices": []])
      #expect(await server.control(.delete, "/devices?token=f").json["devices"]?.arrayValue?.count == 5)
      #expect(await server.control(.put, "/devices", json: ["devices": [["token": "z", "answer": "ACCEPT"]]]).json["devices"]?.arrayValue?.count == 1, "replaced")
      #expect(await server.control(.delete, "/devices").json == ["devices": []])
      #expect(await server.control(.get, "/devices").json == ["devices": []])
    }
  }

  @Test func aSingleRuleIsAddedOrReplaced() async throws {
    try await withTestServer { server in
      await server.devices([["token": "a", "answer": "ACCEPT"], ["token": "b", "answer": "ACCEPT"]])
      _ = await server.control(.put, "/devices", json: ["token": "a", "pushType": "FCM", "answer": "ACCEPT"])
      let answer = await server.control(.put, "/devices", json: ["token": "a", "answer": "INVALID_TOKEN"])
      #expect(answer.json["devices"] == [
        ["token": "b", "answer": "ACCEPT"], ["token": "a", "pushType": "FCM", "answer": "ACCEPT"], ["token": "a", "answer": "INVALID_TOKEN"],
      ])
    }
  }

  @Test func resetForgetsThem() async throws {
    try await withTestServer { server in
      await server.devices([["token": "a", "answer": "INVALID_TOKEN"]])
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      #expect(await server.control(.get, "/devices").json == ["devices": []])
    }
  }

  @Test(arguments: [
    (#"{"devices":5}"#, "devices is a list"), (#"{"devices":[5]}"#, "devices[0] must be"), (#"{"devices":[],"token":"a"}"#, "not both"), (#"{}"#, "needs a token"),
    (#"{"token":"","answer":"ACCEPT"}"#, "token that is no text"), (#"{"token":"a"}"#, "either an answer"),
    (#"{"token":"a","answer":"ACCEPT","environment":"SANDBOX"}"#, "either an answer"), (#"{"token":"a","answer":"INVALID"}"#, "`INVALID_TOKEN`"),
    (#"{"token":"a","answer":"TOKEN_REPLACED"}"#, "needs a newToken"), (#"{"token":"a","answer":"ACCEPT","newToken":"n"}"#, "belongs to the answer TOKEN_REPLACED"),
    (#"{"token":"a","answer":"TOKEN_REPLACED","newToken":"n#tenant=x"}"#, "without, the old token's is kept"), (#"{"token":"a","environment":"DEV"}"#, "SANDBOX, PRODUCTION"),
    (#"{"token":"a","pushType":"GCM","answer":"ACCEPT"}"#, "`FCM`"), (#"{"token":"a","anwser":"ACCEPT"}"#, "`answer`"),
    (#"{"devices":[{"token":"a","answer":"ACCEPT"},{"token":"b","answr":"ACCEPT"}]}"#, "devices[1] has the unknown key `answr`"),
  ]) func badRulesChangeNothing(text: String, words: String) async throws {
    try await withTestServer { server in
      let rules: JSON = [["token": "kept", "answer": "ACCEPT"]]
      await server.devices(rules)
      let answer = await server.control(.put, "/devices", json: try Body.parsed(text))
      #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
      #expect(await server.control(.get, "/devices").json["devices"] == rules)
    }
  }
}
