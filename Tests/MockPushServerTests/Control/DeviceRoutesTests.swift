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

  @Test func rulesNameDevicesInManyWays() async throws {
    try await withTestServer { server in
      let rules: JSON = [
        ["token": "a*", "answer": "OFFLINE"], ["uid": "u-7", "answer": "DELAY_BEYOND_TTL"], ["uid": "u-*", "pushType": "FCM", "answer": "PROVIDER_ERROR"],
        ["pushType": "ADM", "answer": "INVALID_TOKEN"], ["token": "t", "uid": "u", "answer": "TOKEN_REPLACED", "newToken": "n", "receipts": ["opened": ["afterMs": 0, "probability": 1]]],
        ["token": "*", "environment": "SANDBOX", "receipts": ["received": ["afterMs": 500, "probability": .number(JSONNumber(text: "0.9"))], "opened": ["afterMs": 2000, "probability": 1]]],
      ]
      #expect(await server.control(.put, "/devices", json: ["devices": rules]).json == ["devices": rules])
      let short = await server.control(.put, "/devices", json: ["devices": [["token": "*", "receipts": ["received": [:]]]]])
      #expect(short.json["devices"] == [["token": "*", "answer": "ACCEPT", "receipts": ["received": ["afterMs": 0, "probability": 1]]]])
    }
  }

  @Test func rulesAreRemovedAsTheyAreWritten() async throws {
    try await withTestServer { server in
      await server.devices([["token": "a", "answer": "OFFLINE"], ["token": "a*", "answer": "OFFLINE"], ["uid": "a", "answer": "OFFLINE"], ["token": "a", "uid": "b", "answer": "OFFLINE"]])
      #expect(await server.control(.delete, "/devices?token=a&uid=b").json["devices"]?.arrayValue?.count == 3)
      #expect(await server.control(.delete, "/devices?token=a").json["devices"] == [["token": "a*", "answer": "OFFLINE"], ["uid": "a", "answer": "OFFLINE"]])
      #expect(await server.control(.delete, "/devices?uid=a").json["devices"] == [["token": "a*", "answer": "OFFLINE"]])
    }
  }

  @Test func thereIsAnEndToTheNumberOfRules() async throws {
    try await withTestServer { server in
      func rules(_ count: Int, _ end: String) -> JSON { .array((0..<count).map { ["token": .string("t\($0)" + end), "answer": "OFFLINE"] }) }
      await server.devices(rules(10_000, ""))
      var answer = await server.control(.put, "/devices", json: ["token": "one more", "answer": "OFFLINE"])
      #expect(answer.status == 400 && answer.sentence?.contains("at most 10000 device rules") == true)
      #expect(await server.control(.put, "/devices", json: ["token": "t7", "answer": "ACCEPT"]).status == 200, "in place of another")
      await server.devices(rules(100, "*"))
      answer = await server.control(.put, "/devices", json: ["devices": rules(101, "*")])
      #expect(answer.status == 400 && answer.sentence?.contains("101 rules name neither one token nor one uid") == true)
      #expect(await server.control(.get, "/devices").json["devices"]?.arrayValue?.count == 100)
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
    (#"{"answer":"OFFLINE"}"#, "a uid or a pushType"), (#"{"token":"a*","answer":"TOKEN_REPLACED","newToken":"n"}"#, "cannot share a new one"),
    (#"{"token":"a","answer":"TOKEN_REPLACED","newToken":"a"}"#, "replace nothing"), (#"{"token":"a","answer":"TOKEN_REPLACED","newToken":"한"}"#, "Hangul"),
    (#"{"token":"a#tenant=x","answer":"TOKEN_REPLACED","newToken":"\#(String(repeating: "n", count: 1_592))"}"#, "longer than 1600"),
    (#"{"uid":"a","answer":"TOKEN_REPLACED","newToken":"n"}"#, "needs one full token"), (#"{"token":"/a/","answer":"OFFLINE"}"#, "regular expression"),
    (#"{"uid":"a.*","answer":"OFFLINE"}"#, "regular expression"), (#"{"token":"a","receipts":5}"#, "receipts is `5`"),
    (#"{"token":"a","receipts":{}}"#, "neither received nor opened"), (#"{"token":"a","receipts":{"open":{}}}"#, "Did you mean `opened`?"),
    (#"{"token":"a","receipts":{"opened":{"after":5}}}"#, "Did you mean `afterMs`?"), (#"{"token":"a","receipts":{"opened":{"afterMs":-1}}}"#, "afterMs is `-1`"),
    (#"{"token":"a","receipts":{"opened":{"afterMs":2592000001}}}"#, "from 0 to 2592000000"), (#"{"token":"a","receipts":{"opened":{"probability":0}}}"#, "above 0 and at most 1"),
    (#"{"token":"a","answer":"OFFLINE","receipts":{"opened":{}}}"#, "no receipts to report"), (#"{"token":"a","answer":"INVALID_TOKEN","receipts":{"opened":{}}}"#, "no receipts to report"),
    (#"{"token":"a","answer":"DELAY_BEYOND_TTL","receipts":{"opened":{}}}"#, "no receipts to report"), (#"{"token":"a","answer":"DELAY"}"#, "DELAY_BEYOND_TTL"),
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
