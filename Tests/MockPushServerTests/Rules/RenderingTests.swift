import PushStore
import Testing

@testable import MockPushServer

@Suite struct RenderingTests {
  private static let sentDateTime = "2026-03-02T09:15:00.000+09:00"
  private static let delivery = Rendering.Delivery(deliveryId: "d-1", sentDateTime: sentDateTime)
  private static let facts = #"{"messageId":9007199254740991,"pushType":"FCM","sentDateTime":"2026-03-02T09:15:00.000+09:00","deliveryId":"d-1"}"#

  private func rendering(
    _ map: String, _ pushType: PushType, receipt: Int64? = 9_007_199_254_740_991, words: ReservedWords = .sinceV23
  ) throws -> Rendering {
    let payload = try PayloadRendererTests.payload(map, pushType, words, receipt: receipt)
    // As if read back from the store.
    return Rendering(pushType: pushType, payload: try JSONObject(payload.text))
  }

  @Test("contract 13.4", arguments: [
    (PushType.fcm, #"{"data":{"title":"A","messageDeliveryReceipt":true,"messageDeliveryReceiptData":FACTS,"messageId":ID}}"#),
    (.adm, #"{"data":{"title":"A","messageDeliveryReceipt":true,"messageDeliveryReceiptData":FACTS,"messageId":ID}}"#),
    (.tencent, #"{"title":"A","custom_content":{"messageDeliveryReceipt":true,"messageDeliveryReceiptData":FACTS}}"#),
    (.apns, #"{"aps":{"alert":{"title":"A"},"mutable-content":1},"messageDeliveryReceipt":true,"messageDeliveryReceiptData":FACTS,"messageId":ID}"#),
    (.apnsSandboxVoip,
      #"{"aps":{"alert":{"title":"A"},"mutable-content":1},"messageDeliveryReceipt":true,"messageDeliveryReceiptData":FACTS,"messageId":ID}"#),
  ])
  func receiptKeysStandAtTheCustomPosition(pushType: PushType, template: String) throws {
    let facts = Self.facts.replacing("FCM", with: pushType.name)
    let expected = try JSONObject(template.replacing("FACTS", with: facts).replacing("ID}", with: "9007199254740991}"))
    #expect(try rendering(#"{"title":"A"}"#, pushType).devicePayload(Self.delivery) == expected)
    // For FCM of v2.0–v2.2 too, by its canonical name (F19).
    #expect(try rendering(#"{"title":"A"}"#, pushType, words: .upToV22).devicePayload(Self.delivery) == expected)
  }

  @Test(arguments: PushType.allCases)
  func storedFormHasNothingOfOneDelivery(pushType: PushType) throws {
    let text = try rendering(#"{"title":"A"}"#, pushType).payload.text
    #expect(!text.contains("sentDateTime") && !text.contains("deliveryId") && !text.contains("registration_ids"))
  }

  @Test(arguments: PushType.allCases)
  func withoutReceiptsNothingIsFilledIn(pushType: PushType) throws {
    let rendering = try rendering(#"{"title":"A","messageId":"own","messageDeliveryReceiptData":{"a":1}}"#, pushType, receipt: nil)
    #expect(!rendering.asksReceipt)
    #expect(rendering.devicePayload(Self.delivery) == rendering.payload)
    #expect(!rendering.payload.text.contains("Receipt") && rendering.payload.text.contains(#""messageId":"own""#))
  }

  @Test("F18", arguments: PushType.allCases)
  func serversMessageIdReplacesASentInOne(pushType: PushType) throws {
    let payload = try rendering(#"{"messageId":"own"}"#, pushType).payload
    switch pushType.provider {
    case .apns: #expect(payload["messageId"] == 9_007_199_254_740_991)
    case .fcm, .adm: #expect(payload["data"]?["messageId"] == 9_007_199_254_740_991)
    case .tencent: #expect(payload["custom_content"]?["messageId"] == "own")
    }
  }

  @Test("contract 13.6", arguments: PushType.allCases)
  func providerRequestNamesTheTokenForFCMAlone(pushType: PushType) throws {
    let rendering = try rendering(#"{"title":"A"}"#, pushType)
    let device = rendering.devicePayload(Self.delivery)
    let request = rendering.providerRequest(Self.delivery, baseToken: "BASE")
    guard pushType == .fcm else {
      #expect(request == device)
      return
    }
    #expect(request.text == device.text.dropLast() + #","priority":"high","registration_ids":["BASE"]}"#)
  }

  @Test("contract 13.6: the app is handed a map of strings", arguments: [PushType.fcm, .adm])
  func appViewIsAMapOfStrings(pushType: PushType) throws {
    let map = #"{"title":"A","badge":3,"n":1.50,"big":12345678901234567890123,"f":true,"o":{"a":[1,"한",null]},"l":[],"s":"{}","notification":{"badge":1}}"#
    let view = try rendering(map, pushType).appView(Self.delivery)
    #expect(view.data["title"] == "A")
    #expect(view.data["badge"] == "3")
    #expect(view.data["n"] == "1.50")
    #expect(view.data["big"] == "12345678901234567890123")
    #expect(view.data["f"] == "true")
    #expect(view.data["o"] == #"{"a":[1,"한",null]}"#)
    #expect(view.data["l"] == "[]")
    #expect(view.data["s"] == "{}")
    #expect(view.data["messageDeliveryReceipt"] == "true")
    #expect(view.data["messageId"] == "9007199254740991")
    let facts = try #require(view.data["messageDeliveryReceiptData"]?.stringValue)
    #expect(try JSONObject(facts) == JSONObject(Self.facts.replacing("FCM", with: pushType.name)))
    #expect(view.notification == (pushType == .fcm ? ["badge": 1] : nil))
  }

  @Test(arguments: [PushType.apns, .apnsVoip, .tencent])
  func otherAppsGetTheDevicePayload(pushType: PushType) throws {
    let rendering = try rendering(#"{"title":"A","badge":3}"#, pushType)
    #expect(rendering.appView(Self.delivery) == Rendering.AppView(data: rendering.devicePayload(Self.delivery)))
  }

  @Test(arguments: PushType.allCases)
  func consentDateIsFilledIntoTitleAndBody(pushType: PushType) throws {
    let place = ConsentDateText.placeholder
    let map = "{\"title\":\"\(place)\",\"body\":\"a \(place) b \(place)\",\"k\":\"\(place)\",\"notification\":{\"body\":\"\(place)\"}}"
    let rendering = try rendering(map, pushType)
    var delivery = Self.delivery
    #expect(rendering.devicePayload(delivery).text.contains(place))
    delivery.consentDate = "2024-03-02 09:15:00"
    let payload = rendering.devicePayload(delivery)
    let (title, body) = switch pushType.provider {
    case .apns: (payload["aps"]?["alert"]?["title"], payload["aps"]?["alert"]?["body"])
    case .fcm: (payload["data"]?["title"], payload["notification"]?["body"])
    case .tencent: (payload["title"], payload["content"])
    case .adm: (payload["data"]?["title"], payload["data"]?["body"])
    }
    #expect(title == "2024-03-02 09:15:00")
    #expect(body == (pushType == .fcm ? "2024-03-02 09:15:00" : "a 2024-03-02 09:15:00 b 2024-03-02 09:15:00"))
    // A custom key keeps it.
    #expect(payload.text.contains(place))
  }

  @Test(arguments: PushType.allCases, [
    #"{"title":"A"}"#, #"{"title":"\"금요일\" 🎉\n","o":{"a":"\\\"","b":[1,{}]}}"#, #"{"title":"T","notification":{"title":"\"N\"","x":{}},"content_available":true}"#,
    ####"{"title":"###AD_AGREEMENT_DATE_TIME###","body":"###AD_AGREEMENT_DATE_TIME### ###AD_AGREEMENT_DATE_TIME###"}"####, #"{"notification":{"title":"N"}}"#,
  ])
  func byteCountIsThatOfTheFilledPayload(pushType: PushType, map: String) throws {
    for receipt in [nil, 1, 9_007_199_254_740_991] as [Int64?] {
      for deliveryId in ["", "1-2", "0123456789abcdef0123456789abcdef"] {
        for consentDate in [nil, "2024-03-02 09:15:00"] {
          let rendering = try rendering(map, pushType, receipt: receipt)
          let delivery = Rendering.Delivery(deliveryId: deliveryId, sentDateTime: Self.sentDateTime, consentDate: consentDate)
          let counted = rendering.byteCount(deliveryIdLength: deliveryId.utf8.count, hasConsentDate: consentDate != nil)
          #expect(counted == limited(rendering, delivery).utf8.count)
        }
      }
    }
  }

  /// What R93 and F24 say is counted, put together from the views.
  private func limited(_ rendering: Rendering, _ delivery: Rendering.Delivery) -> String {
    guard rendering.pushType == .fcm else { return rendering.devicePayload(delivery).text }
    let view = rendering.appView(delivery)
    let parts = [
      view.data.isEmpty ? nil : #""data":"# + view.data.text, view.notification.map { #""notification":"# + $0.compactText },
    ]
    return "{" + parts.compactMap(\.self).joined(separator: ",") + "}"
  }
}
