import PushStore

/// What happens, as it happens: server-sent events.
enum LiveRoutes {
  /// A piece of a stream ends behind the event that reaches it.
  private static let pieceBytes = 256 * 1024

  /// Journal entries, as GET /_mock/requests shows and filters them.
  static func requests(_ context: ControlContext) async throws -> Response {
    let journal = try context.journal()
    try context.expectQuery(RequestMatch.queryKeys + ["after"])
    let match = try RequestMatch(context.query)
    let ids = context.server.eventIDs
    return try context.stream(journal.entries) { entries, _ in
      await offLoop {
        var bytes: [UInt8] = []
        for (number, entry) in entries {
          let request = JournaledRequest(number, entry)
          guard match.matches(request) else { continue }
          var writer = JSONWriter(capacity: 2_048)
          request.write(to: &writer)
          bytes += ServerSentEvent.event("request", id: ids.id(number), data: writer.bytes)
          if bytes.count >= pieceBytes { return (bytes, number) }
        }
        return (bytes, entries.last!.first)
      }
    }
  }

  /// Deliveries, as the reading routes show them, with their appkey and messageId.
  static func deliveries(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(ChangeMatch.queryKeys + ["after"])
    let match = try ChangeMatch(context)
    let (ids, store) = (context.server.eventIDs, context.server.store)
    return try context.stream(context.server.feed.changes) { changes, position in
      let found = try await store.readAside { try match.events(changes, after: position, limit: 100, $0) }
      return (found.events.flatMap { ServerSentEvent.event($0.name, id: ids.id($0.number), data: $0.json) }, found.position)
    }
  }
}
