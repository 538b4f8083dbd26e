/// Webhooks, in memory: each delivery, or each message that has its final status, posted as JSON.
enum WebhookRoutes {
  private static let most = 32

  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return shown(context)
  }

  /// A list, or `{"webhooks": […]}`; replaces all.
  static func put(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let body = try context.jsonBody()
    if let object = body.objectValue { try ControlContext.check(object, known: ["webhooks"], "The body") }
    guard let items = body.arrayValue ?? body["webhooks"]?.arrayValue else {
      throw ControlError.badRequest(
        "The body is a list of webhooks, such as [{\"url\":\"http://127.0.0.1:9000/hook\",\"events\":[\"delivery\"]}].")
    }
    guard items.count <= most else { throw ControlError.badRequest("At most \(most) webhooks are taken; these are \(items.count).") }
    var rules: [WebhookRule] = []
    for (index, item) in items.enumerated() {
      let rule = try WebhookRule(item, index: index, hosts: context.server.webhooks.hosts)
      if rules.contains(where: { $0.id.hasSameBytes(as: rule.id) }) {
        throw ControlError.badRequest("webhooks[\(index)] has the id `\(ShownValue.oneLine(rule.id))`, which another one has already.")
      }
      rules.append(rule)
    }
    await context.server.webhooks.set(rules)
    return shown(context)
  }

  static func delete(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    await context.server.webhooks.clear()
    return shown(context)
  }

  private static func shown(_ context: ControlContext) -> Response {
    context.json { writer in
      writer.key("webhooks")
      writer.beginArray()
      for hook in context.server.webhooks.all { hook.write(to: &writer) }
      writer.endArray()
    }
  }
}

extension Webhook {
  fileprivate func write(to writer: inout JSONWriter) {
    let status = status
    writer.beginObject()
    writer.member("id", rule.id)
    writer.member("url", rule.address.text)
    writer.member("events", .array(rule.events.map { .string($0.rawValue) }))
    if let appkey = rule.appkey { writer.member("appkey", appkey) }
    writer.member("posted", status.posted)
    writer.member("failed", status.failed)
    writer.member("missed", status.missed)
    writer.member("behind", behind)
    if let error = status.lastError { writer.member("lastError", error) }
    writer.endObject()
  }
}

extension WebhookRule {
  static let keys = ["id", "url", "events", "appkey"]

  /// - Parameters:
  ///   - index: in the list.
  ///   - hosts: besides loopback, in lower case.
  init(_ json: JSON, index: Int, hosts: [String]) throws(ControlError) {
    let place = "webhooks[\(index)]"
    guard let object = json.objectValue else { throw .badRequest("\(place) must be a JSON object with url and events.") }
    try ControlContext.check(object, known: Self.keys, place)
    id = try Self.text(object, "id", place) ?? "hook-\(index + 1)"
    appkey = try Self.text(object, "appkey", place)
    address = try Self.address(try Self.text(object, "url", place) ?? "", place, hosts)
    events = try Self.events(object["events"] ?? .null, place)
  }

  private static func text(_ object: JSONObject, _ key: String, _ place: String) throws(ControlError) -> String? {
    guard let value = object.given(key) else { return nil }
    guard let text = value.stringValue, !text.isEmpty, text.utf8.count <= 2_048 else {
      throw .badRequest("\(place) has a \(key) that is no text of 1 to 2048 bytes.")
    }
    return text
  }

  private static func address(_ text: String, _ place: String, _ hosts: [String]) throws(ControlError) -> HTTPAddress {
    if text.lowercased().hasPrefix("https:") {
      throw .badRequest("\(place) has an https URL, but webhooks are posted over plain http only: give an http URL of this machine.")
    }
    guard let address = HTTPAddress(text) else {
      throw .badRequest("\(place) has a url that \(ShownValue.phrase(text)); it must be such as http://127.0.0.1:9000/hook, without a user name.")
    }
    guard address.isLoopback || hosts.contains(address.host) else {
      let host = ShownValue.oneLine(address.host)
      throw .badRequest("\(place) would post to \(host), which is not this machine; start the server with --webhook-host \(host) to allow it.")
    }
    return address
  }

  /// Nothing given: all.
  private static func events(_ value: JSON, _ place: String) throws(ControlError) -> [Event] {
    if value.isNull { return Event.allCases }
    let names = Event.allCases.map(\.rawValue)
    guard let items = value.arrayValue, !items.isEmpty else {
      throw .badRequest("\(place) has events that are no list of \(names.joined(separator: " and ")).")
    }
    var events: [Event] = []
    for item in items {
      guard let event = item.stringValue.flatMap(Event.init(rawValue:)) else {
        let question = NearestName.question(item.stringValue ?? "", among: names)
        throw .badRequest("\(place) has an event that \(ShownValue.phrase(item)); it is one of \(names.joined(separator: ", ")).\(question)")
      }
      if !events.contains(event) { events.append(event) }
    }
    return events
  }
}
