import PushStore

/// Keeps the stored series of runs in step with the settings. Every change of a guide goes through here, in the change's own transaction.
///
/// ruling: a run fires only when the guide was on before it, with that day and time. Switched off and on again it begins anew, with a first run;
/// its content may change at any time and counts when a run fires. A guide of the configuration file, or a change made there, counts from the
/// first start that sees it.
enum AdOptInGuideSeries {
  static func follow(_ guide: AdOptInGuide?, appkey: String, _ store: WriteTransaction, now: Timestamp) throws {
    guard let guide else {
      if let app = try store.reading.appNumber(appkey) { try store.setGuideSeries(nil, app: app) }
      return
    }
    let app = try store.ensureApp(appkey, now: now)
    let old = try store.reading.guideSeries(app: app)
    if let old, (old.day, old.hour, old.minute) == (guide.day, guide.hour, guide.minute) { return }
    let series = GuideSeries(day: guide.day, hour: guide.hour, minute: guide.minute, since: now, lastRun: old?.done(upTo: now).lastRun)
    try store.setGuideSeries(series, app: app)
  }

  /// As `follow`, for all apps; those that are not in `guides` have none.
  static func follow(_ guides: [(appkey: String, guide: AdOptInGuide)], _ store: WriteTransaction, now: Timestamp) throws {
    for appkey in try store.reading.appsWithGuideSeries() where !guides.contains(where: { $0.appkey == appkey }) {
      try follow(nil, appkey: appkey, store, now: now)
    }
    for (appkey, guide) in guides { try follow(guide, appkey: appkey, store, now: now) }
  }

  /// Before dates of consent are edited: a run that has gone by about nobody stays so, whatever the new dates are.
  static func passRuns(_ app: AppNumber, _ store: WriteTransaction, now: Timestamp) throws {
    guard let series = try store.reading.guideSeries(app: app) else { return }
    // One that is due and about to fire is not passed.
    if let next = try AdOptInGuideRuns.nextRun(series, app, store.reading), next <= now { return }
    let passed = series.done(upTo: now)
    if passed != series { try store.setGuideSeries(passed, app: app) }
  }
}
