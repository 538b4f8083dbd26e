import PushStore
import Testing

@testable import MockPushServer

@Suite struct AgreementFilterTests {
  typealias Refusal = AgreementFilter.Refusal

  /// Notification, ad, night; then what stops a NOTIFICATION, an AD by day, an AD by night (contract 8.1).
  private static let table: [(Bool, Bool, Bool, Refusal?, Refusal?, Refusal?)] = [
    (false, false, false, .notificationOff, .notificationOff, .notificationOff),
    (false, false, true, .notificationOff, .notificationOff, .notificationOff),
    (false, true, false, .notificationOff, .notificationOff, .notificationOff),
    (false, true, true, .notificationOff, .notificationOff, .notificationOff),
    (true, false, false, nil, .adOff, .adOff), (true, false, true, nil, .adOff, .adOff),
    (true, true, false, nil, nil, .nightAdOff), (true, true, true, nil, nil, nil),
  ]

  @Test(arguments: table.indices, PushType.allCases)
  func theContractsTruthTable(row: Int, pushType: PushType) {
    let (notification, ad, night, plain, byDay, byNight) = Self.table[row]
    let agreement = Agreement(notification: notification, ad: ad, nightAd: night)
    let cases: [(MessageType, Bool, Refusal?)] = [
      (.notification, false, plain), (.notification, true, plain), (.ad, false, byDay), (.ad, true, byNight),
    ]
    for (type, isNight, refusal) in cases {
      for (scope, language) in [(AgreementScope.all, "ko"), (.all, "en"), (.koreanOnly, "ko-KR")] {
        let filter = AgreementFilter(messageType: type, isNight: isNight, scope: scope)
        // VoIP has no consent step.
        let expected = pushType.isVoip ? nil : refusal
        #expect(filter.decide(agreement, pushType: pushType, language: language) == expected.map { .drop($0) } ?? .deliver)
      }
    }
  }

  @Test(arguments: table.indices, ["en", "kok", "ja-JP"])
  func koreanScopeTakesAdFlagsOfOthersAsGiven(row: Int, language: String) {
    let (notification, ad, night, _, _, _) = Self.table[row]
    let agreement = Agreement(notification: notification, ad: ad, nightAd: night)
    for type in MessageType.allCases {
      let filter = AgreementFilter(messageType: type, isNight: true, scope: .koreanOnly)
      let expected: AgreementFilter.Decision = notification ? .deliver : .drop(.notificationOff)
      #expect(filter.decide(agreement, pushType: .fcm, language: language) == expected)
    }
  }

  @Test("contract 16.1", arguments: [
    ("ko", true), ("KO", true), ("kor", true), ("Kor", true), ("ko-KR", true), ("ko_kr", true), ("KO-", true), ("en-ko-x", true),
    ("ko-Kore-KR", true), ("kok", false), ("kok-IN", false), ("kor-KR", false), ("ja", false), ("en-ko", false), ("", false), ("k", false),
    ("xko-y", true),
  ])
  func koreanLanguages(language: String, isKorean: Bool) {
    #expect(KoreanLanguage.covers(language) == isKorean)
  }
}
