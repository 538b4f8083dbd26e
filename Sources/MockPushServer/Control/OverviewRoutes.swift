import PushStore

/// What a page shows all the time, and what it shows of an app first. Both are cheap whatever is stored.
enum OverviewRoutes {
  private static let mostApps = 200

  static func overview(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let server = context.server
    let (stored, total, pending) = try await server.store.readAside { store in
      (try store.appCounts(limit: mostApps), try store.appTotal(), try store.pendingMessages())
    }
    let counts = Dictionary(uniqueKeysWithValues: stored.map { ($0.appkey, $0.counts) })
    let unused = server.apps.configured.keys.filter { counts[$0] == nil }
    let keys = (Array(counts.keys) + unused).sorted().prefix(mostApps)
    return context.json { writer in
      writer.member("version", Version.text)
      writer.member("startedDateTime", server.startedDateTime)
      writer.member("uptimeSeconds", server.uptimeSeconds)
      writer.key("clock")
      writer.beginObject()
      ClockRoutes.members(server.clock, to: &writer)
      writer.member("aheadMilliseconds", server.clockAheadMilliseconds)
      writer.endObject()
      let faults = server.faults.entries
      writer.member("activeFaultCount", faults.count(where: \.canApply))
      writer.member("faultHitCount", faults.reduce(0) { $0 + $1.applied })
      writer.member("isJournalOn", server.journal != nil)
      writer.member("journalEntryCount", server.journal?.entries.kept.count ?? 0)
      writer.member("pendingMessageCount", pending)
      writer.member("isOpen", server.apps.isOpen)
      // Beyond the listed ones, an app that is configured and has data would be counted twice: they are told apart only where all are known.
      writer.member("appCount", total > mostApps ? total : counts.count + unused.count)
      writer.key("apps")
      writer.beginArray()
      for key in keys {
        writer.beginObject()
        writer.member("appkey", key)
        writer.member("isConfigured", server.apps.configured[key] != nil)
        writer.member("isAvailable", server.apps.isAvailable(key))
        writer.member("tokenCount", counts[key]?.tokenTotal ?? 0)
        writer.member("uidCount", counts[key]?.uids ?? 0)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  static func summary(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    return try await context.aside(appkey) { store, app, writer in
      let counts = try app.map { try store.counts(app: $0) } ?? AppCounts()
      let agreements = try app.map { try store.agreementCounts(app: $0) } ?? [:]
      let messages = try app.map { try store.messageCounts(app: $0) } ?? (all: 0, pending: 0)
      let reservations = try app.map { try store.reservationCounts(app: $0) } ?? (all: 0, reserved: 0)
      writer.member("appkey", appkey)
      writer.key("tokens")
      writer.beginObject()
      writer.member("totalCount", counts.tokenTotal)
      writer.key("pushTypes")
      writer.beginObject()
      for type in PushType.allCases {
        writer.key(type.name)
        writer.int(counts.tokens[type] ?? 0)
      }
      writer.endObject()
      writer.key("agreements")
      writer.beginObject()
      for state in Agreement.State.allCases.reversed() {
        writer.key(state.name)
        writer.int(agreements[state] ?? 0)
      }
      writer.endObject()
      writer.endObject()
      writer.member("uidCount", counts.uids)
      writer.member("tagCount", try app.map { try store.tagCount(app: $0) } ?? 0)
      writer.member("messageCount", messages.all)
      writer.member("pendingMessageCount", messages.pending)
      writer.member("reservationCount", reservations.all)
      writer.member("reservedCount", reservations.reserved)
      if let next = try app.flatMap({ try store.nextDelivery(app: $0) }) { writer.member("nextDeliveryDateTime", next) }
      if let last = try app.flatMap({ try store.latestMessage(app: $0) }) {
        writer.key("lastMessage")
        writer.beginObject()
        try ControlMessage(last, store).members(to: &writer)
        writer.endObject()
      }
    }
  }
}

extension ServerState {
  var uptimeSeconds: Int { Int((SystemClock.monotonicMicroseconds - startedAt) / 1_000_000) }

  /// By the machine's clock, to the second.
  var startedDateTime: Timestamp {
    let started = SystemClock().now.milliseconds - (SystemClock.monotonicMicroseconds - startedAt) / 1_000
    return Timestamp(milliseconds: (started + 500) / 1_000 * 1_000)
  }

  /// How far the clock is from the machine's at this instant; below 0 behind it.
  var clockAheadMilliseconds: Int { Int(clock.now.milliseconds - SystemClock().now.milliseconds) }
}
