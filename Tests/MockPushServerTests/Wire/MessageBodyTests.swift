import PushStore
import Testing

@testable import MockPushServer

@Suite struct MessageBodyTests {
  typealias Fixture = MessageBodyFixture

  @Test func readsTheContractsExample() throws {
    let text = #"{"target":{"type":"UID","to":["user-7"],"pushTypes":["APNS","FCM"]},"content":{"default":{"title":"Order shipped","#
      + #""body":"Arrives Friday","orderId":"A-19"},"ko":{"title":"배송 시작","body":"금요일 도착"}},"messageType":"NOTIFICATION","timeToLiveMinute":30}"#
    let body = try MessageBody(JSONObject(text), MessageRules(version: .v24))
    #expect(body.target == MessageTarget(kind: .uid, to: ["user-7"], pushTypes: [.apns, .fcm], countries: nil))
    #expect(body.content["ko"]?["title"] == "배송 시작")
    #expect(body.messageType == .notification)
    #expect(body.timeToLiveMinute == 30)
    #expect((body.removeGuide, body.contact, body.provisionedResourceId, body.statsId) == (nil, nil, nil, nil))
    #expect(body.adWordPosition == nil)
  }

  @Test func defaultsAreFilledIn() throws {
    let body = try MessageBody(JSONObject(Fixture.good), MessageRules(version: .v24))
    #expect(body.timeToLiveMinute == 10)
    #expect(body.target.pushTypes == nil && body.target.countries == nil)
    #expect(Set(body.target.effectivePushTypes) == [.fcm, .apns, .apnsSandbox, .tencent, .adm])
    #expect(body.position(setting: .body) == .body)
  }

  /// v2.0 has no adWordPosition, statsId came with v2.4, FCM is GCM up to v2.2 (contract 10.1, 1).
  @Test(arguments: APIVersion.allCases)
  func versionsDiffer(version: APIVersion) throws {
    let isOld = version <= .v22
    let text = #"{"target":{"type":"ALL","pushTypes":["FCM"]},"content":{"default":{}},"messageType":"NOTIFICATION","adWordPosition":"BODY","statsId":"s"}"#
    let body = try MessageBody(JSONObject(isOld ? text.replacing("FCM", with: "GCM") : text), MessageRules(version: version))
    #expect(body.target.pushTypes == [.fcm])
    #expect(body.adWordPosition == (version == .v20 ? nil : .body))
    #expect(body.statsId == (version == .v24 ? "s" : nil))
    #expect(body.words == (isOld ? .upToV22 : .sinceV23))
    let wrong = try Fixture.changed("target.pushTypes", isOld ? #"["FCM"]"# : #"["GCM"]"#)
    #expect(Fixture.answer(wrong, MessageRules(version: version)) == "40001 target.pushTypes<\(isOld ? "FCM" : "GCM")>")
    // Ignored where unknown, checked where known.
    #expect(Fixture.answer(try Fixture.changed("adWordPosition", #""X""#), MessageRules(version: version)).hasPrefix("40001") == (version != .v20))
    #expect(Fixture.answer(try Fixture.changed("statsId", "5"), MessageRules(version: version)).hasPrefix("40002") == (version == .v24))
  }

  @Test(arguments: [("0", "0"), ("60", "0"), ("61", "40008 timeToLiveMinute<61>"), ("-1", "40001 timeToLiveMinute<-1>")])
  func consoleMayAskForNoEnd(minutes: String, answer: String) throws {
    #expect(Fixture.answer(try Fixture.changed("timeToLiveMinute", minutes), .console(provisionedResourceIds: nil)) == answer)
  }

  /// Code points of compact JSON; blanks, escapes and keys of the request do not count as written (R47).
  @Test(arguments: ["a", "가", "🎉", "\\u0061", "\\ud83c\\udf89", "\\/"])
  func contentMayHave8192CodePoints(letter: String) throws {
    func body(_ count: Int) throws -> JSONObject {
      try Fixture.changed("content", "{ \"default\" : { \"title\" : \"" + String(repeating: letter, count: count) + "\" } }")
    }
    let frame = #"{"default":{"title":""}}"#.unicodeScalars.count
    #expect(Fixture.answer(try body(8_192 - frame)) == "0")
    #expect(Fixture.answer(try body(8_193 - frame)).hasPrefix(#"40008 content<{"default":{"title":""#))
  }

  @Test func contentCountsAllMapsNullsAndDigits() throws {
    func body(_ count: Int) throws -> JSONObject {
      try Fixture.changed("content", #"{"default":{"x":null,"n":1.50},"ko":{"t":""# + String(repeating: "가", count: count) + #""},"ja":null}"#)
    }
    let frame = #"{"default":{"x":null,"n":1.50},"ko":{"t":""},"ja":null}"#.unicodeScalars.count
    #expect(Fixture.answer(try body(8_192 - frame)) == "0")
    #expect(Fixture.answer(try body(8_193 - frame)).hasPrefix("40008"))
  }

  @Test func refusalShowsAHundredCodePointsOfTheContent() throws {
    let body = try Fixture.changed("content", #"{"default":{"title":""# + String(repeating: "🎉", count: 9_000) + #""}}"#)
    let error = #expect(throws: APIError.self) { try MessageBody(body, MessageRules(version: .v24)) }
    #expect(error?.message == #"Client Error. Maximum limit exceeded. content<{"default":{"title":""# + String(repeating: "🎉", count: 79) + ">")
  }

  @Test(arguments: [
    MessageBodyFixture.good, MessageBodyFixture.goodAd,
    #"{"target":{"type":"TAG","to":["(,a,OR,b,)","AND","c"],"pushTypes":["APNS_VOIP","APNS_VOIP"],"countries":["KR","usa"]},"#
      + #""content":{"ko":{"n":1.50,"x":null},"default":{}},"messageType":"AD","removeGuide":" g","contact":"1-2","timeToLiveMinute":60,"#
      + #""provisionedResourceId":"p","adWordPosition":"BODY","statsId":"s"}"#,
    #"{"target":{"type":"UID","to":["é","e\u0301",""]},"content":{"default":{}},"messageType":"NOTIFICATION","contact":"call","removeGuide":5}"#,
  ])
  func storedFormReadsBack(text: String) throws {
    for version in [APIVersion.v21, .v24] {
      let body = try MessageBody(JSONObject(text), MessageRules(version: version))
      let stored = try JSONObject(body.asJSON.text)
      let again = try #require(MessageBody(stored: stored))
      #expect(again == body)
      #expect(again.asJSON.text == body.asJSON.text)
    }
  }

  @Test(arguments: ["target", "content", "reservedWords", "messageType", "timeToLiveMinute"])
  func storedFormWithoutAFieldIsRefused(field: String) throws {
    var stored = try MessageBody(JSONObject(Fixture.good), MessageRules(version: .v24)).asJSON
    stored[field] = nil
    #expect(MessageBody(stored: stored) == nil)
  }

  @Test func rulesOfDeliveryFollowTheBody() throws {
    let ad = try MessageBody(JSONObject(Fixture.goodAd), MessageRules(version: .v22))
    let renderer = ad.renderer(setting: .body, receiptMessageId: 5)
    #expect(renderer.advertisement == AdvertisementText(contact: "1588", removeGuide: "g", position: .body))
    #expect(renderer.words == .upToV22)
    #expect(renderer.receiptMessageId == 5)
    #expect(ad.duplicateKey(setting: .body) != ad.duplicateKey(setting: .title))
    let plain = try MessageBody(JSONObject(Fixture.good), MessageRules(version: .v24))
    #expect(plain.renderer(setting: .body, receiptMessageId: nil).advertisement == nil)
  }
}
