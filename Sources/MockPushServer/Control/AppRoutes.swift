import PushStore

/// Apps and their settings (contract 5).
enum AppRoutes {
  /// Configured apps, and those for which anything was stored.
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let apps = context.server.apps
    let stored = try await context.server.store.readAside { try $0.appkeys() }
    let keys = Set(stored).union(apps.configured.keys).sorted()
    return context.json { writer in
      writer.member("isOpen", apps.isOpen)
      writer.key("apps")
      writer.beginArray()
      for key in keys {
        writer.beginObject()
        writer.member("appkey", key)
        facts(key, apps, &writer)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  private static func facts(_ key: String, _ apps: AppDirectory, _ writer: inout JSONWriter) {
    let isConfigured = apps.configured[key] != nil
    writer.member("isConfigured", isConfigured)
    // False for data of an app that this start's configuration does not name.
    writer.member("isAvailable", apps.isAvailable(key))
    writer.key("changed")
    writer.raw(.array(apps.changes(of: key).members.map { .string($0.key) }))
  }

  static func get(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    return try shown(context, try context.app().appkey)
  }

  /// Lays the members of the body over the settings; `null` sets one back to its default. Vendor requests see it at once.
  static func patch(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    let patch = try context.body(known: AppSetting.keys)
    let apps = context.server.apps
    do {
      let server = context.server
      // In the turn of resets and restores: what is stored last is what is in force.
      try await server.scheduler.change {
        let now = server.clock.now
        let changes = try await server.store.write { store in
          let changes = try merged(patch, over: stored(store.reading, appkey), appkey, apps)
          try store.setChangedSettings(JSON.object(changes).compactText, app: store.ensureApp(appkey, now: now))
          try AdOptInGuideSeries.follow(apps.settings(of: appkey, with: changes).adOptInGuide, appkey: appkey, store, now: now)
          return changes
        }
        try apps.setChanges(changes, of: appkey)
      }
    } catch let error as SettingsError {
      throw ControlError.badRequest(error.message)
    }
    return try shown(context, appkey)
  }

  static func stored(_ store: ReadTransaction, _ appkey: String) throws -> JSONObject {
    guard let app = try store.appNumber(appkey), let text = try store.changedSettings(app: app) else { return JSONObject() }
    return try JSONParser.parse(text.utf8).objectValue ?? JSONObject()
  }

  /// A changed setting is stored whole, so that a part of it which is changed later starts from what it was.
  static func merged(_ patch: JSONObject, over stored: JSONObject, _ appkey: String, _ apps: AppDirectory) throws(SettingsError) -> JSONObject {
    let settings = try apps.settings(of: appkey, with: stored).applying(.object(patch), path: "")
    var changes = stored
    for setting in AppSetting.all where patch[setting.key] != nil { changes[setting.key] = setting.write(settings) }
    return changes
  }

  /// ruling: secrets are shown as asterisks; who sets an app's keys knows them, and answers end up in logs and screens.
  private static func shown(_ context: ControlContext, _ appkey: String) throws(ControlError) -> Response {
    let (_, settings) = try context.app()
    return context.json { writer in
      writer.member("appkey", appkey)
      facts(appkey, context.server.apps, &writer)
      writer.member("settings", settings.redacted)
    }
  }
}
