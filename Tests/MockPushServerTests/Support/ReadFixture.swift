import PushStore
import Testing
@testable import MockPushServer

/// Messages and what became of them, for the reading endpoints.
struct ReadFixture: Sendable {
  let server: TestServer

  /// Sends a message to everybody through the API, waits until it is delivered, and gives its `messageId`.
  @discardableResult
  func send(_ changes: JSONObject = [:], _ version: APIVersion = .v24, app: String = "APP") async throws -> Int {
    var body: JSONObject = ["target": ["type": "ALL"], "content": ["default": ["title": "T", "body": "B"]], "messageType": "NOTIFICATION"]
    for (key, value) in changes.members { body[key] = value }
    let answer = await server.call(.post, "/messages", version, json: .object(body), app: app).succeeds()
    try await server.application.engine.settle()
    return try #require(answer.json["message"]?["messageId"]?.intValue)
  }

  /// Makes a message as the console, or a reservation, does.
  @discardableResult
  func make(_ origin: MessageOrigin, _ changes: JSONObject = [:], settings: AppSettings = AppSettings(), app: String = "APP") async throws -> Int {
    var object: JSONObject = ["target": ["type": "ALL"], "content": ["default": ["title": "T"]], "messageType": "NOTIFICATION"]
    for (key, value) in changes.members { object[key] = value }
    let body = try MessageBody(object, .console(provisionedResourceIds: nil))
    let now = server.now
    let message = MessageAcceptance.newMessage(body, origin: origin, version: "v2.4", settings: settings, now: now)
    let number = try await server.application.store.write { store in
      try store.insert(message, app: try store.ensureApp(app, now: now), now: now)
    }
    try await server.application.engine.settle()
    return Int(number.messageId)
  }

  /// A token per push type, named after it, of uid `u`; all agreements.
  func registerEach(_ types: [PushType] = PushType.allCases) async {
    for type in types {
      await server.register([
        "token": .string("t-\(type.name)"), "pushType": .string(type.name), "uid": "u", "deviceId": .string("d-\(type.name)"),
        "isNightAdAgreement": true,
      ])
    }
  }

  /// How a token's device answers from now on.
  func answers(_ rules: [(token: String, answer: DeviceAnswer)]) {
    server.application.devices.set(rules.map { DeviceRule(token: $0.token, pushType: nil, behaviour: .answers($0.answer)) }, appkey: "APP")
  }

  /// The refusals that a search by `from` and `to` has in common with all others.
  func refusesBadDates(_ path: String, _ version: APIVersion = .v24, headers: [(String, String)]? = nil) async {
    func call(_ query: String) async -> TestAnswer {
      await server.send(
        .get, "/push/\(version.name)/appkeys/APP\(path)\(path.contains("?") ? "&" : "?")\(query)", headers: headers ?? Credentials.wellFormed(version))
    }
    await call("from=2026-03-02&to=2026-03-02T09:00Z").refuses(40002, "Client Error. Parameter is invalid format. from<2026-03-02>")
    await call("from=2026-03-01T09:00Z&to=x").refuses(40002, "Client Error. Parameter is invalid format. to<x>")
    let blank = await call("from=2026-03-01T09:00:00.000+09:00&to=2026-03-02T09:00Z").refuses(
      40002, "Client Error. Parameter is invalid format. from<2026-03-01T09:00:00.000 09:00>")
    #expect(blank.hint?.contains("%2B") == true)
    await call("from=2026-03-02T00:00:01Z&to=2026-03-01T00:00Z").refuses(40001, "Client Error. Parameter is invalid. from<2026-03-02T00:00:01Z>")
  }
}
