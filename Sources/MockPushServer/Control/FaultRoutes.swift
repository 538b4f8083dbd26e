/// Scripted failures of the vendor's routes.
enum FaultRoutes {
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return shown(context)
  }

  /// Adds a rule behind the others.
  static func add(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let rule = try FaultRule(try context.object())
    guard let entry = context.server.faults.add(rule) else {
      throw ControlError(status: 409, sentence: "There are \(FaultBook.capacity) fault rules, which is the most; remove some (DELETE /_mock/faults).")
    }
    var response = context.json { entry.members(to: &$0) }
    response.status = 201
    return response
  }

  static func clear(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    context.server.faults.clear()
    return shown(context)
  }

  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let id = context.parameters["id"]
    guard let entry = context.server.faults[id] else { throw missing(id) }
    return context.json { entry.members(to: &$0) }
  }

  static func remove(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    try context.expectNoMembers()
    let id = context.parameters["id"]
    guard context.server.faults.remove(id) else { throw missing(id) }
    return shown(context)
  }

  static func presets(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return context.json { $0.member("presets", .array(FaultPreset.all.map(\.asJSON))) }
  }

  private static func shown(_ context: ControlContext) -> Response {
    context.json { writer in
      writer.key("faults")
      writer.beginArray()
      for entry in context.server.faults.entries { entry.write(to: &writer) }
      writer.endArray()
    }
  }

  private static func missing(_ id: String) -> ControlError {
    ControlError(status: 404, sentence: "There is no fault rule `\(ShownValue.oneLine(id))`; GET /_mock/faults lists them with their ids.")
  }
}
