import PushStore

/// How the simulated devices of an app answer, in memory.
enum DeviceRoutes {
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return shown(context, try context.app().appkey)
  }

  /// `{"devices": […]}` replaces the app's rules; a single rule is added, in place of one about the same devices.
  static func put(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    let body = try context.body(known: ["devices"] + DeviceRule.keys)
    if let list = body["devices"] {
      guard body.count == 1 else { throw ControlError.badRequest("The body is either one rule or {\"devices\": [rules]}, not both.") }
      context.server.devices.set(try DeviceRule.list(list, place: "devices"), appkey: appkey)
    } else {
      let rule = try DeviceRule(.object(body), place: "The rule")
      try DeviceRule.check(context.server.devices.rules(appkey: appkey).filter { !$0.isAboutSame(as: rule) } + [rule])
      context.server.devices.add(rule, appkey: appkey)
    }
    return shown(context, appkey)
  }

  /// Forgets all rules, or those about one token, one uid, or both, as they are written.
  static func delete(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["token", "uid"])
    let (appkey, _) = try context.app()
    try context.expectNoMembers()
    context.server.devices.remove(token: context.query["token"], uid: context.query["uid"], appkey: appkey)
    return shown(context, appkey)
  }

  private static func shown(_ context: ControlContext, _ appkey: String) -> Response {
    context.json { writer in writer.member("devices", .array(context.server.devices.rules(appkey: appkey).map(\.asJSON))) }
  }
}
