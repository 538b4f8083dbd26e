import PushStore

/// What devices would be given, without looking at any token: each push type's payload in each language that makes a difference.
enum PreviewRoutes {
  static func preview(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (_, settings) = try context.app()
    let body: MessageBody
    do {
      body = try MessageBody(console: context, settings)
    } catch let error as APIError {
      return context.refused(error)
    }
    let messageId = try await context.server.store.read { try $0.nextMessageNumber() }.messageId
    let sample = RenderingSample(body, settings, messageId: messageId, now: context.server.clock.now)
    return await offLoop { context.json { sample.write(to: &$0) } }
  }
}

/// The payloads of a message for tokens that do not exist.
struct RenderingSample: Sendable {
  /// Content may have hundreds of languages; so many are shown.
  static let languageLimit = 50
  /// Languages of which one is surely not in the content: it gets `default`.
  private static let others = ["en", "fr", "de", "zxx", "und", "mis", "qaa"]
  /// Stands for a device token, and for its number in a delivery's ID.
  private static let token = (text: "DEVICE_TOKEN", number: TokenNumber(1))

  private let renderer: PayloadRenderer
  private let pushTypes: [PushType]
  private let languages: [String]
  private let isComplete: Bool
  private let delivery: Rendering.Delivery

  init(_ body: MessageBody, _ settings: AppSettings, messageId: Int64, now: Timestamp) {
    let renderer = body.renderer(setting: settings.adWordPosition, receiptMessageId: settings.messageDeliveryReceipt ? messageId : nil)
    self.renderer = renderer
    pushTypes = body.target.effectivePushTypes
    let own = body.content.members.filter { !$0.value.isNull && $0.key != LanguageChoice.fallback }.map(\.key)
    let other = Self.others.first { renderer.key(.fcm, language: $0).language == LanguageChoice.fallback }
    // Korean: where an ad gets its text, though the content has no Korean.
    languages = own.prefix(Self.languageLimit) + ["ko"] + (other.map { [$0] } ?? [])
    isComplete = own.count <= Self.languageLimit
    delivery = Rendering.Delivery(deliveryId: MessagePlan.deliveryId(messageId, Self.token.number), sentDateTime: DateText.iso(now))
  }

  func write(to writer: inout JSONWriter) {
    writer.key("renderings")
    writer.beginArray()
    for type in pushTypes {
      var keys: [(key: PayloadRenderer.Key, languages: [String])] = []
      for language in languages {
        let key = renderer.key(type, language: language)
        if let place = keys.firstIndex(where: { $0.key == key }) {
          if !keys[place].languages.contains(language) { keys[place].languages.append(language) }
        } else {
          keys.append((key, [language]))
        }
      }
      for (key, languages) in keys { write(key, languages, to: &writer) }
    }
    writer.endArray()
    writer.member("isComplete", isComplete)
  }

  private func write(_ key: PayloadRenderer.Key, _ languages: [String], to writer: inout JSONWriter) {
    let rendering = renderer.render(key)
    let byteCount = rendering.byteCount(deliveryIdLength: delivery.deliveryId.utf8.count)
    writer.beginObject()
    writer.member("pushType", key.pushType.name)
    writer.member("contentLanguage", key.language)
    writer.member("languages", .array(languages.map(JSON.string)))
    writer.member("addsAdvertisementText", key.addsAdText)
    writer.member("isInvalidMessage", rendering.isInvalidMessage)
    writer.member("byteCount", byteCount)
    writer.member("byteLimit", ProviderLimit.bytes(key.pushType))
    writer.member("payload", .object(rendering.providerRequest(delivery, baseToken: Self.token.text)))
    writer.member("appView", DeliveryObject.shown(rendering.appView(delivery), key.pushType))
    writer.member("warnings", .array(DeliveryWarning.all(renderer, key, rendering, byteCount: byteCount).map(\.asJSON)))
    writer.endObject()
  }
}
