import PushStore
import Testing

@testable import MockPushServer

@Suite struct ExplainTests {
  private static let types: [PushType] = PushType.allCases
  private static let languages = ["ko", "ko-KR", "en", "ja", "zh-Hant-TW"]

  private static func population(_ generator: inout SeededGenerator) -> [RegistrationRequest] {
    (0..<300).map { number in
      .sample(
        Int.random(in: 0..<10, using: &generator) == 0 ? "t\(number)#tenant=x" : "t\(number)", type: types.randomElement(using: &generator)!,
        uid: "u\(Int.random(in: 0..<120, using: &generator))",
        agreement: Agreement(notification: .random(using: &generator), ad: .random(using: &generator), nightAd: .random(using: &generator)),
        country: ["KR", "kr", "US", "JPN"].randomElement(using: &generator)!, language: languages.randomElement(using: &generator)!)
    }
  }

  private static func message(_ generator: inout SeededGenerator, tag: String) -> JSON {
    var target: JSONObject
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: target = ["type": "ALL"]
    case 1: target = ["type": "UID", "to": .array((0..<60).map { .string("u\($0)") })]
    default: target = ["type": "TAG", "to": [.string(tag)]]
    }
    if .random(using: &generator) { target["pushTypes"] = .array(types.shuffled(using: &generator).prefix(4).map { .string($0.name) }) }
    if .random(using: &generator) { target["countries"] = ["KR", "JPN"] }
    let maps: [JSON] = [
      ["default": ["title": "T", "body": "B", "badge": 3.text], "ko": ["title": "제목"]], ["default": ["loc-key": "L"]], ["default": [:], "en": ["title": "E"]],
      ["default": ["title": .string(String(repeating: "x", count: 3_950))]], ["default": ["title": "T", "notification": ["body": "n"]], "ja": ["k": ["o": 1]]],
    ]
    let content = maps.randomElement(using: &generator)!
    return .random(using: &generator) ? Body.ad(.object(target), content: content) : Body.notification(.object(target), content: content)
  }

  /// What explain says and what then happens, as texts to compare whole.
  @Test("explain, then send: every token ends as explained", arguments: 0..<24) func explainEqualsWhatHappens(seed: UInt64) async throws {
    var generator = SeededGenerator(state: seed)
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await server.store(Self.population(&generator))
      let tag = await server.tag("t")
      for first in stride(from: 30, to: 78, by: 16) {
        await server.call(.post, "/tags/\(tag)/uids", json: ["uids": .array((first..<first + 16).map { .string("u\($0)") })]).succeeds()
      }
      await server.change([
        "certificates": ["TENCENT": .string(CertificateState.allCases.randomElement(using: &generator)!.rawValue)],
        "messageDeliveryReceipt": .bool(.random(using: &generator)), "duplicateWindowMinutes": 10, "tokenExpiryMonths": 1,
        "agreementScope": .string(AgreementScope.allCases.randomElement(using: &generator)!.rawValue),
      ])
      if .random(using: &generator) { await server.freeze("2026-03-02T21:00:00+09:00") }
      let answers = ["INVALID_TOKEN", "PROVIDER_ERROR", "WRONG_ENVIRONMENT"]
      var rules: [JSON] = (0..<60).map { ["token": .string("t\($0)"), "answer": .string(answers[$0 % 3])] }
      rules += (60..<90).map { ["token": .string("t\($0)"), "environment": $0 % 2 == 0 ? "SANDBOX" : "PRODUCTION"] }
      rules += (90..<110).map { ["token": .string("t\($0)"), "answer": "TOKEN_REPLACED", "newToken": .string("n\($0)")] }
      await server.devices(.array(rules))

      let body = Self.message(&generator, tag: tag)
      // The second round meets duplicates, and tokens that are gone or new.
      for _ in 0..<2 {
        var question = try #require(body.objectValue)
        question["limit"] = 1000
        let explained = await server.control(.post, "/explain", json: .object(question))
        #expect(explained.status == 200, "\(explained.text)")
        let message = await server.deliver(body)
        for key in ["messageStatus", "targetCount", "sentCount", "isNight", "outcomes", "reasons"] {
          #expect(explained.json[key] == message[key], "\(key)")
        }
        let happened = await server.deliveries()
        let foretold = explained.json["deliveries"]?.arrayValue ?? []
        #expect(foretold.count == happened.count)
        for (foretold, happened) in zip(foretold, happened) { #expect(foretold.compactText == happened.compactText) }
        server.pass(seconds: 60)
      }
    }
  }

  @Test func nothingIsSentOrStored() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.devices([["token": "t", "answer": "INVALID_TOKEN"]])
      let answer = await server.control(.post, "/explain", json: Body.notification())
      #expect(answer.json["reasons"] == ["INVALID_TOKEN": 1])
      await server.settle()
      #expect(await server.control(.get, "/messages").json == ["messages": [], "totalCount": 0])
      #expect(await server.token("t") != nil)
      // Not even the app's row.
      _ = await server.control(.post, "/explain", json: Body.notification(), app: "OTHER")
      let stored = try await server.stored { try $0.appkeys() }
      #expect(stored == ["APP"])
    }
  }

  @Test func atAnotherTime() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("t", .apns, (true, true, false)))
      for (moment, reason) in [
        ("2026-03-02T20:59:59.999+09:00", "ACCEPTED"), ("2026-03-02T21:00:00+09:00", "NIGHT_AD_OFF"), ("2027-03-02T08:59:59+09:00", "ACCEPTED"),
        ("2027-03-02T09:00:00+09:00", "EXPIRED"),
      ] {
        let answer = await server.control(.post, "/explain", json: Body.ad(with: ["at": .string(moment)]))
        #expect(answer.json["deliveries"]?[0]?["reason"]?.stringValue == reason, "\(moment)")
        #expect(answer.json["isNight"] == .bool(reason == "NIGHT_AD_OFF"))
        #expect(answer.json["messageStatus"]?.stringValue == (reason == "ACCEPTED" ? "COMPLETE" : "CANCEL_NO_TARGET"))
      }
    }
  }

  @Test func oneToken() async throws {
    try await withTestServer { server in
      await server.register(.device("t", .apns, uid: "u"))
      await server.register(.device("t", .fcm, uid: "u"))
      await server.register(.device("x", .apns, uid: "other"))
      func ask(_ changes: JSONObject) async -> [JSON] {
        var body: JSONObject = ["target": ["type": "UID", "to": ["u"]], "content": ["default": ["title": "T"]], "messageType": "NOTIFICATION"]
        for (key, value) in changes.members { body[key] = value }
        let answer = await server.control(.post, "/explain", json: .object(body))
        #expect(answer.json["targetCount"] == 2, "totals are of all: \(answer.text)")
        return answer.json["deliveries"]?.arrayValue ?? []
      }
      #expect(await ask(["token": "t"]).map { $0["pushType"] } == ["APNS", "FCM"])
      #expect(await ask(["token": "t", "pushType": "FCM"]).map { $0["pushType"] } == ["FCM"])
      #expect(await ask(["pushType": "FCM"]).map { $0["token"] } == ["t"])
      #expect(await ask(["limit": 1]).count == 1)
      #expect(await ask(["limit": 0]).isEmpty)
      #expect(await ask(["token": "x"]) == [[
        "token": "x", "uid": "other", "pushType": "APNS", "outcome": "NONE", "reason": "NOT_NAMED",
        "explanation": "The target does not name the token's uid, other; add the uid to target.to, or give it a tag that target.to names.",
      ]])
      #expect(await ask(["token": "nope"]).map { $0["reason"] } == ["NOT_REGISTERED"])
      #expect(await ask(["token": "t", "pushType": "ADM"])[0]["explanation"]?.stringValue?.contains("as ADM") == true)
    }
  }

  @Test(arguments: [
    (#"{"content":{"default":{}},"messageType":"NOTIFICATION"}"#, 40003, "target<null>"),
    (#"{"target":{"type":"ALL"},"content":{"default":{}},"messageType":"AD"}"#, 40012, "Remove guide"),
    (#"{"target":{"type":"ALL"},"content":{"default":{}},"messageType":"NOTIFICATION","timeToLiveMinute":0}"#, 40001, "timeToLiveMinute<0>"),
    (#"{"target":{"type":"ALL","pushTypes":["GCM"]},"content":{"default":{}},"messageType":"NOTIFICATION"}"#, 40001, "GCM"),
    (#"{"target":{"type":"ALL","pushTypes":["ADM"]},"content":{"default":{}},"messageType":"NOTIFICATION"}"#, 40402, "ADM"),
  ]) func whatPostRefusesIsToldInItsWords(text: String, code: Int, words: String) async throws {
    try await withTestServer { server in
      await server.change(["certificates": ["ADM": "MISSING"]])
      let body = try Body.parsed(text)
      let answer = await server.control(.post, "/explain", json: body)
      let refusal = await server.call(.post, "/messages", json: body)
      #expect(answer.status == 422 && answer.json["resultCode"]?.intValue == code)
      #expect(answer.json["resultMessage"]?.stringValue == refusal.message && refusal.code == code)
      #expect(answer.json["hint"]?.stringValue.map(HintText.header) == refusal.hint)
      #expect(answer.json["resultMessage"]?.stringValue?.contains(words) == true)
    }
  }

  @Test func byTheRulesOfAVersion() async throws {
    try await withTestServer { server in
      await server.register(.device("t", .fcm))
      let body = Body.notification(["type": "ALL", "pushTypes": ["GCM"]], content: ["default": ["title": "T", "badge": 3]])
      #expect(await server.control(.post, "/explain", json: body).status == 422)
      let answer = await server.control(.post, "/explain?version=v2.2", json: body)
      #expect(answer.json["deliveries"]?[0]?["appView"]?["data"]?["badge"] == nil && answer.status == 200)
      #expect(await server.control(.post, "/explain?version=v2.5", json: body).sentence?.contains("v2.4") == true)
    }
  }

  @Test(arguments: [
    (["at": "yesterday"], "at must be"), (["limit": 1001], "limit is"), (["limit": "5"], "limit is"), (["token": 5], "token is"), (["pushType": "APN"], "`APNS`"),
    (["tokne": "t"], "`token`"), (["timeToLive": 5], "`timeToLiveMinute`"),
  ] as [(JSONObject, String)]) func ownFieldsAreChecked(changes: JSONObject, words: String) async throws {
    try await withTestServer { server in
      let answer = await server.control(.post, "/explain", json: Body.notification(with: changes))
      #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
    }
  }
}

extension Int {
  fileprivate var text: JSON { .string(String(self)) }
}
