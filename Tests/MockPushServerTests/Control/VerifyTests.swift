import Testing

@testable import MockPushServer

/// POST /_mock/requests/verify.
@Suite struct VerifyTests {
  /// Four requests: registrations of `t1`, `t2` and `t3`, and a query that is refused.
  private static func fill(_ server: TestServer) async {
    await server.register(["token": "t1", "uid": "u1"])
    await server.register(["token": "t2", "uid": "u1", "deviceId": "d2", "country": "JP"])
    await server.register(["token": "t3", "uid": "u3", "deviceId": "d3"], .v23)
    await server.call(.get, "/tokens/none?pushType=APNS").refuses(40401)
  }

  private static func verify(_ server: TestServer, _ body: JSON) async -> TestAnswer {
    await server.send(.post, "/_mock/requests/verify", json: body, headers: [("Content-Type", "application/json")])
  }

  static let right: [(JSON, Int)] = [
    (["match": [:]], 4), (["match": ["uid": "u1"]], 2), (["match": ["uid": "u1"], "count": 2], 2), (["match": ["uid": "nobody"], "count": 0], 0),
    (["match": ["method": "post", "path": "*/tokens"], "atLeast": 3], 3), (["match": ["token": "t1"], "atMost": 1], 1),
    (["match": ["token": "nothing"], "atMost": 1], 0), (["match": ["uid": "u1"], "atLeast": 1, "atMost": 2], 2),
    (["match": ["resultCode": 40401, "version": "v2.4", "appkey": "APP"], "count": 1], 1), (["match": ["body": ["country": "JP"]], "count": 1], 1),
    (["match": ["body": ["uid": "u1", "isAdAgreement": true]]], 2), (["match": ["body": [:]]], 3), (["match": ["uid": nil, "method": "GET"], "count": nil], 1),
  ]

  @Test(arguments: right) func asManyAsExpectedIs200(body: JSON, count: Int) async throws {
    try await withTestServer { server in
      await Self.fill(server)
      let answer = await Self.verify(server, body)
      #expect(answer.status == 200 && answer.json == ["count": .number(JSONNumber(count))], "\(answer.text)")
    }
  }

  /// A near miss as `number: field expected/actual, …`; nothing behind the slash where there is nothing.
  static let wrong: [(JSON, String, [String])] = [
    (
      ["match": ["uid": "u2"]], "0 requests match; expected: at least 1. The nearest, request 4, differs in uid.",
      [#"4: uid "u2"/[]"#, #"3: uid "u2"/["u3"]"#, #"2: uid "u2"/["u1"]"#]
    ),
    (
      ["match": ["method": "POST", "version": "v2.3", "uid": "u1"], "count": 1],
      "0 requests match; expected: exactly 1. The nearest, request 3, differs in uid.",
      [#"3: uid "u1"/["u3"]"#, #"2: version "v2.3"/"v2.4""#, #"1: version "v2.3"/"v2.4""#]
    ),
    (
      ["match": ["uid": "u1", "token": "t1"], "atLeast": 2], "1 request matches; expected: at least 2. The nearest, request 2, differs in token.",
      [#"2: token "t1"/["t2"]"#, #"4: uid "u1"/[], token "t1"/["none"]"#, #"3: uid "u1"/["u3"], token "t1"/["t3"]"#]
    ),
    (
      ["match": ["path": "/push/v2.4/appkeys/APP/uids", "resultCode": 0, "body": ["country": "KR", "contacts": [["x": 1]], "uid": "u3"]]],
      "0 requests match; expected: at least 1. The nearest, request 3, differs in path, body.contacts.",
      [
        #"3: path "/push/v2.4/appkeys/APP/uids"/"/push/v2.3/appkeys/APP/tokens", body.contacts [{"x":1}]/"#,
        #"1: path "/push/v2.4/appkeys/APP/uids"/"/push/v2.4/appkeys/APP/tokens", body.contacts [{"x":1}]/, body.uid "u3"/"u1""#,
        #"2: path "/push/v2.4/appkeys/APP/uids"/"/push/v2.4/appkeys/APP/tokens", body.country "KR"/"JP", body.contacts [{"x":1}]/, body.uid "u3"/"u1""#,
      ]
    ),
    (
      ["match": ["body": ["agreement": ["ad": true], "token": "t3"]], "atLeast": 1, "atMost": 3],
      "0 requests match; expected: 1 to 3. The nearest, request 3, differs in body.agreement.",
      [
        #"3: body.agreement {"ad":true}/"#, #"4: body {"agreement":{"ad":true},"token":"t3"}/"#,
        #"2: body.agreement {"ad":true}/, body.token "t3"/"t2""#,
      ]
    ),
  ]

  @Test(arguments: wrong) func tooFewIs422WithTheNearest(body: JSON, sentence: String, nearest: [String]) async throws {
    try await withTestServer { server in
      await Self.fill(server)
      let answer = await Self.verify(server, body)
      #expect(answer.status == 422)
      #expect(answer.sentence == sentence)
      #expect(answer.hint == HintText.header(sentence))
      let misses = answer.json["nearest"]?.arrayValue?.map { miss in
        let differences = (miss["differences"]?.arrayValue ?? []).map {
          "\($0["field"]?.stringValue ?? "") \($0["expected"]?.compactText ?? "")/\($0["actual"]?.compactText ?? "")"
        }
        return "\(miss["number"]?.intValue ?? 0): " + differences.joined(separator: ", ")
      }
      #expect(misses == nearest)
      #expect(answer.json["nearest"]?[0]?["method"] != nil && answer.json["nearest"]?[0]?["path"] != nil)
    }
  }

  @Test func tooManyIs422WithThoseThatMatch() async throws {
    try await withTestServer { server in
      await Self.fill(server)
      let answer = await Self.verify(server, ["match": ["method": "POST"], "atMost": 2])
      #expect(answer.status == 422 && answer.json["count"] == 3 && answer.json["matching"] == [3, 2, 1] && answer.json["nearest"] == nil)
      #expect(answer.sentence == "3 requests match; expected: at most 2.")
    }
  }

  @Test func anEmptyJournalHasNothingNear() async throws {
    try await withTestServer { server in
      let answer = await Self.verify(server, ["match": ["method": "POST"]])
      #expect(answer.status == 422 && answer.json["nearest"] == [] && answer.sentence == "0 requests match; expected: at least 1.")
    }
  }

  /// Neither as there nor as not there.
  @Test(arguments: [["body": ["token": "t"]], ["uid": "u"], ["token": "t", "method": "POST"]] as [JSON], [JSONObject(), ["count": 0], ["count": 1]])
  func aBodyThatIsNotKeptWholeDecidesNothing(match: JSON, expected: JSONObject) async throws {
    try await withTestServer { server in
      await server.register(["token": "t", "x": .string(String(repeating: "x", count: 20_000))])
      var body = expected
      body["match"] = match
      let answer = await Self.verify(server, .object(body))
      #expect(answer.status == 422 && answer.json["undecided"] == [1], "\(answer.text)")
      #expect(answer.sentence?.hasPrefix("0 surely match; expected: ") == true && answer.sentence?.contains("Whether 1 more does is not known") == true)
      body["match"] = ["uid": "u", "method": "GET"]
      let certain = await Self.verify(server, .object(body))
      #expect(certain.json["undecided"] == nil, "what can be told without the body is")
    }
  }

  @Test func whomAMessageNamesIsFound() async throws {
    try await withTestServer { server in
      await server.call(.post, "/messages", json: Body.notification(["type": "UID", "to": ["u1", "u2"]])).succeeds()
      #expect(await Self.verify(server, ["match": ["uid": "u2"], "count": 1]).status == 200)
    }
  }

  @Test(arguments: [
    ("[]", "object"), ("{}", "match"), (#"{"match":"x"}"#, "match"), (#"{"match":{"uids":"u"}}"#, "`uids`"), (#"{"match":{},"counts":1}"#, "`count`?"),
    (#"{"match":{},"count":-1}"#, "count"), (#"{"match":{},"count":1,"atLeast":1}"#, "either count"), (#"{"match":{},"atLeast":2,"atMost":1}"#, "greater"),
    (#"{"match":{},"atLeast":1.5}"#, "atLeast"), (#"{"match":{"uid":7}}"#, "uid"), (#"{"match":{"resultCode":"x"}}"#, "resultCode"),
    (#"{"match":{"method":"GETT"}}"#, "GET"), (#"{"match":{"path":"tokens"}}"#, "path"),
  ]) func wrongBodiesAreToldInOneSentence(text: String, word: String) async throws {
    try await withTestServer { server in
      let answer = await server.send(.post, "/_mock/requests/verify", bytes: Array(text.utf8), headers: [("Content-Type", "application/json")])
      #expect(answer.status == 400 && answer.sentence?.contains(word) == true, "\(answer.text)")
    }
  }
}
