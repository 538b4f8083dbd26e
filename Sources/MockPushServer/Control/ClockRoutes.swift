import PushStore

/// The one settable clock.
enum ClockRoutes {
  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return shown(context)
  }

  /// `{"now": MOMENT, "mode": "frozen"|"running", "reset": true}`; what is left out stays as it is.
  static func put(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let body = try context.body(known: ["now", "mode", "reset"])
    let (server, clock) = (context.server, context.server.clock)
    let isFrozen = try frozen(body["mode"])
    let moment = try moment(body["now"], "now")
    let isReset = try flag(body["reset"])
    if moment == nil, isFrozen == nil {
      throw ControlError.badRequest("The body names neither now nor mode, e.g. {\"now\":\"2026-03-02T20:59:59+09:00\",\"mode\":\"frozen\"}.")
    }
    try await server.scheduler.change {
      let target = moment ?? clock.now
      let state = clock.state(at: target, frozen: isFrozen ?? clock.isFrozen)
      guard !isReset else { return try await server.reset(Set(ResetPart.allCases), state) }
      try await set(state, server, behind)
    }
    return shown(context)
  }

  /// Sets the clock in the scheduler's turn, but not back behind what is stored.
  static func set(_ state: StoredClock, _ server: ServerState, _ behind: @Sendable (_ newest: Timestamp) -> ControlError) async throws {
    let target = server.clock.moment(of: state)
    if target < server.clock.now, let newest = try await server.store.readAside({ try $0.newestMoment() }), target < newest { throw behind(newest) }
    try await server.store.write { try $0.setClock(state) }
    server.clock.set(state)
  }

  private static func behind(_ newest: Timestamp) -> ControlError {
    ControlError(
      status: 409,
      sentence: "That moment is before \(DateText.iso(newest)), the newest time stored: stored order would no longer be true. "
        + "Give a later moment, or add \"reset\":true, which deletes all data and sets the clock in one step.")
  }

  /// Nil leaves the mode as it is.
  private static func frozen(_ value: JSON?) throws(ControlError) -> Bool? {
    switch value {
    case nil, .null: return nil
    case .string("frozen"): return true
    case .string("running"): return false
    default: throw .badRequest("mode must be \"frozen\" or \"running\".")
    }
  }

  static func moment(_ value: JSON?, _ name: String) throws(ControlError) -> Timestamp? {
    guard let value, !value.isNull else { return nil }
    guard let text = value.stringValue, let moment = DateText.parse(text) else {
      throw .badRequest("\(name) must be a string such as \"2026-03-02T20:59:59+09:00\": a date that exists, a time, and an offset.")
    }
    return moment
  }

  private static func flag(_ value: JSON?) throws(ControlError) -> Bool {
    guard let value, !value.isNull else { return false }
    guard let flag = value.boolValue else { throw .badRequest("reset must be true or false.") }
    return flag
  }

  private static func shown(_ context: ControlContext) -> Response {
    context.json { writer in members(context.server.clock, to: &writer) }
  }

  static func members(_ clock: TravelClock, to writer: inout JSONWriter) { members(now: clock.now, clock.state, to: &writer) }

  static func members(now: Timestamp, _ state: StoredClock, to writer: inout JSONWriter) {
    writer.member("now", now)
    writer.member("mode", state.isFrozen ? "frozen" : "running")
  }
}
