/// Which words of a content map have a meaning of their own; they grew with v2.3 (contract 13.1, 13.3, R56). A message keeps the set it was sent with.
enum ReservedWords: String, CaseIterable, Sendable {
  case upToV22 = "UP_TO_V2.2"
  case sinceV23 = "SINCE_V2.3"

  /// `badge` reaches every push type, not APNs alone.
  var badgeEverywhere: Bool { self == .sinceV23 }
  /// `notification`, `content_available` and `mutable_content` belong to FCM; before, they are custom keys.
  var fcmNotification: Bool { self == .sinceV23 }

  static let alert = ["title", "body", "title-loc-key", "title-loc-args", "action-loc-key", "loc-key", "loc-args", "launch-image"]
  static let localized = ["title-loc-key", "title-loc-args", "action-loc-key", "loc-key", "loc-args"]
  static let aps = ["badge", "sound", "content-available", "category", "mutable-content"]
  static let fcmTop = ["notification", "content_available", "mutable_content"]
  static let admTop = ["consolidationKey", "expiresAfter"]
  /// Set by the server alone; sent-in values are dropped.
  static let server = ["messageDeliveryReceipt", "messageDeliveryReceiptData"]

  /// Whether a word of a content map is sent to this provider at all. Custom keys are, but for an `aps` of the sender's own (F17).
  func send(_ word: String, to provider: Provider) -> Bool {
    switch word {
    case "title", "body", "sound": return true
    case "badge": return provider == .apns || badgeEverywhere
    case "aps": return provider != .apns
    default: break
    }
    if Self.server.contains(word) { return false }
    if Self.alert.contains(word) || Self.aps.contains(word) { return provider == .apns }
    if Self.admTop.contains(word) { return provider == .adm }
    if Self.fcmTop.contains(word), fcmNotification { return provider == .fcm }
    return true
  }
}
