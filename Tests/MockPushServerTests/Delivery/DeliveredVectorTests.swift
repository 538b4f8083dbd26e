import PushStore
import Testing

@testable import MockPushServer

/// The contract's documented examples, through the whole server.
@Suite struct DeliveredVectorTests {
  private static let adContent: JSON = ["default": ["title": "금요일 특별 이벤트", "body": "지금 주문하시면 50% 할안된 가격으로!"]]
  private static func ad(_ position: String?) -> JSON {
    var changes: JSONObject = ["contact": "1588", "removeGuide": "메뉴 > 알림 설정"]
    changes["adWordPosition"] = position.map(JSON.string)
    return Body.ad(["type": "ALL"], content: adContent, changes)
  }

  @Test("contract 16.2", arguments: [
    ("TITLE", "(광고) 금요일 특별 이벤트 1588", "지금 주문하시면 50% 할안된 가격으로!\n메뉴 > 알림 설정"),
    ("BODY", "금요일 특별 이벤트", "(광고) 1588\n지금 주문하시면 50% 할안된 가격으로!\n메뉴 > 알림 설정"),
  ])
  func adText(position: String, title: String, body: String) async throws {
    try await withTestServer { server in
      await server.register(.device("ko", .apns, language: "ko"))
      await server.register(.device("ja", .apns, language: "ja"))
      for bySetting in [false, true] {
        await server.change(["adWordPosition": bySetting ? .string(position) : nil])
        await server.deliver(Self.ad(bySetting ? nil : position))
        let shown = await server.deliveries().map { $0["appView"]?["aps"]?["alert"] }
        #expect(shown == [
          ["title": .string(title), "body": .string(body)], ["title": "금요일 특별 이벤트", "body": "지금 주문하시면 50% 할안된 가격으로!"],
        ])
      }
    }
  }

  @Test("contract 12", arguments: [
    (["ko", "ja"], "ko", "ko"), (["ko", "ja"], "ko-KR", "ko"), (["ko"], "kor", "ko"), (["zh"], "zh-Hans-CN", "zh"), (["zh", "zh-Hant"], "zh-Hant", "zh-Hant"),
    (["zh", "zh-Hant"], "zh-Hant-TW", "zh-Hant"), (["zh-Hans", "zh-Hant"], "zh", "zh-Hans"), (["en-US"], "en-GB", "en-US"), (["ko", "ja"], "en", "default"),
  ])
  func languages(codes: [String], language: String, chosen: String) async throws {
    try await withTestServer { server in
      await server.register(.device("t", .fcm, language: language))
      let content = JSONObject((["default"] + codes).map { ($0, ["title": .string($0)]) })
      await server.deliver(Body.notification(["type": "ALL"], content: .object(content)))
      #expect(await server.deliveries()[0]["appView"]?["data"]?["title"]?.stringValue == chosen)
    }
  }

  @Test("contract 12: a missing key comes from default") func merge() async throws {
    try await withTestServer { server in
      await server.change(["messageDeliveryReceipt": false])
      await server.register(.device("t", .adm, language: "ja"))
      await server.deliver(Body.notification(content: ["default": ["title": "t", "body": "b", "k": 1], "ja": ["title": "題", "body": "文"]]))
      #expect(await server.deliveries()[0]["payload"] == ["data": ["title": "題", "body": "文", "k": 1]])
    }
  }

  @Test("contract 13.6") func conversion() async throws {
    try await withTestServer { server in
      await server.change(["messageDeliveryReceipt": false])
      for type in [PushType.fcm, .apns, .tencent, .adm] { await server.register(.device(type.name, type)) }
      await server.deliver(Body.notification(content: ["default": ["title": "A", "body": "B", "badge": 3, "ref": ["n": 1]]]))
      func delivery(_ token: String) async -> JSON { await server.deliveries("latest", "token=\(token)")[0] }
      let apns: JSON = ["aps": ["alert": ["title": "A", "body": "B"], "badge": 3], "ref": ["n": 1]]
      let tencent: JSON = ["title": "A", "content": "B", "custom_content": ["badge": 3, "ref": ["n": 1]]]
      let data: JSON = ["title": "A", "body": "B", "badge": 3, "ref": ["n": 1]]
      let strings: JSON = ["data": ["title": "A", "body": "B", "badge": "3", "ref": #"{"n":1}"#]]
      #expect(await delivery("FCM")["payload"] == ["data": data, "priority": "high", "registration_ids": ["FCM"]])
      #expect(await delivery("FCM")["appView"] == strings)
      #expect(await delivery("ADM")["payload"] == ["data": data])
      #expect(await delivery("ADM")["appView"] == strings)
      for view in ["payload", "appView"] {
        #expect(await delivery("APNS")[view] == apns)
        #expect(await delivery("TENCENT")[view] == tencent)
      }
      // v2.2 and older: no badge outside APNs, and FCM by its old name.
      await server.deliver(Body.notification(["type": "ALL", "pushTypes": ["GCM", "APNS"]], content: ["default": ["title": "A", "badge": 3]]), .v22)
      #expect(await delivery("FCM")["payload"]?["data"] == ["title": "A"])
      #expect(await delivery("APNS")["payload"] == ["aps": ["alert": ["title": "A"], "badge": 3]])
      #expect(await delivery("FCM")["pushType"] == "FCM")
      #expect(await delivery("ADM")["reason"] == "PUSH_TYPE")
    }
  }

  @Test("contract 13.4: what is filled in per delivery") func receipts() async throws {
    try await withTestServer { server in
      await server.register(.device("BASE#tenant=shop", .fcm))
      let message = await server.deliver(Body.notification(content: ["default": ["title": "A"]]))
      let id = try #require(message["messageId"]?.intValue)
      let delivery = await server.deliveries()[0]
      #expect(delivery["token"] == "BASE#tenant=shop")
      let payload = try #require(delivery["payload"])
      #expect(payload["registration_ids"] == ["BASE"])
      #expect(payload["data"]?["messageId"]?.intValue == id)
      let data = payload["data"]?["messageDeliveryReceiptData"]
      #expect(data?["messageId"]?.intValue == id && data?["pushType"] == "FCM")
      #expect(data?["sentDateTime"]?.stringValue == Fixture.wireTime(0))
      #expect(data?["deliveryId"]?.stringValue?.hasPrefix("\(id)-") == true)
      #expect(delivery["appView"]?["data"]?["messageDeliveryReceipt"] == "true")
    }
  }

  @Test("contract 15") func richMessage() async throws {
    try await withTestServer { server in
      await server.change(["messageDeliveryReceipt": false])
      for type in [PushType.fcm, .apns] { await server.register(.device(type.name, type)) }
      let rich: JSON = [
        "buttons": [["name": "n", "buttonType": "OPEN_URL", "link": "l", "hint": "h"]], "media": ["source": "m", "mediaType": "IMAGE"],
        "iosMedia": ["source": "i", "mediaType": "VEDIO"], "largeIcon": ["source": "s"], "group": ["key": "k", "description": "d"],
      ]
      await server.deliver(Body.notification(content: ["default": ["title": "A", "richMessage": rich]]))
      let views = await server.deliveries()
      #expect(views[0]["payload"]?["data"]?["richMessage"] == [
        "buttons": [["name": "n", "buttonType": "OPEN_URL", "link": "l", "hint": "h"]], "media": ["source": "m", "mediaType": "IMAGE"],
        "largeIcon": ["source": "s"], "group": ["key": "k", "description": "d"],
      ])
      #expect(views[1]["appView"] == [
        "aps": ["alert": ["title": "A"], "mutable-content": 1],
        "richMessage": [
          "buttons": [["name": "n", "buttonType": "OPEN_URL", "link": "l", "hint": "h", "id": "1"]], "media": ["source": "i", "mediaType": "VEDIO"],
        ],
      ])
    }
  }

  @Test("contract 14") func fcmNotification() async throws {
    try await withTestServer { server in
      await server.change(["messageDeliveryReceipt": false])
      for type in [PushType.fcm, .apns] { await server.register(.device(type.name, type)) }
      let notification: JSON = ["title": "N", "clickAction": "c", "androidChannelId": "ch", "bodyLocArgs": ["x"]]
      await server.deliver(Body.notification(content: ["default": ["title": "A", "body": "B", "notification": notification, "content_available": true]]))
      let views = await server.deliveries()
      let shown: JSON = ["title": "N", "click_action": "c", "android_channel_id": "ch", "body_loc_args": ["x"]]
      #expect(views[0]["payload"] == ["data": ["body": "B"], "notification": shown, "content_available": true, "priority": "high", "registration_ids": ["FCM"]])
      #expect(views[0]["appView"] == ["data": ["body": "B"], "notification": shown])
      #expect(views[1]["payload"] == ["aps": ["alert": ["title": "A", "body": "B"]]])
    }
  }

  @Test func warningsStandBesideTheDelivery() async throws {
    try await withTestServer { server in
      for type in [PushType.fcm, .apns] { await server.register(.device(type.name, type, language: "ko")) }
      await server.deliver(Body.ad(content: ["default": ["title": "(광고) T", "badge": "3", "loc-key": "L"]]))
      let codes = await server.deliveries().map { $0["warnings"]?.arrayValue?.compactMap { $0["code"]?.stringValue } ?? [] }
      #expect(codes.map(Set.init) == [["LOC_KEYS_IGNORED", "AD_TEXT_TWICE"], ["BADGE_NOT_INTEGER", "AD_TEXT_TWICE"]])
      #expect(await server.deliveries()[0]["warnings"]?[0]?["sentence"]?.stringValue?.hasSuffix(".") == true)
    }
  }
}
