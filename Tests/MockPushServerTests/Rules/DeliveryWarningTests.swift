import PushStore
import Testing

@testable import MockPushServer

@Suite struct DeliveryWarningTests {
  static func warnings(
    _ map: String, _ pushType: PushType, language: String = "en", isAd: Bool = false, receipt: Int64? = nil, words: ReservedWords = .sinceV23
  ) throws -> [DeliveryWarning] {
    let ad = isAd ? AdvertisementText(contact: "1", removeGuide: "g", position: .title) : nil
    let renderer = PayloadRenderer(
      content: ["default": .object(try JSONObject(map))], words: words, advertisement: ad, receiptMessageId: receipt)
    let key = renderer.key(pushType, language: language)
    let rendering = renderer.render(key)
    return DeliveryWarning.all(renderer, key, rendering, byteCount: rendering.byteCount(deliveryIdLength: 10))
  }

  private static let all = PushType.allCases
  private static let apple = all.filter { $0.provider == .apns }
  private static let android = all.filter { $0.provider != .apns }

  @Test(arguments: [
    // Nothing to say.
    (#"{"title":"T","body":"B","badge":3}"#, []),
    (#"{"title":"T","richMessage":{"media":{"source":"s","mediaType":"IMAGE"},"buttons":[{"name":"n","buttonType":"REPLY"}]}}"#, []),
    // Badge.
    (#"{"title":"T","badge":3.0}"#, [(.badgeNotInteger, all)]), (#"{"title":"T","badge":"three"}"#, [(.badgeNotInteger, all)]),
    (#"{"title":"T","badge":"3"}"#, [(.badgeNotInteger, apple)]), (#"{"title":"T","badge":3000000000}"#, [(.badgeNotInteger, android)]),
    (#"{"title":"T","badge":{}}"#, [(.badgeNotInteger, all)]), (#"{"title":"T","badge":null}"#, []),
    // Rich messages.
    (#"{"title":"T","richMessage":{"media":{"source":"s","mediaType":"GIF"}}}"#, [(.richMediaDropped, android)]),
    (#"{"title":"T","richMessage":{"iosMedia":{"source":"s","mediaType":"AUDIO"}}}"#, []),
    (#"{"title":"T","richMessage":{"buttons":[{"name":"n","buttonType":"DEEP_LINK","link":"l"}]}}"#, [(.richButtonDropped, all)]),
    (#"{"title":"T","mutable-content":0,"richMessage":{"group":{"key":"k"}}}"#, [(.richMessageWithoutExtension, apple)]),
    (#"{"title":"T","mutable-content":"1","richMessage":{"group":{"key":"k"}}}"#, [(.richMessageWithoutExtension, [.apnsVoip, .apnsSandboxVoip])]),
    (#"{"richMessage":{"group":{"key":"k"}}}"#, [(.richMessageWithoutExtension, apple)]),
    // Nothing to show; VoIP shows its own screen.
    (#"{"k":1}"#, [(.nothingToShow, all.filter { !$0.isVoip })]), (#"{"title":"","body":""}"#, [(.nothingToShow, all.filter { !$0.isVoip })]),
    (#"{"notification":{"body":"b"}}"#, [(.nothingToShow, all.filter { !$0.isVoip && $0 != .fcm })]),
    (#"{"notification":{"bodyLocKey":"b"}}"#, [(.nothingToShow, all.filter { !$0.isVoip && $0 != .fcm })]),
    (#"{"richMessage":{}}"#, [(.richMessageWithoutExtension, apple)]),
    // Loc keys.
    (#"{"title":"T","loc-key":"l","loc-args":["a"]}"#, [(.locKeysIgnored, android)]),
    (#"{"title-loc-key":"l"}"#, [(.nothingToShow, android), (.locKeysIgnored, android)]),
  ] as [(String, [(DeliveryWarning.Code, [PushType])])])
  func contentThatDevicesTripOver(map: String, expected: [(DeliveryWarning.Code, [PushType])]) throws {
    for pushType in PushType.allCases {
      var codes = expected.filter { $0.1.contains(pushType) }.map(\.0)
      if map.contains("richMessage"), pushType.isVoip, !codes.contains(.richMessageWithoutExtension) { codes.append(.richMessageWithoutExtension) }
      #expect(try Self.warnings(map, pushType).map(\.code) == codes, "\(pushType.name)")
    }
  }

  @Test(arguments: [
    (#"{"title":"(광고) T"}"#, true, true), (#"{"title":"T","body":"x (광고)"}"#, true, true), (#"{"title":"T","body":"B"}"#, true, false),
    (#"{"title":"(광고) T"}"#, false, false), (#"{"title":"T","notification":{"title":"(광고)"}}"#, true, true),
  ])
  func adTextTwice(map: String, isAd: Bool, warns: Bool) throws {
    #expect(try Self.warnings(map, .fcm, language: "ko", isAd: isAd).contains { $0.code == .adTextTwice } == warns)
    #expect(try !Self.warnings(map, .fcm, language: "en", isAd: isAd).contains { $0.code == .adTextTwice })
  }

  @Test(arguments: PushType.allCases)
  func sizeNearAndOverTheLimit(pushType: PushType) throws {
    let limit = ProviderLimit.bytes(pushType)
    func codes(_ length: Int) throws -> [DeliveryWarning.Code] {
      try Self.warnings("{\"title\":\"\(String(repeating: "a", count: length))\"}", pushType, receipt: 1).map(\.code)
    }
    #expect(try codes(limit / 2) == [])
    #expect(try codes(limit - 400) == [.payloadNearLimit])
    #expect(try codes(limit) == [.payloadOverLimit])
  }

  @Test func badgeOfOlderVersionsReachesAPNsAlone() throws {
    #expect(try Self.warnings(#"{"title":"T","badge":"x"}"#, .fcm, words: .upToV22).isEmpty)
    #expect(try Self.warnings(#"{"title":"T","badge":"x"}"#, .apns, words: .upToV22).map(\.code) == [.badgeNotInteger])
  }

  @Test func sentencesNameTheNumbers() throws {
    let map = "{\"title\":\"\(String(repeating: "a", count: 5_000))\"}"
    #expect(try Self.warnings(map, .apns).map(\.sentence) == [
      "The payload has 5030 bytes, and APNS takes 4096: the provider refuses it; shorten the content."
    ])
  }
}
