import PushStore
import Testing

@testable import MockPushServer

/// Contract 8 against the running engine.
@Suite struct AgreementDeliveryTests {
  private static let flags = [false, true]

  /// Contract 8.1: notification, ad, night → what a NOTIFICATION, an AD by day and an AD by night become.
  private static func expected(_ agreement: (Bool, Bool, Bool)) -> (String, String, String) {
    switch agreement {
    case (false, _, _): ("NOTIFICATION_OFF", "NOTIFICATION_OFF", "NOTIFICATION_OFF")
    case (true, false, _): ("ACCEPTED", "AD_OFF", "AD_OFF")
    case (true, true, false): ("ACCEPTED", "ACCEPTED", "NIGHT_AD_OFF")
    case (true, true, true): ("ACCEPTED", "ACCEPTED", "ACCEPTED")
    }
  }

  @Test("contract 8.1", arguments: [
    ("NOTIFICATION", "2026-03-02T12:00:00+09:00"), ("NOTIFICATION", "2026-03-02T23:00:00+09:00"), ("AD", "2026-03-02T12:00:00+09:00"),
    ("AD", "2026-03-02T23:00:00+09:00"),
  ])
  func truthTable(type: String, moment: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      var wanted: [String: String] = [:]
      let isNight = moment.contains("T23")
      for notification in Self.flags {
        for ad in Self.flags {
          for night in Self.flags {
            let token = "t-\(notification)-\(ad)-\(night)"
            await server.register(.device(token, ad ? .fcm : .apns, (notification, ad, night)))
            let (plain, day, dark) = Self.expected((notification, ad, night))
            wanted[token] = type == "NOTIFICATION" ? plain : isNight ? dark : day
          }
        }
      }
      await server.freeze(moment)
      let message = await server.deliver(type == "AD" ? Body.ad() : Body.notification())
      #expect(await server.reasons() == wanted)
      let sent = wanted.values.count { $0 == "ACCEPTED" }
      #expect(message["sentCount"]?.intValue == sent && message["targetCount"]?.intValue == sent)
      #expect(message["outcomes"]?["SENT"]?.intValue == sent)
      #expect(message["outcomes"]?["FILTERED"]?.intValue == 8 - sent)
      #expect(message["isNight"] == .bool(isNight))
      #expect(message["messageStatus"] == "COMPLETE")
    }
  }

  @Test("contract 8.3", arguments: [
    ("2026-03-02T20:59:59.999+09:00", false), ("2026-03-02T21:00:00.000+09:00", true), ("2026-03-03T00:00:00.000+09:00", true),
    ("2026-03-03T07:59:59.999+09:00", true), ("2026-03-03T08:00:00.000+09:00", false),
    // The same instants told by another clock.
    ("2026-03-02T11:59:59.999Z", false), ("2026-03-02T12:00:00.000Z", true),
  ])
  func bordersOfTheNight(moment: String, isNight: Bool) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("day", .apns, (true, true, false)))
      await server.register(.device("night", .apns, (true, true, true)))
      await server.freeze(moment)
      await server.deliver(Body.ad())
      #expect(await server.reasons() == ["day": isNight ? "NIGHT_AD_OFF" : "ACCEPTED", "night": "ACCEPTED"])
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["day": "ACCEPTED", "night": "ACCEPTED"])
    }
  }

  @Test func nightIsThatOfTheAppsZone() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("day", .apns, (true, true, false)))
      await server.change(["nightZone": "America/New_York"])
      // 21:00 in Seoul is 07:00 in New York, still night there; 08:00 there is day.
      await server.freeze("2026-03-02T21:59:59.999+09:00")
      await server.deliver(Body.ad())
      #expect(await server.reasons() == ["day": "NIGHT_AD_OFF"])
      await server.freeze("2026-03-02T22:00:00+09:00")
      await server.deliver(Body.ad())
      #expect(await server.reasons() == ["day": "ACCEPTED"])
    }
  }

  @Test("contract 8.2, R37: in KOREAN_ONLY the ad flags of other languages count as given", arguments: [
    ("ko", false), ("ko-KR", false), ("KOR", false), ("ja", true), ("kok", true), ("en-US", true),
  ])
  func koreanOnlyScope(language: String, isDelivered: Bool) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("ad-off", .fcm, (true, false, false), language: language))
      await server.register(.device("night-off", .fcm, (true, true, false), language: language))
      await server.register(.device("off", .fcm, (false, true, true), language: language))
      await server.freeze("2026-03-02T22:00:00+09:00")
      await server.deliver(Body.ad())
      #expect(await server.reasons() == ["ad-off": "AD_OFF", "night-off": "NIGHT_AD_OFF", "off": "NOTIFICATION_OFF"], "scope ALL")
      await server.change(["agreementScope": "KOREAN_ONLY"])
      await server.deliver(Body.ad())
      #expect(await server.reasons() == [
        "ad-off": isDelivered ? "ACCEPTED" : "AD_OFF", "night-off": isDelivered ? "ACCEPTED" : "NIGHT_AD_OFF", "off": "NOTIFICATION_OFF",
      ])
    }
  }

  @Test("R39, R45: VoIP has no consent step, and is no default target") func voip() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for type in [PushType.apnsVoip, .apnsSandboxVoip, .apns] { await server.register(.device(type.name, type, (false, false, false))) }
      await server.register(.device("on"))
      await server.freeze("2026-03-02T22:00:00+09:00")
      await server.deliver(Body.ad())
      #expect(await server.reasons() == ["APNS_VOIP": "PUSH_TYPE", "APNS_SANDBOXVOIP": "PUSH_TYPE", "APNS": "NOTIFICATION_OFF", "on": "ACCEPTED"])
      #expect(await server.deliveries("latest", "token=APNS_VOIP")[0]["explanation"] == """
        target.pushTypes is absent, which means FCM, APNS, APNS_SANDBOX, TENCENT, ADM; name APNS_VOIP in it to reach this token.
        """)
      await server.deliver(Body.ad(["type": "ALL", "pushTypes": ["APNS_VOIP", "APNS_SANDBOXVOIP", "APNS"]]))
      #expect(await server.reasons() == ["APNS_VOIP": "ACCEPTED", "APNS_SANDBOXVOIP": "ACCEPTED", "APNS": "NOTIFICATION_OFF", "on": "ACCEPTED"])
    }
  }

  @Test("filtering happens when the message is processed, and whoever is filtered learns why") func explanations() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("off", .apns, (false, true, true)))
      await server.register(.device("ad", .apns, (true, false, true)))
      await server.register(.device("night", .apns, (true, true, false)))
      await server.freeze("2026-03-02T21:00:00+09:00")
      let message = await server.deliver(Body.ad())
      #expect(message["messageStatus"] == "CANCEL_NO_TARGET" && message["targetCount"] == 0)
      let sentences = await server.deliveries().map { $0["explanation"]?.stringValue ?? "" }
      #expect(sentences == [
        "isNotificationAgreement is false, which stops every message; register the token again with isNotificationAgreement true.",
        "isAdAgreement is false, and this message is an AD; register the token again with isAdAgreement true.",
        "isNightAdAgreement is false, and this AD is processed at night (21:00 to 08:00 in Asia/Seoul); register the token again with isNightAdAgreement true, or send by day.",
      ])
      #expect(await server.deliveries().allSatisfy { $0["payload"] == nil && $0["appView"] == nil && $0["warnings"] == [] })
    }
  }
}
