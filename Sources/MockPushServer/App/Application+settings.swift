import PushStore

extension Application {
  /// The apps of the configuration, with the settings that were changed at run time.
  static func apps(_ configuration: Configuration, _ database: DatabaseFile) throws(StartFailure) -> AppDirectory {
    let apps = AppDirectory(configuration.apps, strict: configuration.strict)
    let stored = try explained { () throws -> [(appkey: String, settings: String)] in
      try Reader(database).read { try $0.changedSettings() }
    }
    for (appkey, text) in stored {
      do {
        guard let changes = try JSONParser.parse(text.utf8).objectValue else { throw StartFailure("they are no JSON object") }
        try apps.setChanges(changes, of: appkey)
      } catch {
        let reason = (error as? SettingsError)?.message ?? "\(error)"
        throw StartFailure("The database holds settings of app \(appkey) that cannot be read: \(reason) Give another --database.")
      }
    }
    return apps
  }

  /// What the configuration file says of ad opt-in guides counts from the first start that sees it.
  static func followGuides(_ apps: AppDirectory, _ clock: TravelClock, _ database: DatabaseFile) throws(StartFailure) {
    try explained {
      let writer = try Writer(database)
      try writer.perform { store in try AdOptInGuideSeries.follow(apps.adOptInGuides, store, now: clock.now) }
      try writer.commit()
    }
  }

  /// The seed file, checked; its apps are known from now on.
  static func seed(_ configuration: Configuration, _ apps: AppDirectory, _ clock: TravelClock) throws(StartFailure) -> SeedPlan? {
    guard let path = configuration.seed else { return nil }
    let plan = try SeedFile.plan(path, apps: apps, now: clock.now)
    for app in plan.apps { apps.declare(app.appkey) }
    return plan
  }

  /// Loads what `--seed` names, before anything listens.
  func loadSeed(_ seed: SeedPlan?) async throws(StartFailure) {
    let parts: (rest: SeedPlan, known: [SeedApp])
    do {
      try await seeds.clearLeftovers()
      guard let seed else { return }
      parts = try await store.readAside { try SeedFile.withoutKnown(seed, $0) }
    } catch {
      throw StartFailure("\(error)")
    }
    for app in parts.known {
      logger.log(.info, "The seed's app \(app.appkey) has data already and stays as it is; another --database loads it anew.")
      if let rules = app.devices { devices.set(rules, appkey: app.appkey) }
    }
    if let failure = await seeds.load(parts.rest) { throw StartFailure("The seed is not loaded: \(failure.sentence)") }
  }
}
