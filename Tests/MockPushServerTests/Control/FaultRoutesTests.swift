import Testing

@testable import MockPushServer

@Suite struct FaultRoutesTests {
  static let rules: [JSON] = [
    ["match": [:], "then": ["delayMs": 1500]],
    ["name": "n", "match": ["method": "POST", "path": "/tokens*", "version": "v2.*", "appkey": "A*", "uid": "u-*", "token": "t", "header": ["User-Agent": "*iPhone*"]], "then": ["status": 503]],
    ["match": [:], "times": 3, "timesLeft": 3, "then": ["resultCode": 40401]],
    ["match": [:], "probability": .number(JSONNumber(text: "0.25")), "seed": 7, "then": ["resultCode": 123, "resultMessage": "Own text", "status": 500]],
    ["match": [:], "seed": 0, "then": ["delayMs": ["uniform": [0, 600_000]], "body": ["a": [1, nil]], "after": true]],
    ["match": [:], "seed": 9_007_199_254_740_991, "then": ["delayMs": ["lognormal": ["median": 300, "sigma": .number(JSONNumber(text: "0.5"))]], "connection": "reset"]],
    ["match": [:], "then": ["body": "<html>", "connection": "truncate"]],
    ["preset": "ios-push-2", "match": ["path": "/uids/*/tag-ids", "appkey": "A"], "then": ["resultCode": 40401]],
  ]

  @Test func rulesAreShownAsGiven() async throws {
    try await withTestServer { server in
      for (index, rule) in Self.rules.enumerated() {
        var given = rule.objectValue!
        given["timesLeft"] = nil
        if given["preset"] != nil { (given["then"], given["match"]) = (nil, ["appkey": "A"]) }
        var expected = rule.objectValue!
        expected["id"] = .string("f\(index + 1)")
        expected["applied"] = 0
        #expect(await server.fault(.object(given)) == .object(expected))
        #expect(await server.send(.get, "/_mock/faults/f\(index + 1)").json == .object(expected))
      }
      #expect(await server.faults().count == Self.rules.count)
      #expect(await server.send(.delete, "/_mock/faults/f2").json["faults"]?.arrayValue?.count == Self.rules.count - 1)
      #expect(await server.send(.get, "/_mock/faults/f2").status == 404)
      let answer = await server.send(.delete, "/_mock/faults/f2")
      #expect(answer.status == 404 && answer.sentence?.contains("`f2`") == true)
      #expect(await server.send(.delete, "/_mock/faults").json == ["faults": []])
      #expect(await server.fault(Self.rules[0])["id"] == "f9", "an id is never used again")
    }
  }

  @Test func nullIsAsLeftOut() async throws {
    try await withTestServer { server in
      let rule: JSON = [
        "name": nil, "match": nil, "times": nil, "probability": nil, "then": ["status": 500, "body": nil, "delayMs": nil, "connection": nil, "after": nil],
      ]
      #expect(await server.fault(rule) == ["id": "f1", "match": [:], "applied": 0, "then": ["status": 500]])
    }
  }

  @Test func aPathMayNameAllVersions() async throws {
    try await withTestServer { server in
      await server.fault(["match": ["path": "/push/v2.*/appkeys/*/tokens"], "then": ["resultCode": 40401]])
      await server.call(.post, "/tokens", .v23, json: Fixture.registration()).refuses(40401)
    }
  }

  @Test func withoutASeedOneIsChosenAndShown() async throws {
    try await withTestServer { server in
      #expect(await server.fault(["probability": .number(JSONNumber(text: "0.5")), "then": ["status": 503]])["seed"]?.intValue != nil)
      #expect(await server.fault(["then": ["status": 503]])["seed"] == nil, "nothing is left to chance")
    }
  }

  @Test(arguments: [
    (#"{}"#, "needs a then"), (#"{"then":{}}"#, "then does nothing;"), (#"{"then":{"after":true}}"#, "after says when, not what"), (#"{"then":5}"#, "then is `5`"),
    (#"{"then":{"status":503},"match":5}"#, "match is `5`: it is an object"), (#"{"than":{"status":503}}"#, "Did you mean `then`?"),
    (#"{"then":{"stauts":503}}"#, "Did you mean `status`?"), (#"{"then":{"status":503},"match":{"pth":"/a"}}"#, "Did you mean `path`?"),
    (#"{"status":503}"#, "`status` belongs into then"), (#"{"path":"/a","then":{"status":503}}"#, "`path` belongs into match"),
    (#"{"name":"","then":{"status":503}}"#, "name that is no text"), (#"{"name":5,"then":{"status":503}}"#, "name that is no text"),
    (#"{"times":0,"then":{"status":503}}"#, "times is `0`: it is how many requests"), (#"{"times":-1,"then":{"status":503}}"#, "times is `-1`"),
    (#"{"times":1.5,"then":{"status":503}}"#, "times is `1.5`"), (#"{"times":99999999999999999999,"then":{"status":503}}"#, "times is `99999999999999999999`"),
    (#"{"probability":0,"then":{"status":503}}"#, "above 0 and at most 1"), (#"{"probability":2,"then":{"status":503}}"#, "above 0 and at most 1"),
    (#"{"probability":1e999,"then":{"status":503}}"#, "above 0 and at most 1"), (#"{"probability":"0.5","then":{"status":503}}"#, "above 0 and at most 1"),
    (#"{"seed":-1,"then":{"status":503}}"#, "seed is `-1`"), (#"{"seed":9007199254740992,"then":{"status":503}}"#, "seed is `9007199254740992`"),
    (#"{"then":{"delayMs":-1}}"#, "then.delayMs is `-1`: it is milliseconds"), (#"{"then":{"delayMs":0}}"#, "from 1 to 600000"),
    (#"{"then":{"delayMs":600001}}"#, "from 1 to 600000"), (#"{"then":{"delayMs":"10"}}"#, "then.delayMs is `10`"), (#"{"then":{"delayMs":1.5}}"#, "then.delayMs"),
    (#"{"then":{"delayMs":{}}}"#, "one kind of delay"), (#"{"then":{"delayMs":{"uniform":[1,2],"lognormal":{"median":1,"sigma":1}}}}"#, "one kind of delay"),
    (#"{"then":{"delayMs":{"normal":[1,2]}}}"#, "Did you mean `lognormal`?"), (#"{"then":{"delayMs":{"uniform":[2,1]}}}"#, "the smaller one first"),
    (#"{"then":{"delayMs":{"uniform":[1,1]}}}"#, "the smaller one first"), (#"{"then":{"delayMs":{"uniform":[-1,1]}}}"#, "from 0 to 600000"),
    (#"{"then":{"delayMs":{"uniform":[1,600001]}}}"#, "from 0 to 600000"), (#"{"then":{"delayMs":{"uniform":[1,2,"a"]}}}"#, "two whole numbers"),
    (#"{"then":{"delayMs":{"uniform":5}}}"#, "two whole numbers"), (#"{"then":{"delayMs":{"lognormal":{"median":300}}}}"#, "needs a median"),
    (#"{"then":{"delayMs":{"lognormal":{"median":0,"sigma":1}}}}"#, "median is `0`"), (#"{"then":{"delayMs":{"lognormal":{"median":1,"sigma":0}}}}"#, "sigma above 0"),
    (#"{"then":{"delayMs":{"lognormal":{"median":1,"sigma":6}}}}"#, "at most 5"), (#"{"then":{"delayMs":{"lognormal":5}}}"#, "it is an object"),
    (#"{"then":{"status":99}}"#, "from 200 to 599"), (#"{"then":{"status":600}}"#, "from 200 to 599"), (#"{"then":{"status":"503"}}"#, "an HTTP status"),
    (#"{"then":{"resultCode":12345}}"#, "none of the vendor's"), (#"{"then":{"resultCode":2147483648,"resultMessage":"a"}}"#, "then.resultCode is `2147483648`"),
    (#"{"then":{"resultMessage":"a"}}"#, "the text of a resultCode"), (#"{"then":{"resultCode":40401,"resultMessage":5}}"#, "resultMessage that is no text"),
    (#"{"then":{"resultCode":40401,"body":{}}}"#, "a body of its own"), (#"{"then":{"status":204,"body":{}}}"#, "ends at its head"),
    (#"{"then":{"status":304,"resultCode":40401}}"#, "ends at its head"), (#"{"then":{"connection":"rest"}}"#, "Did you mean `reset`?"),
    (#"{"then":{"connection":true}}"#, "it is one of reset, empty, garbage, stall, truncate, silence"),
    (#"{"then":{"connection":"reset","body":{}}}"#, "sends nothing of an answer"), (#"{"then":{"connection":"empty","status":500}}"#, "sends nothing of an answer"),
    (#"{"then":{"connection":"garbage","resultCode":40401}}"#, "sends nothing of an answer"), (#"{"then":{"connection":"silence","body":"a"}}"#, "sends nothing of an answer"),
    (#"{"then":{"connection":"silence","delayMs":5}}"#, "lasts until the client leaves"), (#"{"then":{"status":500,"after":"yes"}}"#, "then.after is `yes`"),
    (#"{"preset":"sdk-time-out","then":{"status":500}}"#, "no then beside it"), (#"{"preset":"ios-http-104"}"#, "Did you mean `ios-http-101`?"),
    (#"{"preset":"nonsense"}"#, "GET /_mock/faults/presets lists them"),
    (#"{"match":{"method":"PSOT"},"then":{"status":500}}"#, "Did you mean `POST`?"), (#"{"match":{"method":"post"},"then":{"status":500}}"#, "Did you mean `POST`?"),
    (#"{"match":{"path":"tokens"},"then":{"status":500}}"#, "begins with / or *"), (#"{"match":{"path":"/tokens?a=b"},"then":{"status":500}}"#, "has no query"),
    (#"{"match":{"path":"/_mock/faults"},"then":{"status":500}}"#, "never about our own"), (#"{"match":{"path":"/tok.*"},"then":{"status":500}}"#, "regular expression"),
    (#"{"match":{"path":"/tokens/"},"then":{"status":500}}"#, "no / at its end"), (#"{"match":{"uid":"/^u-/"},"then":{"status":500}}"#, "match.uid is written like a regular expression"),
    (#"{"match":{"path":"*/tokens/"},"then":{"status":500}}"#, "no / at their end"), (#"{"match":{"path":"//tokens"},"then":{"status":500}}"#, "no //"),
    (#"{"match":{"version":"2.4"},"then":{"status":500}}"#, "such as v2.4"), (#"{"match":{"header":{"a b":"x"}},"then":{"status":500}}"#, "no request can have"),
    (#"{"then":{"status":100}}"#, "from 200 to 599"), (#"{"then":{"body":null}}"#, "then does nothing"),
    (#"{"match":{"token":".*"},"then":{"status":500}}"#, "regular expression"), (#"{"match":{"regex":"a"},"then":{"status":500}}"#, "match.regex is written like a regular expression"),
    (#"{"match":{"uid":7},"then":{"status":500}}"#, "uid that is no text"), (#"{"match":{"header":"a"},"then":{"status":500}}"#, "names and patterns"),
    (#"{"match":{"header":{}},"then":{"status":500}}"#, "names and patterns"), (#"{"match":{"header":{"A":5}},"then":{"status":500}}"#, "A that is no text"),
    (#"{"match":{"header":{"A":"/a/"}},"then":{"status":500}}"#, "match.header.A is written like"), (#"[]"#, "must be a JSON object"),
  ]) func whatCannotBeIsRefused(text: String, words: String) async throws {
    try await withTestServer { server in
      let answer = await server.send(.post, "/_mock/faults", bytes: Array(text.utf8), headers: [("Content-Type", "application/json")])
      #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
      #expect(await server.faults() == [])
    }
  }

  @Test func thereIsAnEndToTheNumberOfRules() async throws {
    try await withTestServer { server in
      for _ in 0..<FaultBook.capacity { await server.fault(["then": ["status": 500]]) }
      let answer = await server.send(.post, "/_mock/faults", json: ["then": ["status": 500]], headers: [("Content-Type", "application/json")])
      #expect(answer.status == 409 && answer.sentence?.contains("1000 fault rules") == true)
    }
  }

  @Test func presetsTellWhatTheyDo() async throws {
    try await withTestServer { server in
      let presets = await server.send(.get, "/_mock/faults/presets").json["presets"]?.arrayValue ?? []
      #expect(presets.count == FaultPreset.all.count)
      let names = presets.flatMap { [$0["name"]!] + $0["aliases"]!.arrayValue! }.compactMap(\.stringValue)
      #expect(Set(names).count == names.count)
      for preset in presets {
        for key in ["sdk", "app", "wire"] { #expect(preset[key]?.stringValue?.isEmpty == false) }
        let rule = await server.fault(["preset": preset["name"]!])
        #expect(rule["match"] == preset["match"] && rule["then"] == preset["then"])
      }
    }
  }

  @Test func resetForgetsThem() async throws {
    try await withTestServer { server in
      await server.fault(["then": ["status": 503]])
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      #expect(await server.faults() == [])
      await server.register()
    }
  }
}
