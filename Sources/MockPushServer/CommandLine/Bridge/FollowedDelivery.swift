/// A delivery as the event stream tells it.
struct FollowedDelivery: Sendable {
  /// The event's data, whole.
  let json: JSON
  /// The event's place in the stream: no two deliveries of a server have the same.
  let eventID: String

  /// Nil for what is no delivery.
  init?(_ event: EventStreamParser.Event) {
    guard let json = try? JSONParser.parse(event.data), json.objectValue != nil else { return nil }
    (self.json, eventID) = (json, event.id)
  }

  var app: String { text("appkey") }
  var uid: String { text("uid") }
  var token: String { text("token") }
  var pushType: String { text("pushType") }
  var outcome: String { text("outcome") }
  var reason: String { text("reason") }
  var messageId: String { if case .number(let number)? = json["messageId"] { number.text } else { "" } }
  /// As the provider is given it, in compact JSON; empty where nothing was rendered.
  var payload: [UInt8] { json["payload"]?.compactBytes ?? [] }

  private func text(_ key: String) -> String { json[key]?.stringValue ?? "" }

  /// One line for a reader: when, for whom, what became of it, what it says.
  var line: String {
    let fate = reason == "ACCEPTED" ? outcome : "\(outcome) (\(reason))"
    let words = [text("at"), app, uid, shortToken, pushType, fate].map(ShownValue.oneLine)
    return (words + [content].filter { !$0.isEmpty }).joined(separator: "  ")
  }

  /// How a sentence calls it.
  var name: String { "message \(messageId) for \(ShownValue.oneLine(uid)), \(pushType) token \(ShownValue.oneLine(shortToken))" }

  /// Enough of the token to tell it from others.
  private var shortToken: String { token.count > 16 ? "\(token.prefix(8))…\(token.suffix(4))" : token }

  /// Title and body, wherever the push type has them (contract 13).
  private var content: String {
    let payload = json["payload"]
    let alert = payload?["aps"]?["alert"]
    let places = [payload?["notification"], payload?["data"], alert, payload]
    let title = places.lazy.compactMap { $0?["title"]?.stringValue }.first
    let body = places.lazy.compactMap { $0?["body"]?.stringValue }.first ?? alert?.stringValue ?? payload?["content"]?.stringValue
    return [title, body].compactMap { $0.map(ShownValue.oneLine) }.joined(separator: " – ")
  }
}
