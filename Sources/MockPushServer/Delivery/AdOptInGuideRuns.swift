import PushStore

/// Whom the guide asks which apps have one.
protocol GuideDirectory: SettingsSource {
  /// Apps whose guide is on now, by appkey.
  var adOptInGuides: [(appkey: String, guide: AdOptInGuide)] { get }
}

/// Sends each app's ad opt-in guide (contract 16.4, R66): monthly, to those who agreed to ads two years ago.
///
/// ruling: a run about nobody makes no message. Such runs are passed over without looking at each, however many years they last.
/// ruling: a run that was due while the server was down, or that the clock was set past, fires late, with its own window; its time to live begins
/// with the message, for only a reservation's begins at its instant (R68).
struct AdOptInGuideRuns: DueSource {
  let store: any StoreAccess
  let apps: any GuideDirectory

  func nextDue() async throws -> Timestamp? {
    let guides = apps.adOptInGuides
    guard !guides.isEmpty else { return nil }
    return try await store.read { store in try Self.due(guides, store).first?.run }
  }

  func fire(dueBy moment: Timestamp, now: Timestamp) async throws -> [FiredItem] {
    let guides = apps.adOptInGuides
    return try await store.write { store in
      var fired: [FiredItem] = []
      while case let runs = try Self.due(guides, store.reading), let earliest = runs.first?.run, earliest <= moment {
        for run in runs.prefix(while: { $0.run == earliest }) {
          if let message = try send(run, store, now: now) {
            fired.append(FiredItem(kind: .adOptInGuide, appkey: run.appkey, due: run.run, message: message))
          }
          var series = run.series
          series.lastRun = run.run
          try store.setGuideSeries(series, app: run.app)
        }
      }
      return fired
    }
  }

  /// A run that may be about somebody.
  private struct Run {
    let appkey: String
    let app: AppNumber
    let guide: AdOptInGuide
    let series: GuideSeries
    let run: Timestamp
  }

  /// Each app's next run, the earliest first.
  private static func due(_ guides: [(appkey: String, guide: AdOptInGuide)], _ store: ReadTransaction) throws -> [Run] {
    let runs = try guides.compactMap { appkey, guide -> Run? in
      guard let app = try store.appNumber(appkey), let series = try store.guideSeries(app: app), let run = try nextRun(series, app, store) else { return nil }
      return Run(appkey: appkey, app: app, guide: guide, series: series, run: run)
    }
    return runs.sorted { ($0.run, $0.appkey) < ($1.run, $1.appkey) }
  }

  /// The next run that may be about somebody: those before the earliest anniversary that is to come are about nobody.
  static func nextRun(_ series: GuideSeries, _ app: AppNumber, _ store: ReadTransaction) throws -> Timestamp? {
    guard let next = series.nextRun, let agreed = try store.firstAdConsent(from: series.window(of: next).range.lowerBound, app: app) else { return nil }
    let earliest = ConsentWindow.earliestAnniversary(from: agreed)
    return earliest <= next ? next : GuideCalendar(series).first(after: earliest.advanced(byMilliseconds: -1))
  }

  /// Nil when the run is about nobody.
  private func send(_ run: Run, _ store: WriteTransaction, now: Timestamp) throws -> MessageNumber? {
    let window = run.series.window(of: run.run)
    var isAboutSomebody = false
    try store.reading.adConsents(in: window.range, app: run.app) { _, agreed in
      isAboutSomebody = window.contains(agreed)
      return !isAboutSomebody
    }
    guard isAboutSomebody else { return nil }
    let message = MessageAcceptance.newMessage(
      MessageBody(guide: run.guide), origin: .console, version: APIVersion.v24.name, settings: apps.settings(appkey: run.appkey), now: now)
    let number = try store.insert(message, app: run.app, now: now)
    try store.setConsentWindow(window, message: number)
    return number
  }
}

extension MessageBody {
  /// To everybody whom the run is about, as configured; with the usual time to live.
  fileprivate init(guide: AdOptInGuide) {
    self.init(
      target: MessageTarget(kind: .all), content: guide.content, words: APIVersion.v24.reservedWords, messageType: .notification,
      timeToLiveMinute: TimeToLive.standard)
  }
}
