import PushStore

/// When an app's ad opt-in guide runs (contract 16.4): once a month, in Asia/Seoul. A day that a month lacks is its last.
struct GuideCalendar: Sendable {
  let day: Int
  let hour: Int
  let minute: Int

  init(day: Int, hour: Int, minute: Int) {
    (self.day, self.hour, self.minute) = (day, hour, minute)
  }

  init(_ series: GuideSeries) { self.init(day: series.day, hour: series.hour, minute: series.minute) }

  /// The first run after a moment; nil when that is after the year 9999.
  func first(after moment: Timestamp) -> Timestamp? {
    let now = CivilTime(moment, offsetSeconds: DateText.seoulOffset)
    let run = [0, 1].map { self.run(monthsFrom: now, $0) }.first { $0 > moment }!
    return run <= DateText.latest ? run : nil
  }

  /// The last run not after a moment.
  func last(upTo moment: Timestamp) -> Timestamp {
    let now = CivilTime(moment, offsetSeconds: DateText.seoulOffset)
    return [0, -1].map { run(monthsFrom: now, $0) }.first { $0 <= moment }!
  }

  private func run(monthsFrom time: CivilTime, _ months: Int) -> Timestamp {
    var run = CivilTime(year: time.year, month: time.month, day: 1, hour: hour, minute: minute).adding(months: months)
    run.day = min(day, CivilTime.daysInMonth(year: run.year, month: run.month))
    return run.timestamp(offsetSeconds: DateText.seoulOffset)
  }
}

extension GuideSeries {
  /// The next run of the series, whoever it is about; nil when that is after the year 9999.
  var nextRun: Timestamp? { GuideCalendar(self).first(after: max(since, lastRun ?? since)) }

  /// Whose consent a run is about.
  ///
  /// ruling: the first run after the guide was switched on reaches back one calendar month. The first one after its day or time was changed
  /// reaches back to the run before the change, so that nobody falls between.
  func window(of run: Timestamp) -> ConsentWindow {
    let before = GuideCalendar(self).last(upTo: run.advanced(byMilliseconds: -1))
    if before > since { return ConsentWindow(previousRun: before, run: run) }
    let monthBefore = CivilTime(run, offsetSeconds: DateText.seoulOffset).adding(months: -1).timestamp(offsetSeconds: DateText.seoulOffset)
    return ConsentWindow(previousRun: lastRun ?? monthBefore, run: run)
  }

  /// With every run up to a moment done with.
  func done(upTo now: Timestamp) -> GuideSeries {
    var series = self
    let last = GuideCalendar(self).last(upTo: now)
    if last > max(since, lastRun ?? since) { series.lastRun = last }
    return series
  }
}

extension ConsentWindow {
  /// Two full years.
  private static let months = 24
  private static let day: Int64 = 86_400_000

  /// When a consent is two years old: calendar years in Asia/Seoul, so that one of 29 February is on the 28th.
  static func anniversary(of agreed: Timestamp) -> Timestamp { moved(agreed, byMonths: months) }

  func contains(_ agreed: Timestamp) -> Bool {
    let anniversary = Self.anniversary(of: agreed)
    return previousRun < anniversary && anniversary <= run
  }

  /// Nothing outside it is contained. A day more at both ends: 28 and 29 February have the same anniversary, so order is not kept there.
  var range: ClosedRange<Timestamp> {
    let (first, last) = (Self.moved(previousRun, byMonths: -Self.months), Self.moved(run, byMonths: -Self.months))
    return first.advanced(byMilliseconds: -Self.day)...last.advanced(byMilliseconds: Self.day)
  }

  /// No anniversary of a consent at `agreed` or later is earlier.
  static func earliestAnniversary(from agreed: Timestamp) -> Timestamp { anniversary(of: agreed).advanced(byMilliseconds: -day) }

  private static func moved(_ moment: Timestamp, byMonths months: Int) -> Timestamp {
    CivilTime(moment, offsetSeconds: DateText.seoulOffset).adding(months: months).timestamp(offsetSeconds: DateText.seoulOffset)
  }
}
