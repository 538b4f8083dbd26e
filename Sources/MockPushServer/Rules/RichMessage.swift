/// The `richMessage` of a content map (contract 15, R60, R61).
enum RichMessage {
  static let buttonLimit = 3
  private static let mediaKeys = ["media", "androidMedia", "iosMedia"]

  /// What one platform is sent: its own media under the name `media`, without the parts of the other platform. What is left empty stays `{}` (F22).
  ///
  /// ruling: a null `media`, `androidMedia` or `iosMedia` is as absent (contract 2.1); other members, nulls too, pass unchanged.
  static func resolved(_ message: JSONObject, for provider: Provider) -> JSONObject {
    let isApple = provider == .apns
    let own = message[isApple ? "iosMedia" : "androidMedia"] ?? .null
    let media = own.isNull ? message["media"] ?? .null : own
    let dropped = mediaKeys + (isApple ? ["largeIcon", "group"] : [])
    var result = JSONObject()
    if !media.isNull { result["media"] = media }
    result.members += message.members.filter { !dropped.contains($0.key) }
    if isApple, let buttons = result["buttons"]?.arrayValue { result["buttons"] = .array(numbered(buttons)) }
    return result
  }

  /// The iOS SDK reads `id` of every button; one that has none gets its place, from `"1"` on.
  private static func numbered(_ buttons: [JSON]) -> [JSON] {
    buttons.enumerated().map { index, button in
      guard case .object(var members) = button, members["id"]?.isNull ?? true else { return button }
      members["id"] = .string(String(index + 1))
      return .object(members)
    }
  }
}
