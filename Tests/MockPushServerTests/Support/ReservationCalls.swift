import PushStore
import Testing

@testable import MockPushServer

extension Body {
  /// A message's body, with when to send it.
  static func reservation(_ schedules: [String], isLocal: Bool = false, _ body: JSON = notification()) -> JSON {
    var object = body.objectValue ?? JSONObject()
    object["schedules"] = .array(schedules.map(JSON.string))
    object["isLocalTime"] = .bool(isLocal)
    return .object(object)
  }
}

extension TestServer {
  /// Makes a reservation through the API, and gives its `reservationId`.
  @discardableResult
  func reserve(
    _ schedules: [String], isLocal: Bool = false, _ body: JSON = Body.notification(), _ version: APIVersion = .v24, app: String = "APP",
    _ location: SourceLocation = #_sourceLocation
  ) async -> String {
    let answer = await call(.post, "/reservations", version, json: Body.reservation(schedules, isLocal: isLocal, body), app: app).succeeds(location)
    return answer.json["reservation"]?["reservationIdString"]?.stringValue ?? ""
  }

  /// The reservation object.
  func reservation(_ id: String, _ version: APIVersion = .v24, _ location: SourceLocation = #_sourceLocation) async -> JSON {
    await call(.get, "/reservations/\(id)", version).succeeds(location).json["reservation"] ?? .null
  }

  /// Its schedules as `MM-DDThh:mm offset STATUS`, the time in Seoul.
  func schedules(_ id: String, _ location: SourceLocation = #_sourceLocation) async -> [String] {
    (await reservation(id, .v24, location)["schedules"]?.arrayValue ?? []).map { schedule in
      let moment = schedule["deliveryDateTime"]?.stringValue ?? ""
      return "\(moment.dropFirst(5).prefix(11)) \(schedule["timezoneOffset"]?.intValue ?? -1) \(schedule["scheduleStatus"]?.stringValue ?? "")"
    }
  }

  /// Lets time go by until a moment: whatever falls due meanwhile fires at its own moment and is delivered.
  @discardableResult
  func travel(to moment: String, _ location: SourceLocation = #_sourceLocation) async throws -> [FiredItem] {
    let end = try #require(DateText.parse(moment), sourceLocation: location)
    var fired: [FiredItem] = []
    await settle(location)
    while let due = try await application.reservations.nextDue(), due <= end {
      application.clock.set(.frozen(max(due, now)))
      fired += try await application.reservations.fire(dueBy: due, now: now)
      await settle(location)
    }
    application.clock.set(.frozen(end))
    return fired
  }

  /// Moves the clock and fires what is due then, without telling the engine, which takes it up with the next signal.
  @discardableResult
  func fire(at moment: String, _ location: SourceLocation = #_sourceLocation) async throws -> [FiredItem] {
    let moment = try #require(DateText.parse(moment), sourceLocation: location)
    // The engine looks for messages when it starts, too.
    await settle(location)
    application.clock.set(.frozen(moment))
    return try await application.reservations.fire(dueBy: moment, now: moment)
  }

  /// Registers a token of its own device and uid in a zone.
  func register(_ token: String, zone: String, _ agreement: (Bool, Bool, Bool) = (true, true, true)) async {
    var changes = JSONObject.device(token, .apns, agreement)
    changes["timezoneId"] = .string(zone)
    await register(changes)
  }
}
