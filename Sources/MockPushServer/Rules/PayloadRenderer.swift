import PushStore

/// Makes the device payloads of one message: step 9 of the pipeline (contract 12 to 16). Recipients with an equal `Key` share a rendering.
struct PayloadRenderer: Sendable {
  /// As sent, with `default`.
  let content: JSONObject
  let words: ReservedWords
  /// Nil for a NOTIFICATION.
  let advertisement: AdvertisementText?
  /// The message's number when delivery receipts are on, else nil (contract 13.4).
  let receiptMessageId: Int64?
  private let languages: LanguageChoice

  init(content: JSONObject, words: ReservedWords, advertisement: AdvertisementText?, receiptMessageId: Int64?) {
    self.content = content
    self.words = words
    self.advertisement = advertisement
    self.receiptMessageId = receiptMessageId
    // A map that is null is as absent (contract 2.1).
    languages = LanguageChoice(content.members.filter { !$0.value.isNull }.map(\.key))
  }

  /// All that a payload depends on besides the message: at most 7 push types × the content's languages × 2.
  struct Key: Hashable, Sendable {
    let pushType: PushType
    /// Key of `content`.
    let language: String
    let addsAdText: Bool
  }

  func key(_ pushType: PushType, language: String) -> Key {
    Key(pushType: pushType, language: languages.key(for: language), addsAdText: advertisement != nil && KoreanLanguage.covers(language))
  }

  func render(_ key: Key) -> Rendering {
    let provider = key.pushType.provider
    let ready = text(key)
    let payload = payload(ready, provider)
    guard provider == .apns, receiptMessageId != nil || ready["richMessage"] != nil else { return rendering(key.pushType, payload, payload) }
    return rendering(key.pushType, payload, APNSPayload.wakingExtension(payload))
  }

  /// What the language gets, before markup and ad text.
  func merged(_ key: Key) -> JSONObject {
    ContentMerge.merged(content, key: key.language)
  }

  private func text(_ key: Key) -> JSONObject {
    var result = merged(key)
    if key.pushType.provider == .apns, result["style"]?["useHtmlStyle"]?.boolValue == true {
      for word in ["title", "body"] {
        if let text = result[word]?.stringValue { result[word] = .string(HTMLText.plain(text)) }
      }
    }
    if key.addsAdText, let advertisement { result = advertisement.added(to: result, words) }
    return result
  }

  private func payload(_ content: JSONObject, _ provider: Provider) -> JSONObject {
    var sent = content
    sent.members.removeAll { !words.send($0.key, to: provider) }
    if let rich = sent["richMessage"]?.objectValue { sent["richMessage"] = .object(RichMessage.resolved(rich, for: provider)) }
    switch provider {
    case .apns: return APNSPayload.make(sent)
    case .fcm: return FCMPayload.make(sent, words)
    case .tencent: return TencentPayload.make(sent)
    case .adm: return ADMPayload.make(sent)
    }
  }

  /// - Parameters:
  ///   - own: what the sender put in. Nothing of it makes the message one of `INVALID_MESSAGE`.
  ///     ruling: ad text counts as the sender's, because the contract names only 13.4 as the server's own.
  private func rendering(_ pushType: PushType, _ own: JSONObject, _ full: JSONObject) -> Rendering {
    let payload = receiptMessageId.map { ReceiptKeys.added(to: full, pushType, messageId: $0) } ?? full
    return Rendering(pushType: pushType, payload: payload, isInvalidMessage: own.isEmpty)
  }
}
