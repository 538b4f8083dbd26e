import PushStore

extension DeliveryWarning {
  /// Everything to warn of, in the order of the codes.
  /// - Parameters:
  ///   - rendering: made by the renderer from the key.
  ///   - byteCount: of the delivery, by `Rendering.byteCount`.
  static func all(_ renderer: PayloadRenderer, _ key: PayloadRenderer.Key, _ rendering: Rendering, byteCount: Int) -> [DeliveryWarning] {
    let check = DeliveryCheck(
      pushType: key.pushType, content: renderer.merged(key), payload: rendering.payload, words: renderer.words, addsAdText: key.addsAdText)
    let found = [
      size(byteCount, key.pushType), check.badge, check.richMedia, check.richButton, check.richExtension, check.nothing, check.locKeys, check.adText,
    ]
    return found.compactMap(\.self)
  }

  /// Whether a payload fits its provider; the one thing that differs between deliveries which share a rendering.
  static func size(_ byteCount: Int, _ pushType: PushType) -> DeliveryWarning? {
    let facts = "The payload has \(byteCount) bytes, and \(pushType.name) takes \(ProviderLimit.bytes(pushType))"
    return switch ProviderLimit(byteCount, for: pushType) {
    case .within: nil
    case .near: DeliveryWarning(code: .payloadNearLimit, sentence: facts + ": little room is left for longer texts.")
    case .over: DeliveryWarning(code: .payloadOverLimit, sentence: facts + ": the provider refuses it; shorten the content.")
    }
  }
}

/// The looks at one delivery's content and payload.
private struct DeliveryCheck {
  let pushType: PushType
  /// Merged, before markup and ad text.
  let content: JSONObject
  let payload: JSONObject
  let words: ReservedWords
  let addsAdText: Bool

  private static let buttonTypes = ["REPLY", "OPEN_APP", "OPEN_URL", "DISMISS"]

  private var isApple: Bool { pushType.provider == .apns }
  private var aps: JSON? { payload["aps"] }
  private var rich: JSONObject? {
    content["richMessage"]?.objectValue.map { RichMessage.resolved($0, for: pushType.provider) }
  }

  var badge: DeliveryWarning? {
    guard let badge = content["badge"], words.send("badge", to: pushType.provider) else { return nil }
    if isApple {
      if badge.intValue != nil { return nil }
      return DeliveryWarning(
        code: .badgeNotInteger, sentence: "badge is not a whole number, so iOS ignores it; send it as a number without quotes or fraction.")
    }
    // Apps get it as text and parse that.
    if Int32(badge.stringValue ?? badge.compactText) != nil { return nil }
    return DeliveryWarning(
      code: .badgeNotInteger, sentence: "badge is not a whole number, on which an Android SDK crashes; send it as a number without quotes or fraction.")
  }

  var richMedia: DeliveryWarning? {
    guard !isApple, let type = rich?["media"]?["mediaType"]?.stringValue, type != "IMAGE" else { return nil }
    return DeliveryWarning(
      code: .richMediaDropped, sentence: "Android shows media of mediaType IMAGE only and drops this one; give an image as androidMedia.")
  }

  var richButton: DeliveryWarning? {
    let dropped = rich?["buttons"]?.arrayValue?.contains { !Self.buttonTypes.contains($0["buttonType"]?.stringValue ?? "") } ?? false
    guard dropped else { return nil }
    return DeliveryWarning(
      code: .richButtonDropped,
      sentence: "The SDKs know the button types \(Self.buttonTypes.joined(separator: ", ")) and drop a button of any other, DEEP_LINK included.")
  }

  var richExtension: DeliveryWarning? {
    guard isApple, rich != nil else { return nil }
    let reason: String
    if pushType.isVoip {
      reason = "VoIP pushes never reach the notification service extension"
    } else if aps?["alert"] == nil {
      reason = "iOS runs the notification service extension only for a push with an alert; add a title or body"
    } else if aps?["mutable-content"]?.intValue != 1, aps?["mutable-content"]?.stringValue != "1" {
      reason = "iOS runs the notification service extension only if mutable-content is 1; leave the key out and the server sets it"
    } else {
      return nil
    }
    return DeliveryWarning(code: .richMessageWithoutExtension, sentence: "The rich message is not shown: \(reason).")
  }

  var nothing: DeliveryWarning? {
    // A VoIP app shows its own call screen.
    if pushType.isVoip || payload["richMessage"] != nil || payload["data"]?["richMessage"] != nil
      || payload["custom_content"]?["richMessage"] != nil { return nil }
    let texts = switch pushType.provider {
    case .apns: ["title", "body", "loc-key", "title-loc-key"].map { aps?["alert"]?[$0] }
    case .fcm:
      ["title", "body"].map { payload["data"]?[$0] }
        + ["title", "body", "title_loc_key", "body_loc_key"].map { payload["notification"]?[$0] }
    case .tencent: ["title", "content"].map { payload[$0] }
    case .adm: ["title", "body"].map { payload["data"]?[$0] }
    }
    if texts.contains(where: { AdvertisementText.text($0) != nil }) { return nil }
    return DeliveryWarning(
      code: .nothingToShow, sentence: "There is no title, body or rich message for this push type, so the device shows nothing; add a title or a body.")
  }

  var locKeys: DeliveryWarning? {
    let given = ReservedWords.localized.filter { content[$0] != nil }
    guard !isApple, !given.isEmpty else { return nil }
    return DeliveryWarning(
      code: .locKeysIgnored,
      sentence: "Only APNs is sent \(given.joined(separator: ", ")); give \(pushType.name) a title and body in each language.")
  }

  var adText: DeliveryWarning? {
    guard addsAdText else { return nil }
    var texts = ["title", "body"].map { content[$0] }
    if words.fcmNotification, pushType == .fcm { texts += ["title", "body"].map { content["notification"]?[$0] } }
    guard texts.contains(where: { AdvertisementText.text($0)?.contains(AdvertisementText.label) ?? false }) else { return nil }
    return DeliveryWarning(
      code: .adTextTwice,
      sentence: "The server adds \(AdvertisementText.label) to ads for Korean tokens, and the text has it already; leave it out of title and body.")
  }
}
