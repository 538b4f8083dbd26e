import PushStore

/// How the simulated devices of an app answer, in memory.
enum DeviceRoutes {
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return shown(context, try context.app().appkey)
  }

  /// At most so many rules per app, and so many with patterns: the ones are looked up for each message, the others for each recipient.
  private static let mostRules = 10_000
  private static let mostPatterns = 100

  /// `{"devices": […]}` replaces the app's rules; a single rule is added, in place of one about the same devices.
  static func put(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    let body = try context.body(known: ["devices"] + DeviceRule.keys)
    if let list = body["devices"] {
      guard body.count == 1 else { throw ControlError.badRequest("The body is either one rule or {\"devices\": [rules]}, not both.") }
      guard let items = list.arrayValue else { throw ControlError.badRequest("devices is a list of rules, such as [{\"token\":\"a1b2\",\"answer\":\"INVALID_TOKEN\"}].") }
      var rules: [DeviceRule] = []
      for (index, item) in items.enumerated() { rules.append(try DeviceRule(item, place: "devices[\(index)]")) }
      try check(rules)
      context.server.devices.set(rules, appkey: appkey)
    } else {
      let rule = try DeviceRule(.object(body), place: "The rule")
      try check(context.server.devices.rules(appkey: appkey).filter { !$0.isAboutSame(as: rule) } + [rule])
      context.server.devices.add(rule, appkey: appkey)
    }
    return shown(context, appkey)
  }

  private static func check(_ rules: [DeviceRule]) throws(ControlError) {
    if rules.count > mostRules { throw .badRequest("An app has at most \(mostRules) device rules; a pattern such as {\"token\":\"a*\"} is one rule about many devices.") }
    let patterns = rules.count { !$0.namesOne }
    if patterns > mostPatterns {
      throw .badRequest("\(patterns) rules name neither one token nor one uid, and an app has at most \(mostPatterns) of these: each recipient of a message is compared with each.")
    }
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
