/// Loading apps with their tokens, tags and reservations.
enum SeedRoutes {
  /// As large a seed as is taken, as a file too.
  static let bodyLimit = 128 << 20

  /// Checks all of the seed, then answers 202 and loads it; with `wait=true` answers when it is loaded.
  static func post(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["wait"])
    let waits = try context.flag("wait") ?? false
    if context.request.body.isEmpty { throw ControlError.badRequest("The body is the seed, such as {\"apps\":[{\"appkey\":\"MYAPP\",\"generate\":{\"tokens\":1000}}]}.") }
    let seeds = context.server.seeds
    let job = try await seeds.accept(context.request.body)
    guard waits, let ended = await seeds.ended(job.id) else {
      var response = context.json { writer in
        writer.member("id", job.id)
        writer.member("rows", job.counts.total)
      }
      response.status = 202
      return response
    }
    if let failure = ended.failure { throw failure }
    return context.json { ended.members(to: &$0) }
  }

  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let id = context.parameters["id"]
    guard let job = await context.server.seeds[id] else {
      throw ControlError(status: 404, sentence: "There is no seed `\(ShownValue.oneLine(id))`; POST /_mock/seed answers an id, and the last 16 are kept.")
    }
    return context.json { job.members(to: &$0) }
  }
}
