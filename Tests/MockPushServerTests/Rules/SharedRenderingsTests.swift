import PushStore
import Testing

@testable import MockPushServer

@Suite struct SharedRenderingsTests {
  private func shared() throws -> SharedRenderings {
    let content = try JSONObject(#"{"default":{"title":"d"},"ko":{"title":"k"}}"#)
    return SharedRenderings(PayloadRenderer(content: content, words: .sinceV23, advertisement: nil, receiptMessageId: 5))
  }

  @Test func eachRenderingIsMadeOnce() throws {
    var shared = try shared()
    let numbers = ["ko", "en", "ko-KR", "fr", "kor", "ko", "en"].map { shared.number(.fcm, language: $0) }
    #expect(numbers == [0, 1, 0, 1, 0, 0, 1])
    #expect(shared.number(.apns, language: "ko") == 2)
    #expect(shared.entries.map(\.key.language) == ["ko", "default", "ko"])
    #expect(shared.entries.map(\.rendering.pushType) == [.fcm, .fcm, .apns])
  }

  @Test func moreLanguagesThanAreRememberedGetTheSame() throws {
    var shared = try shared()
    for index in 0..<SharedRenderings.languageLimit + 100 {
      #expect(shared.number(.fcm, language: "en-\(index)") == 0)
    }
    #expect(shared.number(.fcm, language: "ko-new") == 1)
    #expect(shared.number(.fcm, language: "ko-new") == 1)
    #expect(shared.entries.count == 2)
  }
}
