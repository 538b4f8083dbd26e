import PushStore

/// What a reset can be about.
enum ResetPart: String, CaseIterable, Sendable {
  /// All that is stored: tokens, tags, messages, statistics, settings that were changed at run time.
  case data
  case faults, devices, journal, clock, webhooks

  /// Those that an app has for itself.
  static let ofApp: [ResetPart] = [.data, .faults, .devices]

  /// Why an app has none for itself.
  fileprivate var sharedBecause: String {
    switch self {
    case .journal: "The journal is one for all apps"
    case .clock: "The clock is one for all apps"
    default: "Webhooks are the server's"
    }
  }
}

/// Back to the beginning: everything, parts of it, or one app.
enum ResetRoutes {
  /// `{"parts": […]}`; without parts all of them.
  static func everything(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let parts = try parts(context) ?? ResetPart.allCases
    let server = context.server
    try await server.scheduler.change { try await server.reset(Set(parts), server.initialClock) }
    return shown(parts, of: ResetPart.allCases, context)
  }

  /// As `everything`, for an app.
  static func app(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    let parts = try parts(context) ?? ResetPart.ofApp
    if let shared = parts.first(where: { !ResetPart.ofApp.contains($0) }) {
      throw ControlError.badRequest(
        "\(shared.sharedBecause): POST /_mock/reset with {\"parts\":[\"\(shared.rawValue)\"]} resets it. An app has \(names(ResetPart.ofApp)).")
    }
    let server = context.server
    try await server.scheduler.change { try await server.reset(Set(parts), appkey: appkey) }
    return shown(parts, of: ResetPart.ofApp, context, appkey)
  }

  /// Nil when none is named.
  private static func parts(_ context: ControlContext) throws(ControlError) -> [ResetPart]? {
    if context.request.body.isEmpty { return nil }
    let body = try context.body(known: ["parts"])
    guard let value = body.given("parts") else { return nil }
    let known = ResetPart.allCases.map(\.rawValue)
    guard let list = value.arrayValue, !list.isEmpty else {
      throw .badRequest("parts \(ShownValue.phrase(value)): it is a list of some of \(names(ResetPart.allCases)), such as [\"data\"]; without it all are reset.")
    }
    var parts: Set<ResetPart> = []
    for item in list {
      guard let name = item.stringValue, let part = ResetPart(rawValue: name) else {
        let question = item.stringValue.map { NearestName.question($0, among: known) } ?? ""
        throw .badRequest("parts has an item that \(ShownValue.phrase(item)); each is one of \(names(ResetPart.allCases)).\(question)")
      }
      parts.insert(part)
    }
    return ResetPart.allCases.filter(parts.contains)
  }

  private static func names(_ parts: [ResetPart]) -> String { parts.map(\.rawValue).joined(separator: ", ") }

  private static func shown(_ parts: [ResetPart], of all: [ResetPart], _ context: ControlContext, _ appkey: String? = nil) -> Response {
    context.json { writer in
      writer.member("reset", parts == all ? "everything" : names(parts))
      if let appkey { writer.member("appkey", appkey) }
    }
  }
}

extension ServerState {
  /// In the scheduler's turn only. Parts that can be refused come first.
  ///
  /// - Parameter state: what the clock becomes; where `parts` has no clock, it must be its own.
  func reset(_ parts: Set<ResetPart>, _ state: StoredClock) async throws {
    if parts.contains(.data) {
      try await resetData(parts.contains(.clock) ? state : clock.state)
    } else if parts.contains(.clock) {
      try await ClockRoutes.set(state, self) { newest in
        ControlError(
          status: 409,
          sentence: "The clock would go back to \(DateText.iso(clock.moment(of: state))), before \(DateText.iso(newest)), the newest time stored: "
            + "stored order would no longer be true. Name data in parts as well, or leave parts out.")
      }
    }
    if parts.contains(.devices) { devices.reset() }
    if parts.contains(.faults) { faults.reset() }
    if parts.contains(.journal) { journal?.entries.reset() }
    if parts.contains(.webhooks) { await webhooks.clear() }
  }

  /// Deletes everything that is stored, in one step with setting the clock.
  private func resetData(_ state: StoredClock) async throws {
    let (apps, feed, now) = (apps, feed, clock.moment(of: state))
    try await store.reset { store in
      feed.reset(to: store.generation)
      try store.setClock(state)
      try AdOptInGuideSeries.follow(apps.configuredGuides, store, now: now)
    }
    clock.set(state)
    apps.reset()
    faults.abandonHeld()
  }

  /// In the scheduler's turn only.
  ///
  /// ruling: of the fault rules those go that name just this app, by its whole appkey; the others are about more than it.
  fileprivate func reset(_ parts: Set<ResetPart>, appkey: String) async throws {
    if parts.contains(.data) {
      let (guide, now) = (apps.configuredGuides.first { $0.appkey == appkey }?.guide, clock.now)
      try await store.write { store in
        try store.removeApp(appkey, now: now)
        try AdOptInGuideSeries.follow(guide, appkey: appkey, store, now: now)
      }
      apps.reset(appkey)
      await purger.start()
    }
    if parts.contains(.devices) { devices.reset(appkey: appkey) }
    if parts.contains(.faults) { faults.reset { $0.match.appkey?.text.hasSameBytes(as: appkey) ?? false } }
  }
}
