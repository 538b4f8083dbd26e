import PushStore

/// Something that the API accepts but a device would trip over.
struct DeliveryWarning: Equatable, Sendable {
  /// Stable; raw values are what the control API and the console show.
  enum Code: String, CaseIterable, Sendable {
    case payloadNearLimit = "PAYLOAD_NEAR_LIMIT"
    case payloadOverLimit = "PAYLOAD_OVER_LIMIT"
    case badgeNotInteger = "BADGE_NOT_INTEGER"
    case richMediaDropped = "RICH_MEDIA_DROPPED"
    case richButtonDropped = "RICH_BUTTON_DROPPED"
    case richMessageWithoutExtension = "RICH_MESSAGE_WITHOUT_EXTENSION"
    case nothingToShow = "NOTHING_TO_SHOW"
    case locKeysIgnored = "LOC_KEYS_IGNORED"
    case adTextTwice = "AD_TEXT_TWICE"
  }

  let code: Code
  /// For people: what happens on the device and what would mend it.
  let sentence: String
}
