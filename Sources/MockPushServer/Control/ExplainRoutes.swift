import PushStore

/// What would become of a message, without sending or storing it.
enum ExplainRoutes {
  private static let pageSize = 5_000

  static func explain(_ context: ControlContext) async throws -> Response {
    let (appkey, settings) = try context.app()
    let request = try ExplainRequest(context)
    let body: MessageBody
    do throws(APIError) {
      body = try MessageBody(request.object, request.rules(settings))
      try MessageAcceptance.checkCertificates(body, settings, request.version ?? .v24)
    } catch {
      return context.refused(error)
    }
    let store = context.server.store
    let rules = context.server.devices.rules(appkey: appkey)
    let start = try await store.readAside { store in
      try store.appNumber(appkey).map { app in
        let asked = try AskedToken.all(request, app: app, store)
        let listed = asked.map { Set($0.map(\.number.value)) }
        let preview = try MessagePreview(
          body, settings, app: app, rules: rules, at: request.at, limit: request.limit, only: request.pushType, listed: listed, store)
        return (asked: asked, preview: preview)
      }
    }
    var preview = start?.preview
    var rest = request.scanLimit ?? .max
    var isComplete = true
    // In pages, so that other reads get their turn.
    while let current = preview {
      let size = min(pageSize, rest)
      guard size > 0 else {
        isComplete = false
        break
      }
      let (next, goesOn) = try await store.readAside { store in
        var copy = current
        let goesOn = try copy.page(size, store)
        return (copy, goesOn)
      }
      preview = next
      rest -= size
      if !goesOn { break }
    }
    let (seen, isWhole) = (preview, isComplete)
    let sentence = DeliverySentence(body: body, settings: settings, appkey: appkey)
    return context.json { writer in
      totals(seen, request, settings, &writer)
      writer.member("isComplete", isWhole)
      writer.key("deliveries")
      writer.beginArray()
      if let seen {
        for decision in seen.decisions { object(decision, seen, sentence).write(to: &writer) }
      }
      AskedToken.writeOthers(start?.asked, seen, request, to: &writer)
      writer.endArray()
    }
  }

  private static func totals(_ preview: MessagePreview?, _ request: ExplainRequest, _ settings: AppSettings, _ writer: inout JSONWriter) {
    let counts = (preview?.counts ?? [:]).map { (reason: $0.key, count: $0.value) }.sorted { $0.reason.rawValue < $1.reason.rawValue }
    writer.member("at", request.at)
    writer.member("isNight", preview?.plan.isNight ?? MessagePlan.isNight(settings, at: request.at))
    writer.member("messageStatus", (preview?.status ?? .cancelNoTarget).name)
    writer.member("targetCount", preview?.tally.total ?? 0)
    writer.member("sentCount", counts.reduce(0) { $0 + ($1.reason.outcome == .sent ? $1.count : 0) })
    writer.counts(counts)
  }

  private static func object(_ decision: MessagePreview.Decision, _ preview: MessagePreview, _ sentence: DeliverySentence) -> DeliveryObject {
    let rendered = decision.rendering.map { number in
      (preview.plan.renderings.entries[number].rendering, JSON.array(preview.plan.warnings(number, token: decision.token).map(\.asJSON)))
    }
    return DeliveryObject(
      token: decision.token, text: decision.text, uid: decision.uid, pushType: decision.pushType, reason: decision.reason, rendered: rendered,
      sentence: sentence, messageId: preview.messageId, at: preview.now, newToken: decision.newToken)
  }
}

/// The registration of a token that was asked for by name.
struct AskedToken: Sendable {
  let number: TokenNumber
  let pushType: PushType
  let uid: UidNumber
  let uidText: String

  /// Nil where no token was asked for.
  static func all(_ request: ExplainRequest, app: AppNumber, _ store: ReadTransaction) throws -> [AskedToken]? {
    guard let token = request.token else { return nil }
    return try (request.pushType.map { [$0] } ?? PushType.allCases)
      .compactMap { try store.registration(token, $0, app: app) }
      .map { AskedToken(number: $0.number, pushType: $0.pushType, uid: $0.uidNumber, uidText: $0.uid) }
  }

  /// Those that the message has nothing to do with, with the reason `NOT_NAMED` or `NOT_REGISTERED`.
  static func writeOthers(_ asked: [AskedToken]?, _ preview: MessagePreview?, _ request: ExplainRequest, to writer: inout JSONWriter) {
    guard let token = request.token else { return }
    guard let asked, !asked.isEmpty else {
      let type = request.pushType.map { " as \($0.name)" } ?? ""
      write(token, nil, "NOT_REGISTERED", "No registration of the app has this token\(type); register it with POST /tokens first.", to: &writer)
      return
    }
    for registration in asked where preview?.names(registration.uid) == false {
      let sentence = "The target does not name the token's uid, \(ShownValue.oneLine(registration.uidText)); add the uid to target.to, or give it a tag that target.to names."
      write(token, registration, "NOT_NAMED", sentence, to: &writer)
    }
  }

  private static func write(_ token: String, _ registration: AskedToken?, _ reason: String, _ sentence: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("token", token)
    if let registration {
      writer.member("uid", registration.uidText)
      writer.member("pushType", registration.pushType.name)
    }
    // No outcome of a delivery: there would be none.
    writer.member("outcome", "NONE")
    writer.member("reason", reason)
    writer.member("explanation", sentence)
    writer.endObject()
  }
}
