import PushStore

/// How the simulated devices of an app answer, in memory.
enum DeviceRoutes {
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return shown(context, try context.app().appkey)
  }

  /// `{"devices": […]}` replaces the app's rules; a single rule is added, in place of one about the same token and push type.
  static func put(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    let body = try context.body(known: ["devices"] + DeviceRule.keys)
    if let list = body["devices"] {
      guard body.count == 1 else { throw ControlError.badRequest("The body is either one rule or {\"devices\": [rules]}, not both.") }
      guard let items = list.arrayValue else { throw ControlError.badRequest("devices is a list of rules, such as [{\"token\":\"a1b2\",\"answer\":\"INVALID_TOKEN\"}].") }
      var rules: [DeviceRule] = []
      for (index, item) in items.enumerated() { rules.append(try DeviceRule(item, place: "devices[\(index)]")) }
      context.server.devices.set(rules, appkey: appkey)
    } else {
      context.server.devices.add(try DeviceRule(.object(body), place: "The rule"), appkey: appkey)
    }
    return shown(context, appkey)
  }

  /// Forgets all rules, or those about one token.
  static func delete(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["token"])
    let (appkey, _) = try context.app()
    try context.expectNoMembers()
    context.server.devices.remove(token: context.query["token"], appkey: appkey)
    return shown(context, appkey)
  }

  private static func shown(_ context: ControlContext, _ appkey: String) -> Response {
    context.json { writer in writer.member("devices", .array(context.server.devices.rules(appkey: appkey).map(\.asJSON))) }
  }
}
