/// The journal of vendor requests and their answers.
enum JournalRoutes {
  /// So many bytes of requests end a page before its limit.
  private static let pageBytes = 8 * 1024 * 1024

  /// Newest first. `next`, where there may be more, is the `before` of the next page.
  static func list(_ context: ControlContext) async throws -> Response {
    let journal = try context.journal()
    try context.expectQuery(RequestMatch.queryKeys + ["limit", "before", "after"])
    let match = try RequestMatch(context.query)
    let limit = try context.int("limit", default: 100, in: 1...1_000)
    let before = try context.int("before", default: .max, in: 1...Int.max)
    let after = try context.int("after", default: 0, in: 0...Int.max)
    return await offLoop {
      context.json { writer in
        var shown = 0
        var last = before
        var hasMore = false
        writer.key("requests")
        writer.beginArray()
        for request in journal.requests(before: before, after: after) where match.matches(request) {
          hasMore = shown == limit || writer.bytes.count > pageBytes
          if hasMore { break }
          request.write(to: &writer)
          shown += 1
          last = request.number
        }
        writer.endArray()
        if hasMore { writer.member("next", String(last)) }
      }
    }
  }

  /// By its number, or `latest`.
  static func get(_ context: ControlContext) async throws -> Response {
    let journal = try context.journal()
    try context.expectQuery()
    let name = context.parameters["number"]
    let number = Int(name)
    if number == nil, name != "latest" {
      throw ControlError.badRequest("A request is named by its number, such as 12, or latest; not by \(ShownValue.oneLine(name)).")
    }
    let before = number.map { max(0, min($0, .max - 1)) + 1 } ?? .max
    guard let found = journal.entries.page(before: before, limit: 1).first, found.first == number ?? found.first else {
      throw ControlError(status: 404, sentence: "The journal has no request \(name); it keeps the newest, and GET /_mock/requests lists them.")
    }
    var writer = JSONWriter(capacity: 2_048)
    JournaledRequest(found.first, found.element).write(to: &writer)
    return Response(body: writer.bytes)
  }

  static func clear(_ context: ControlContext) async throws -> Response {
    let journal = try context.journal()
    try context.expectQuery()
    try context.expectNoMembers()
    journal.entries.reset()
    return context.json { $0.member("reset", "requests") }
  }
}

extension ControlContext {
  /// - Throws: 404 when it is off.
  func journal() throws(ControlError) -> Journal {
    if let journal = server.journal { return journal }
    throw ControlError(status: 404, sentence: "There is no journal: the server was started with --journal off.")
  }
}

extension Journal {
  /// Requests from the newest before a number down to the oldest after another, looked up as they are asked for.
  func requests(before: Int = .max, after: Int = 0) -> some Sequence<JournaledRequest> {
    var page: ArraySlice<(first: Int, element: JournalEntry)> = []
    var end = before
    return AnyIterator {
      if page.isEmpty { page = self.entries.page(before: end, limit: 100)[...] }
      guard let (number, entry) = page.popFirst(), number > after else { return nil }
      end = number
      return JournaledRequest(number, entry)
    }
  }
}
