import PushStore

/// Whether a token's consent lets a message through (contract 8.1, 8.2, R36, R37, R39). Step 4 of the pipeline.
struct AgreementFilter: Sendable {
  var messageType: MessageType
  /// Whether the message is processed at night; only ads ask.
  var isNight: Bool
  var scope: AgreementScope

  enum Decision: Equatable, Sendable {
    case deliver
    case drop(Refusal)
  }

  /// The first consent that is missing.
  enum Refusal: Equatable, CaseIterable, Sendable {
    case notificationOff, adOff, nightAdOff
  }

  /// - Parameter language: the token's; looked at only in scope `KOREAN_ONLY`, where the ad flags of other languages count as given.
  func decide(_ agreement: Agreement, pushType: PushType, language: String) -> Decision {
    // VoIP has no consent step.
    if pushType.isVoip { return .deliver }
    guard agreement.notification else { return .drop(.notificationOff) }
    guard messageType == .ad else { return .deliver }
    if agreement.ad, agreement.nightAd || !isNight { return .deliver }
    if scope == .koreanOnly, !KoreanLanguage.covers(language) { return .deliver }
    return .drop(agreement.ad ? .nightAdOff : .adOff)
  }
}
