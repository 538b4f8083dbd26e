import PushStore
import Testing

@testable import MockPushServer

@Suite struct ProviderLimitTests {
  @Test("contract 11, R93", arguments: [
    (PushType.apns, 4_096), (.apnsSandbox, 4_096), (.fcm, 4_096), (.tencent, 4_096), (.apnsVoip, 5_120), (.apnsSandboxVoip, 5_120), (.adm, 6_144),
  ])
  func limits(pushType: PushType, limit: Int) {
    #expect(ProviderLimit.bytes(pushType) == limit)
    #expect(ProviderLimit(limit, for: pushType) == .near)
    #expect(ProviderLimit(limit + 1, for: pushType) == .over)
    let tenth = (limit * 9 + 9) / 10
    #expect(ProviderLimit(tenth, for: pushType) == .near)
    #expect(ProviderLimit(tenth - 1, for: pushType) == .within)
  }

  /// The body is padded until the payload, filled in, has exactly the limit; one more letter is refused.
  @Test(arguments: PushType.allCases, ["a", "가", "🎉", "\""])
  func oneByteUnderAndOver(pushType: PushType, letter: String) throws {
    let limit = ProviderLimit.bytes(pushType)
    func byteCount(_ body: String) -> Int {
      let content: JSONObject = ["default": ["title": "T", "body": .string(body), "k": ["a": 1]]]
      let renderer = PayloadRenderer(content: content, words: .sinceV23, advertisement: nil, receiptMessageId: 9_007_199_254_740_991)
      return renderer.render(renderer.key(pushType, language: "en")).byteCount(deliveryIdLength: 20)
    }
    let width = JSON.string(letter).compactBytes.count - 2
    let room = limit - byteCount("x") + 1
    let full = String(repeating: letter, count: room / width) + String(repeating: "x", count: room % width)
    #expect(byteCount(full) == limit)
    #expect(ProviderLimit(byteCount(full), for: pushType) == .near)
    #expect(ProviderLimit(byteCount(full + "x"), for: pushType) == .over)
    #expect(byteCount(full + "x") == limit + 1)
  }

  @Test("F24: FCM counts data as the app gets it, and notification; nothing else")
  func fcmCountsTheMapOfStrings() throws {
    let map = #"{"o":{"a":"b"},"n":1,"notification":{"title":"N"},"content_available":true,"mutable_content":true}"#
    let rendering = Rendering(pushType: .fcm, payload: try PayloadRendererTests.payload(map, .fcm))
    #expect(rendering.byteCount(deliveryIdLength: 99) == #"{"data":{"o":"{\"a\":\"b\"}","n":"1"},"notification":{"title":"N"}}"#.utf8.count)
  }
}
