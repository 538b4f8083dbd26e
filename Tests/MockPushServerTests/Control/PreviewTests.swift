import PushStore
import Testing

@testable import MockPushServer

/// What devices would be given, as a page shows it while a message is written.
@Suite struct PreviewTests {
  private static func renderings(_ server: TestServer, _ body: JSON) async -> [JSON] {
    let answer = await server.control(.post, "/preview", json: body)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json["renderings"]?.arrayValue ?? []
  }

  @Test func eachPushTypeAndLanguageIsRenderedOnce() async throws {
    try await withTestServer { server in
      let content: JSON = ["default": ["title": "T", "body": "B"], "ko": ["title": "제목"], "ja": ["title": "題"]]
      let found = await Self.renderings(server, Body.notification(["type": "ALL", "pushTypes": ["APNS", "FCM"]], content: content))
      let shown = found.map { "\($0["pushType"]?.stringValue ?? "") \($0["contentLanguage"]?.stringValue ?? "") \($0["languages"]?.compactText ?? "")" }
      #expect(shown == [
        #"APNS ko ["ko"]"#, #"APNS ja ["ja"]"#, #"APNS default ["en"]"#, #"FCM ko ["ko"]"#, #"FCM ja ["ja"]"#, #"FCM default ["en"]"#,
      ])
      #expect(found[0]["payload"]?["aps"]?["alert"] == ["title": "제목", "body": "B"])
      #expect(found[3]["payload"]?["registration_ids"] == ["DEVICE_TOKEN"] && found[3]["appView"]?["data"]?["title"] == "제목")
      #expect(found[0]["byteLimit"] == 4_096 && found.allSatisfy { $0["isInvalidMessage"] == false && $0["addsAdvertisementText"] == false })
    }
  }

  @Test func anAdShowsItsTextForKoreansWithoutKoreanContent() async throws {
    try await withTestServer { server in
      let found = await Self.renderings(server, Body.ad(["type": "ALL", "pushTypes": ["ADM"]]))
      #expect(found.map { $0["addsAdvertisementText"] } == [true, false] && found.map { $0["contentLanguage"] } == ["default", "default"])
      #expect(found.map { $0["languages"] } == [["ko"], ["en"]])
      #expect(found[0]["appView"]?["data"]?["title"]?.stringValue?.hasPrefix("(광고)") == true && found[1]["appView"]?["data"]?["title"] == "T")
    }
  }

  /// Of every token, the payload that it is then sent is one of those shown, but for what is its own.
  @Test(arguments: 0..<6) func whatIsSentWasShown(seed: UInt64) async throws {
    var generator = SeededGenerator(state: seed)
    let languages = ["ko", "ko-KR", "kor", "en", "en-GB", "zh-Hant-TW", "fr"]
    try await withTestServer(at: "2026-03-02T10:00:00+09:00") { server in
      try await server.store(
        (0..<60).map {
          .sample(
            "t\($0)", type: PushType.allCases.randomElement(using: &generator)!, agreement: Agreement(notification: true, ad: true, nightAd: true),
            language: languages.randomElement(using: &generator)!)
        })
      await server.change(["messageDeliveryReceipt": .bool(.random(using: &generator))])
      var content: JSONObject = ["default": ["title": "T", "body": "B"]]
      for language in ["ko", "en", "zh", "fr-CA"] where Bool.random(using: &generator) { content[language] = ["title": .string(language)] }
      let target: JSON = ["type": "ALL", "pushTypes": .array(PushType.allCases.map { .string($0.name) })]
      let body = Bool.random(using: &generator) ? Body.ad(target, content: .object(content)) : Body.notification(target, content: .object(content))
      let shown = await Self.renderings(server, body).map { "\($0["pushType"]!) \(Self.own($0["payload"]).compactText)" }
      await server.deliver(body)
      for delivery in await server.deliveries() where delivery["payload"] != nil {
        #expect(shown.contains("\(delivery["pushType"]!) \(Self.own(delivery["payload"]).compactText)"), "\(delivery.compactText)")
      }
    }
  }

  /// Without what differs per delivery.
  private static func own(_ payload: JSON?) -> JSON {
    var object = payload?.objectValue ?? JSONObject()
    object["registration_ids"] = nil
    for (key, value) in object.members {
      if key == "deliveryId" { object[key] = "" } else if value.objectValue != nil { object[key] = own(value) }
    }
    return .object(object)
  }

  @Test func whatCannotBeSentIsRefusedAsThere() async throws {
    try await withTestServer { server in
      let refused = await server.control(.post, "/preview", json: Body.ad(["type": "ALL"], ["contact": "x"]))
      #expect(refused.status == 422 && refused.json["resultCode"] == 40014)
      #expect(await server.control(.post, "/preview", json: Body.notification(["type": "ALL"], ["timeToLiveMinute": 0])).status == 200)
      #expect(await Self.renderings(server, Body.notification(["type": "ALL", "pushTypes": ["FCM"]], content: ["default": [:]]))[0]["isInvalidMessage"] == true)
      let large = Body.notification(["type": "ALL", "pushTypes": ["FCM"]], content: ["default": ["title": .string(String(repeating: "x", count: 5_000))]])
      #expect(await Self.renderings(server, large)[0]["warnings"]?.arrayValue?.first?["code"] == "PAYLOAD_OVER_LIMIT")
    }
  }

  @Test func manyLanguagesAreCutShort() async throws {
    try await withTestServer { server in
      var content: JSONObject = ["default": ["title": "T"]]
      for first in 0..<26 { for second in 0..<3 { content["\(Character(Unicode.Scalar(97 + UInt8(first))))\(Character(Unicode.Scalar(98 + UInt8(second))))"] = ["body": "b"] } }
      let answer = await server.control(.post, "/preview", json: Body.notification(["type": "ALL", "pushTypes": ["FCM"]], content: .object(content)))
      #expect(answer.json["isComplete"] == false && answer.json["renderings"]?.arrayValue?.count == RenderingSample.languageLimit + 1)
    }
  }

  // MARK: Explain

  @Test func explainingCanBeBounded() async throws {
    try await withTestServer { server in
      try await server.store((0..<30).map { .sample("t\($0)") })
      func explain(_ changes: JSONObject) async -> JSON { await server.control(.post, "/explain", json: Body.notification(["type": "ALL"], changes)).json }
      let some = await explain(["scanLimit": 10, "limit": 3])
      #expect(some["isComplete"] == false && some["targetCount"] == 10 && some["deliveries"]?.arrayValue?.count == 3)
      let all = await explain([:])
      #expect(all["isComplete"] == true && all["targetCount"] == 30 && all["outcomes"]?["SENT"] == 30)
      #expect(await server.control(.post, "/explain", json: Body.notification(["type": "ALL"], ["scanLimit": 0])).status == 400)
    }
  }

  @Test func explainingByTheConsolesRules() async throws {
    try await withTestServer { server in
      let body = Body.notification(["type": "ALL"], ["timeToLiveMinute": 0])
      #expect(await server.control(.post, "/explain", json: body).status == 422)
      #expect(await server.control(.post, "/explain?version=console", json: body).status == 200)
      #expect(await server.control(.post, "/explain?version=v1.3", json: body).status == 400)
    }
  }
}
