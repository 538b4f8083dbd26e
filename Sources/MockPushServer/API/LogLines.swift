import PushStore

/// Writes deliveries as log records, looking up what they share: the message's settings and the renderings.
struct LogLines: Sendable {
  let object: LogObject

  /// A JSON array.
  func array(_ page: [Delivery], app: AppNumber, _ store: ReadTransaction) throws -> [UInt8] {
    var writer = JSONWriter(capacity: page.count * 1_024)
    var shared = Shared(app: app)
    writer.beginArray()
    for delivery in page { try write(delivery, &shared, store, to: &writer) }
    writer.endArray()
    return writer.bytes
  }

  /// One record per line, a line feed after each.
  func text(_ page: [Delivery], app: AppNumber, _ store: ReadTransaction) throws -> [UInt8] {
    var shared = Shared(app: app)
    var text: [UInt8] = []
    text.reserveCapacity(page.count * 1_024)
    for delivery in page {
      var writer = JSONWriter(capacity: 1_024)
      try write(delivery, &shared, store, to: &writer)
      text += writer.bytes
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  private func write(_ delivery: Delivery, _ shared: inout Shared, _ store: ReadTransaction, to writer: inout JSONWriter) throws {
    let message = try shared.facts(delivery.message, store)
    let agreedAt = message.isGuide ? try store.consentDate(delivery.message, token: delivery.tokenNumber) : nil
    object.write(delivery, try shared.rendering(delivery, store), source: message.source, agreedAt: agreedAt, to: &writer)
  }

  /// Of one page.
  private struct Shared {
    private struct Key: Hashable {
      let message: MessageNumber
      let rendering: Int
    }

    let app: AppNumber
    private var renderings: [Key: Rendering] = [:]
    private var known: [MessageNumber: (source: String, isGuide: Bool)] = [:]

    init(app: AppNumber) { self.app = app }

    mutating func facts(_ number: MessageNumber, _ store: ReadTransaction) throws -> (source: String, isGuide: Bool) {
      if let known = known[number] { return known }
      let settings = try store.message(number, app: app).flatMap { DeliverySettings.read($0.settings) } ?? AppSettings()
      let facts = (settings.logging.source, try store.consentWindow(number) != nil)
      known[number] = facts
      return facts
    }

    mutating func rendering(_ delivery: Delivery, _ store: ReadTransaction) throws -> Rendering {
      // What is logged has been rendered.
      let key = Key(message: delivery.message, rendering: delivery.rendering ?? -1)
      if let known = renderings[key] { return known }
      guard let stored = try store.rendering(key.rendering, of: delivery.message),
        let payload = try? JSONParser.parse(stored.payload.utf8).objectValue
      else { throw UnreadableMessage(number: delivery.message) }
      let made = Rendering(pushType: stored.pushType, payload: payload)
      renderings[key] = made
      return made
    }
  }
}
