import PushStore

/// The last step of a load: everything of the seed is there at once.
struct SeedShow: Sendable {
  let plan: SeedPlan
  let apps: AppDirectory
  let devices: DeviceBook
  let faults: FaultBook
  let clock: TravelClock
  let store: GroupCommitStore
  let generation: Int

  /// - Parameter loaded: the apps of the plan, with all their tokens and tags.
  func run(_ loaded: [AppNumber]) async throws {
    if clock.now < plan.now { throw ControlError.clockWentBack }
    let changed = try await store.write { store in
      guard store.generation == generation else { throw ControlError.resetMeanwhile }
      var changed: [JSONObject?] = []
      for (app, number) in zip(plan.apps, loaded) { changed.append(try show(app, number, store)) }
      return changed
    }
    for (app, settings) in zip(plan.apps, changed) {
      apps.declare(app.appkey)
      if let settings { try apps.setChanges(settings, of: app.appkey) }
      if let rules = app.devices { devices.set(rules, appkey: app.appkey) }
    }
    // ruling: a seed's faults take the place of those in force, so that loading it again does not double them.
    if let rules = plan.faults { faults.replace(with: rules) }
  }

  /// - Returns: the app's changed settings; nil where the seed names none.
  private func show(_ app: SeedApp, _ number: AppNumber, _ store: WriteTransaction) throws -> JSONObject? {
    let present = try store.reading.appNumber(app.appkey)
    if let present {
      if try store.reading.hasData(present) { throw ControlError.hasData(app.appkey) }
      // The guide's runs that went by were about nobody, whatever dates of consent the seed brings.
      try AdOptInGuideSeries.passRuns(present, store, now: plan.now)
    }
    let settings = try app.settings.map { try AppRoutes.merged($0, over: AppRoutes.stored(store.reading, app.appkey), app.appkey, apps) }
    try store.show(number, appkey: app.appkey, inPlaceOf: present)
    if let settings {
      try store.setChangedSettings(JSON.object(settings).compactText, app: number)
      try AdOptInGuideSeries.follow(apps.settings(of: app.appkey, with: settings).adOptInGuide, appkey: app.appkey, store, now: plan.now)
    }
    for reservation in app.reservations { _ = try store.insert(reservation, origin: .reservationByAPI, app: number, now: plan.now) }
    return settings
  }
}
