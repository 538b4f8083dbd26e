import PushStore
import Testing

@testable import MockPushServer

/// Our own routes of the app `APP`, and messages through the whole server.
extension TestServer {
  /// Calls `/_mock/apps/APP` + `path`.
  @discardableResult
  func control(_ method: Request.Method, _ path: String, json: JSON? = nil, app: String = "APP") async -> TestAnswer {
    await send(method, "/_mock/apps/\(app)\(path)", json: json, headers: json == nil ? [] : [("Content-Type", "application/json")])
  }

  /// Expects success.
  @discardableResult
  func change(_ settings: JSON, app: String = "APP", _ location: SourceLocation = #_sourceLocation) async -> JSON {
    let answer = await control(.patch, "", json: settings, app: app)
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
    return answer.json
  }

  /// Replaces the device rules, and expects success.
  func devices(_ rules: JSON, _ location: SourceLocation = #_sourceLocation) async {
    let answer = await control(.put, "/devices", json: ["devices": rules])
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
  }

  func freeze(_ moment: String, _ location: SourceLocation = #_sourceLocation) async {
    let answer = await send(
      .put, "/_mock/clock", json: ["now": .string(moment), "mode": "frozen"], headers: [("Content-Type", "application/json")])
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
  }

  func settle(_ location: SourceLocation = #_sourceLocation) async {
    let answer = await send(.post, "/_mock/settle")
    #expect(answer.json == ["settled": true], "\(answer.text)", sourceLocation: location)
  }

  /// Sends, waits until it is delivered, and gives the message as the control API shows it.
  @discardableResult
  func deliver(_ body: JSON, _ version: APIVersion = .v24, _ location: SourceLocation = #_sourceLocation) async -> JSON {
    let answer = await call(.post, "/messages", version, json: body)
    answer.succeeds(location)
    await settle(location)
    return await control(.get, "/messages/\(answer.json["message"]?["messageIdString"]?.stringValue ?? "")").json
  }

  /// All deliveries of the newest message, or of another.
  func deliveries(_ message: String = "latest", _ query: String = "", _ location: SourceLocation = #_sourceLocation) async -> [JSON] {
    var all: [JSON] = []
    var after = "0"
    while true {
      let answer = await control(.get, "/messages/\(message)/deliveries?limit=1000&after=\(after)&\(query)")
      #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
      all += answer.json["deliveries"]?.arrayValue ?? []
      guard let next = answer.json["next"]?.stringValue else { return all }
      after = next
    }
  }

  /// Token → reason of the newest message, or of another.
  func reasons(_ message: String = "latest", _ location: SourceLocation = #_sourceLocation) async -> [String: String] {
    let pairs = await deliveries(message, "", location).map { ($0["token"]?.stringValue ?? "", $0["reason"]?.stringValue ?? "") }
    return Dictionary(pairs) { first, second in "\(first), \(second)" }
  }
}

enum Body {
  /// A message to everybody, or to `target`.
  static func notification(_ target: JSON = ["type": "ALL"], content: JSON = ["default": ["title": "T", "body": "B"]], _ changes: JSONObject = [:]) -> JSON {
    body(["target": target, "content": content, "messageType": "NOTIFICATION"], changes)
  }

  static func ad(_ target: JSON = ["type": "ALL"], content: JSON = ["default": ["title": "T", "body": "B"]], _ changes: JSONObject = [:]) -> JSON {
    body(["target": target, "content": content, "messageType": "AD", "removeGuide": "g", "contact": "1588"], changes)
  }

  private static func body(_ base: JSONObject, _ changes: JSONObject) -> JSON {
    var body = base
    for (key, value) in changes.members { body[key] = value }
    return .object(body)
  }

  static func parsed(_ text: String) throws -> JSON { try JSONParser.parse(text.utf8) }
}

extension JSONObject {
  /// Changes of the registration fixture: a token of its own device and uid.
  static func device(_ token: String, _ type: PushType = .apns, uid: String? = nil, _ agreement: (Bool, Bool, Bool) = (true, true, true), language: String = "ko") -> JSONObject {
    [
      "token": .string(token), "pushType": .string(type.name), "uid": .string(uid ?? "u-\(token)"), "deviceId": .string("d-\(token)"),
      "isNotificationAgreement": .bool(agreement.0), "isAdAgreement": .bool(agreement.1), "isNightAdAgreement": .bool(agreement.2),
      "language": .string(language),
    ]
  }
}
