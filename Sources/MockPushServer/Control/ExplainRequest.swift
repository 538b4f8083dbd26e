import PushStore

/// What POST …/explain asks: a message's body, and beside it when it would be sent and whose deliveries to show.
struct ExplainRequest: Sendable {
  private static let ownKeys = ["at", "token", "pushType", "limit", "scanLimit"]

  /// By whose rules the body is read; nil: by those of POST …/messages of our own, which lets a time to live be 0 (R49).
  let version: APIVersion?
  /// The body as POST /messages takes it.
  let object: JSONObject
  let at: Timestamp
  /// Full text; nil shows every token.
  let token: String?
  /// Nil shows every push type. Not a part of the message: its target has its own.
  let pushType: PushType?
  /// How many deliveries are shown; the totals are of all.
  let limit: Int
  /// How many registrations are looked at; nil for all that the target names.
  let scanLimit: Int?

  init(_ context: ControlContext) throws(ControlError) {
    try context.expectQuery(["version"])
    version = try context.choice("version", of: APIVersion.allCases + [nil], named: { $0?.name ?? "console" }) ?? .v24
    let body = try context.body(known: MessageBody.keys + Self.ownKeys)
    var message = body
    for key in Self.ownKeys { message[key] = nil }
    object = message
    at = try Self.moment(body.given("at")) ?? context.server.clock.now
    token = try Self.text(body.given("token"))
    pushType = try Self.pushType(body.given("pushType"))
    limit = try Self.limit(body.given("limit"))
    scanLimit = try Self.scanLimit(body.given("scanLimit"))
  }

  func rules(_ settings: AppSettings) -> MessageRules {
    let ids = settings.provisionedResourceIds
    return version.map { MessageRules(version: $0, provisionedResourceIds: ids) } ?? .console(provisionedResourceIds: ids)
  }

  private static func moment(_ value: JSON?) throws(ControlError) -> Timestamp? {
    guard let value else { return nil }
    guard let text = value.stringValue, let moment = DateText.parse(text) else {
      throw .badRequest("at must be a string such as \"2026-03-02T20:59:59+09:00\": a date that exists, a time, and an offset.")
    }
    return moment
  }

  private static func text(_ value: JSON?) throws(ControlError) -> String? {
    guard let value else { return nil }
    guard let text = value.stringValue, !text.isEmpty else { throw .badRequest("token is a text: a device token, tenant suffix included.") }
    return text
  }

  private static func pushType(_ value: JSON?) throws(ControlError) -> PushType? {
    guard let value else { return nil }
    let names = PushType.allCases.map(\.name)
    guard let type = value.stringValue.flatMap(PushType.init(name:)) else {
      throw .badRequest("pushType \(ShownValue.phrase(value)): it is one of \(names.joined(separator: ", ")).\(NearestName.question(value.stringValue ?? "", among: names))")
    }
    return type
  }

  private static func limit(_ value: JSON?) throws(ControlError) -> Int {
    guard let value else { return 100 }
    guard let limit = value.intValue, (0...1_000).contains(limit) else { throw .badRequest("limit is a whole number from 0 to 1000.") }
    return limit
  }

  private static func scanLimit(_ value: JSON?) throws(ControlError) -> Int? {
    guard let value else { return nil }
    guard let limit = value.intValue, limit > 0 else {
      throw .badRequest("scanLimit is a whole number above 0: how many registrations are looked at; without it, all that the target names.")
    }
    return limit
  }
}
