import PushStore
import Testing

@testable import MockPushServer

@Suite struct AdvertisementTextTests {
  private static let title = "금요일 특별 이벤트"
  private static let body = "지금 주문하시면 50% 할안된 가격으로!"

  @Test("contract 16.2, documented vector", arguments: PushType.allCases, [
    ("ko", AdWordPosition.title, "(광고) 금요일 특별 이벤트 1588", "지금 주문하시면 50% 할안된 가격으로!\n메뉴 > 알림 설정"),
    ("ja", .title, title, body), ("ja", .body, title, body),
    ("ko", .body, title, "(광고) 1588\n지금 주문하시면 50% 할안된 가격으로!\n메뉴 > 알림 설정"),
  ] as [(String, AdWordPosition, String, String)])
  func theDocumentedExample(pushType: PushType, vector: (String, AdWordPosition, String, String)) throws {
    let (language, position, title, body) = vector
    let ad = AdvertisementText(contact: "1588", removeGuide: "메뉴 > 알림 설정", position: position)
    let content: JSONObject = ["default": ["title": .string(Self.title), "body": .string(Self.body)]]
    let renderer = PayloadRenderer(content: content, words: .sinceV23, advertisement: ad, receiptMessageId: nil)
    let texts: JSONObject = ["title": .string(title), "body": .string(body)]
    let expected: JSONObject = switch pushType.provider {
    case .apns: ["aps": ["alert": .object(texts)]]
    case .fcm, .adm: ["data": .object(texts)]
    case .tencent: ["title": .string(title), "content": .string(body)]
    }
    #expect(renderer.render(renderer.key(pushType, language: language)).payload == expected)
  }

  @Test("contract 16.2, F23", arguments: [
    (AdWordPosition.title, #"{"title":"T","body":"B"}"#, #"{"title":"(광고) T 15-88","body":"B\nG"}"#),
    (.title, #"{"body":"B"}"#, #"{"title":"(광고) 15-88","body":"B\nG"}"#), (.title, #"{"title":"T"}"#, #"{"title":"(광고) T 15-88","body":"G"}"#),
    (.title, #"{}"#, #"{"title":"(광고) 15-88","body":"G"}"#), (.title, #"{"title":"","body":""}"#, #"{"title":"(광고) 15-88","body":"G"}"#),
    (.body, #"{"title":"T","body":"B"}"#, #"{"title":"T","body":"(광고) 15-88\nB\nG"}"#), (.body, #"{"body":"B"}"#, #"{"body":"(광고) 15-88\nB\nG"}"#),
    (.body, #"{"title":"T"}"#, #"{"title":"T","body":"(광고) 15-88\nG"}"#), (.body, #"{"title":"","body":""}"#, #"{"title":"","body":"(광고) 15-88\nG"}"#),
    (.title, #"{"title":7,"body":["a",{"b":1.0}]}"#, #"{"title":"(광고) 7 15-88","body":"[\"a\",{\"b\":1.0}]\nG"}"#),
    (.body, #"{"title":7,"body":false}"#, #"{"title":7,"body":"(광고) 15-88\nfalse\nG"}"#),
    (.title, #"{"title":"T","body":"B","title-loc-key":"L","loc-args":["a"]}"#,
      #"{"title":"(광고) T 15-88","body":"B\nG","title-loc-key":"L","loc-args":["a"]}"#),
    (.title, #"{"title":"T","body":"B","notification":{"title":"N","body":"M","tag":"x"}}"#,
      #"{"title":"(광고) T 15-88","body":"B\nG","notification":{"title":"(광고) N 15-88","body":"M\nG","tag":"x"}}"#),
    (.body, #"{"title":"T","body":"B","notification":{"title":"N","body":"M"}}"#,
      #"{"title":"T","body":"(광고) 15-88\nB\nG","notification":{"title":"N","body":"(광고) 15-88\nM\nG"}}"#),
    (.title, #"{"notification":{"body":5,"title":""}}"#,
      #"{"title":"(광고) 15-88","body":"G","notification":{"body":"5\nG","title":""}}"#),
    (.body, #"{"notification":{"title":"N"}}"#, #"{"body":"(광고) 15-88\nG","notification":{"title":"N"}}"#),
    (.title, #"{"notification":"x"}"#, #"{"title":"(광고) 15-88","body":"G","notification":"x"}"#),
  ] as [(AdWordPosition, String, String)])
  func insertedText(position: AdWordPosition, content: String, expected: String) throws {
    let ad = AdvertisementText(contact: "15-88", removeGuide: "G", position: position)
    #expect(try ad.added(to: JSONObject(content), .sinceV23) == JSONObject(expected))
  }

  @Test func notificationOfOlderVersionsIsACustomKey() throws {
    let ad = AdvertisementText(contact: "1", removeGuide: "G", position: .title)
    let result = try ad.added(to: JSONObject(#"{"title":"T","body":"B","notification":{"title":"N"}}"#), .upToV22)
    #expect(try result == JSONObject(#"{"title":"(광고) T 1","body":"B\nG","notification":{"title":"N"}}"#))
  }

  @Test func markupGoesBeforeTheTextIsAdded() throws {
    let ad = AdvertisementText(contact: "1", removeGuide: "<b>G</b>", position: .title)
    let content = try JSONObject(#"{"default":{"title":"<b>T</b>","body":"B&amp;","style":{"useHtmlStyle":true}}}"#)
    let renderer = PayloadRenderer(content: content, words: .sinceV23, advertisement: ad, receiptMessageId: nil)
    let alert = renderer.render(renderer.key(.apns, language: "ko")).payload["aps"]?["alert"]
    #expect(alert == ["title": "(광고) T 1", "body": "B&\n<b>G</b>"])
    let data = renderer.render(renderer.key(.fcm, language: "ko")).payload["data"]
    #expect(data?["title"] == "(광고) <b>T</b> 1")
  }
}
