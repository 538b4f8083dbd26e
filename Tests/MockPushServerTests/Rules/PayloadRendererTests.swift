import PushStore
import Testing

@testable import MockPushServer

@Suite struct PayloadRendererTests {
  static func payload(
    _ map: String, _ pushType: PushType, _ words: ReservedWords = .sinceV23, receipt: Int64? = nil
  ) throws -> JSONObject {
    let content: JSONObject = ["default": .object(try JSONObject(map))]
    let renderer = PayloadRenderer(content: content, words: words, advertisement: nil, receiptMessageId: receipt)
    return renderer.render(renderer.key(pushType, language: "en")).payload
  }

  @Test("contract 13.6", arguments: [
    (PushType.fcm, #"{"data":{"title":"A","body":"B","badge":3,"ref":{"n":1}}}"#),
    (.adm, #"{"data":{"title":"A","body":"B","badge":3,"ref":{"n":1}}}"#),
    (.apns, #"{"aps":{"alert":{"title":"A","body":"B"},"badge":3},"ref":{"n":1}}"#),
    (.apnsSandbox, #"{"aps":{"alert":{"title":"A","body":"B"},"badge":3},"ref":{"n":1}}"#),
    (.apnsVoip, #"{"aps":{"alert":{"title":"A","body":"B"},"badge":3},"ref":{"n":1}}"#),
    (.apnsSandboxVoip, #"{"aps":{"alert":{"title":"A","body":"B"},"badge":3},"ref":{"n":1}}"#),
    (.tencent, #"{"title":"A","content":"B","custom_content":{"badge":3,"ref":{"n":1}}}"#),
  ])
  func theDocumentedExample(pushType: PushType, text: String) throws {
    // As text: the order of the example is kept.
    #expect(try Self.payload(#"{"title":"A","body":"B","badge":3,"ref":{"n":1}}"#, pushType).text == text)
  }

  @Test("contract 13.6", arguments: [
    (#"{"title":"A","consolidationKey":"c","expiresAfter":60}"#, #"{"data":{"title":"A"},"consolidationKey":"c","expiresAfter":60}"#),
    (#"{"consolidationKey":"c"}"#, #"{"consolidationKey":"c"}"#),
  ])
  func amazonWordsStandBesideData(map: String, text: String) throws {
    #expect(try Self.payload(map, .adm).text == text)
  }

  /// Word and value; then where APNs, FCM, TENCENT and ADM have it, `nil` where it is not sent (contract 13.1 to 13.3).
  private static let everyVersion: [(String, String, String?, String?, String?, String?)] = [
    ("title", #""x""#, "aps.alert.title", "data.title", "title", "data.title"), ("body", #""x""#, "aps.alert.body", "data.body", "content", "data.body"),
    ("title-loc-key", #""x""#, "aps.alert.title-loc-key", nil, nil, nil), ("title-loc-args", #"["x"]"#, "aps.alert.title-loc-args", nil, nil, nil),
    ("action-loc-key", #""x""#, "aps.alert.action-loc-key", nil, nil, nil), ("loc-key", #""x""#, "aps.alert.loc-key", nil, nil, nil),
    ("loc-args", #"["x"]"#, "aps.alert.loc-args", nil, nil, nil), ("launch-image", #""x""#, "aps.alert.launch-image", nil, nil, nil),
    ("sound", #""x""#, "aps.sound", "data.sound", "custom_content.sound", "data.sound"),
    ("content-available", #""1""#, "aps.content-available", nil, nil, nil), ("category", #""x""#, "aps.category", nil, nil, nil),
    ("mutable-content", #""1""#, "aps.mutable-content", nil, nil, nil), ("consolidationKey", #""x""#, nil, nil, nil, "consolidationKey"),
    ("expiresAfter", "5", nil, nil, nil, "expiresAfter"), ("messageDeliveryReceipt", "true", nil, nil, nil, nil),
    ("messageDeliveryReceiptData", #"{"a":1}"#, nil, nil, nil, nil),
    ("style", #"{"useHtmlStyle":false}"#, "style", "data.style", "custom_content.style", "data.style"),
    ("clickAction", #""app://x""#, "clickAction", "data.clickAction", "custom_content.clickAction", "data.clickAction"),
    ("orderId", #"{"a":[1.50,true,null]}"#, "orderId", "data.orderId", "custom_content.orderId", "data.orderId"),
    ("messageId", "7", "messageId", "data.messageId", "custom_content.messageId", "data.messageId"),
    ("aps", #"{"alert":"x"}"#, nil, "data.aps", "custom_content.aps", "data.aps"), ("data", "1", "data", "data.data", "custom_content.data", "data.data"),
    ("content", "1", "content", "data.content", "custom_content.content", "data.content"),
    ("alert", "1", "alert", "data.alert", "custom_content.alert", "data.alert"),
    ("custom_content", "1", "custom_content", "data.custom_content", "custom_content.custom_content", "data.custom_content"),
    // Any JSON type passes (R60); nothing is rounded (F21).
    ("title", "1.10", "aps.alert.title", "data.title", "title", "data.title"), ("sound", "{}", "aps.sound", "data.sound", "custom_content.sound", "data.sound"),
    // A top-level null is as absent (F16).
    ("title", "null", nil, nil, nil, nil), ("orderId", "null", nil, nil, nil, nil),
  ]
  private static let olderVersions: [(String, String, String?, String?, String?, String?)] = [
    ("badge", "3", "aps.badge", nil, nil, nil),
    ("notification", #"{"title":"x"}"#, "notification", "data.notification", "custom_content.notification", "data.notification"),
    ("content_available", "true", "content_available", "data.content_available", "custom_content.content_available", "data.content_available"),
    ("mutable_content", "true", "mutable_content", "data.mutable_content", "custom_content.mutable_content", "data.mutable_content"),
  ]
  private static let newerVersions: [(String, String, String?, String?, String?, String?)] = [
    ("badge", "3", "aps.badge", "data.badge", "custom_content.badge", "data.badge"),
    ("notification", #"{"title":"x"}"#, nil, "notification", nil, nil), ("notification", "{}", nil, "notification", nil, nil),
    ("notification", #""x""#, nil, "notification", nil, nil),
    ("content_available", "true", nil, "content_available", nil, nil), ("mutable_content", "true", nil, "mutable_content", nil, nil),
  ]

  @Test("contract 13.1 to 13.3", arguments: ReservedWords.allCases)
  func everyWordHasItsPlace(words: ReservedWords) throws {
    for (word, value, apns, fcm, tencent, adm) in Self.everyVersion + (words == .sinceV23 ? Self.newerVersions : Self.olderVersions) {
      let map = "{\"\(word)\":\(value)}"
      for pushType in PushType.allCases {
        let place = switch pushType.provider {
        case .apns: apns
        case .fcm: fcm
        case .tencent: tencent
        case .adm: adm
        }
        let nested = (place?.split(separator: ".") ?? []).reversed().reduce(value) { "{\"\($1)\":\($0)}" }
        let expected = place == nil ? "{}" : nested
        #expect(try Self.payload(map, pushType, words).text == expected, "\(word) for \(pushType.name)")
      }
    }
  }

  @Test("contract 14, F16", arguments: [
    (#"{"clickAction":"a","titleLocKey":"b","titleLocArgs":["c"],"bodyLocKey":"d","bodyLocArgs":["e"],"androidChannelId":"f"}"#,
      #"{"click_action":"a","title_loc_key":"b","title_loc_args":["c"],"body_loc_key":"d","body_loc_args":["e"],"android_channel_id":"f"}"#),
    (#"{"click_action":"a","title_loc_key":"b","title_loc_args":["c"],"body_loc_key":"d","body_loc_args":["e"],"android_channel_id":"f"}"#,
      #"{"click_action":"a","title_loc_key":"b","title_loc_args":["c"],"body_loc_key":"d","body_loc_args":["e"],"android_channel_id":"f"}"#),
    (#"{"clickAction":"camel","click_action":"snake"}"#, #"{"click_action":"snake"}"#),
    (#"{"click_action":"snake","clickAction":"camel"}"#, #"{"click_action":"snake"}"#),
    (#"{"click_action":null,"clickAction":"camel"}"#, #"{"click_action":"camel"}"#),
    (#"{"sound":"s","icon":"i","color":"c","tag":"t","badge":2,"priority":"x","nested":{"clickAction":1}}"#,
      #"{"sound":"s","icon":"i","color":"c","tag":"t","badge":2,"priority":"x","nested":{"clickAction":1}}"#),
    (#"{"sound":null}"#, "{}"),
  ])
  func notificationHasTheNamesOfFCM(given: String, expected: String) throws {
    #expect(try Self.payload("{\"notification\":\(given)}", .fcm)["notification"] == .object(JSONObject(expected)))
  }

  @Test("contract 14", arguments: [
    (#"{"title":"T","body":"B","notification":{"title":"N"}}"#, #"{"data":{"body":"B"},"notification":{"title":"N"}}"#),
    (#"{"title":"T","body":"B","notification":{"body":"N"}}"#, #"{"data":{"title":"T"},"notification":{"body":"N"}}"#),
    (#"{"title":"T","body":"B","notification":{"title":"N","body":"M"}}"#, #"{"notification":{"title":"N","body":"M"}}"#),
    (#"{"title":"T","body":"B","notification":{"title":"","body":"N"}}"#, #"{"data":{"title":"T"},"notification":{"title":"","body":"N"}}"#),
    (#"{"title":"T","notification":{"title":null,"tag":"x"}}"#, #"{"data":{"title":"T"},"notification":{"tag":"x"}}"#),
  ])
  func notificationTakesTheTextsOutOfData(map: String, expected: String) throws {
    #expect(try Self.payload(map, .fcm) == JSONObject(expected))
    // ADM never has the object.
    #expect(try Self.payload(map, .adm)["data"]?["title"] == "T")
  }

  @Test("contract 13.5", arguments: [
    (#"{"useHtmlStyle":true}"#, "a\nb"), (#"{"useHtmlStyle":false}"#, "<b>a</b><br>b"), (#"{"useHtmlStyle":"true"}"#, "<b>a</b><br>b"), ("{}", "<b>a</b><br>b"),
  ])
  func markupIsTakenOutForAPNsAlone(style: String, text: String) throws {
    let map = #"{"title":"<b>a</b><br>b","body":"<b>a</b><br>b","k":"<i>","style":\#(style)}"#
    for pushType in PushType.allCases where pushType.provider == .apns {
      let payload = try Self.payload(map, pushType)
      #expect(payload["aps"]?["alert"] == ["title": .string(text), "body": .string(text)])
      #expect(payload["k"] == "<i>")
      #expect(try payload["style"] == .object(JSONObject(style)))
    }
    #expect(try Self.payload(map, .fcm)["data"]?["title"] == "<b>a</b><br>b")
    #expect(try Self.payload(map, .tencent)["content"] == "<b>a</b><br>b")
  }

  @Test("contract 13.4", arguments: [
    (#"{"title":"A"}"#, true, 1), (#"{"title":"A","mutable-content":0}"#, true, 0), (#"{"title":"A","mutable-content":null}"#, true, 1),
    (#"{"title":"A","richMessage":{}}"#, false, 1), (#"{"richMessage":{},"mutable-content":0}"#, false, 0), (#"{"title":"A"}"#, false, nil),
    (#"{"k":1}"#, true, 1),
  ] as [(String, Bool, Int?)])
  func extensionIsWoken(map: String, receipts: Bool, mutable: Int?) throws {
    for pushType in PushType.allCases where pushType.provider == .apns {
      let payload = try Self.payload(map, pushType, receipt: receipts ? 5 : nil)
      #expect(payload["aps"]?["mutable-content"]?.intValue == mutable)
    }
  }

  @Test("contract 11, step 9", arguments: [
    ("{}", PushType.allCases), (#"{"title":null}"#, PushType.allCases), (#"{"messageDeliveryReceiptData":{"a":1}}"#, PushType.allCases),
    (#"{"loc-key":"x"}"#, [.fcm, .tencent, .adm]), (#"{"expiresAfter":1}"#, PushType.allCases.filter { $0 != .adm }),
    (#"{"notification":{"title":"x"}}"#, PushType.allCases.filter { $0 != .fcm }), (#"{"mutable-content":1}"#, [.fcm, .tencent, .adm]),
    (#"{"richMessage":{}}"#, []), (#"{"badge":1}"#, []), (#"{"title":""}"#, []),
    (#"{"aps":{"alert":"x"}}"#, PushType.allCases.filter { $0.provider == .apns }),
  ] as [(String, [PushType])])
  func whatHoldsOnlyServerKeysIsInvalid(map: String, invalid: [PushType]) throws {
    let content: JSONObject = ["default": .object(try JSONObject(map))]
    for receipt in [nil, 5] as [Int64?] {
      let renderer = PayloadRenderer(content: content, words: .sinceV23, advertisement: nil, receiptMessageId: receipt)
      for pushType in PushType.allCases {
        #expect(renderer.render(renderer.key(pushType, language: "en")).isInvalidMessage == invalid.contains(pushType), "\(pushType.name)")
      }
    }
  }

  @Test func adTextMakesAnEmptyMessageValidForKoreans() {
    let ad = AdvertisementText(contact: "1", removeGuide: "g", position: .title)
    let renderer = PayloadRenderer(content: ["default": [:]], words: .sinceV23, advertisement: ad, receiptMessageId: nil)
    #expect(!renderer.render(renderer.key(.fcm, language: "ko")).isInvalidMessage)
    #expect(renderer.render(renderer.key(.fcm, language: "en")).isInvalidMessage)
  }

  @Test func recipientsShareRenderings() throws {
    let content = try JSONObject(#"{"default":{"title":"d"},"ko":{"title":"k"},"ja":null}"#)
    let ad = AdvertisementText(contact: "1", removeGuide: "g", position: .title)
    let renderer = PayloadRenderer(content: content, words: .sinceV23, advertisement: ad, receiptMessageId: nil)
    #expect(renderer.key(.fcm, language: "ko-KR") == renderer.key(.fcm, language: "ko"))
    #expect(renderer.key(.fcm, language: "en") == renderer.key(.fcm, language: "fr-CA"))
    #expect(renderer.key(.fcm, language: "ja").language == "default")
    // kor-KR gets the Korean map but no ad text (contract 16.1).
    #expect(renderer.key(.fcm, language: "kor-KR") == PayloadRenderer.Key(pushType: .fcm, language: "ko", addsAdText: false))
    #expect(renderer.key(.fcm, language: "ko") != renderer.key(.adm, language: "ko"))
  }
}
