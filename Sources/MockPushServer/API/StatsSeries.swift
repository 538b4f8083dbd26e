import PushStore

/// What one category of statistics counts (contract 26.3).
enum StatsSeries: Sendable {
  /// Nil where no message can match.
  case events(EventFilter?)
  case registrations
  case gauge(GaugeDimension)

  init(_ query: StatsQuery) {
    switch query.category {
    case .message: self = .events(EventFilter(query.messages))
    case .tokenRegistration: self = .registrations
    case .tokenLanguage: self = .gauge(.language)
    case .tokenCountry: self = .gauge(.country)
    case .tokenAgreement: self = .gauge(.agreement)
    }
  }

  /// Whether names are told where nothing was counted (F36).
  /// ruling: REGISTERED and DELETED are, as the four events of messages.
  var showsZeros: Bool {
    switch self {
    case .events, .registrations, .gauge(.agreement): true
    case .gauge: false
    }
  }

  private static let eventNames = StatisticsQuery.MessageEvent.allCases.map(\.rawValue)
  private static let registrationNames = ["REGISTERED", "DELETED"]

  /// In the order in which they are told.
  func names(_ store: ReadTransaction) throws(DatabaseError) -> [String] {
    switch self {
    case .events: Self.eventNames
    case .registrations: Self.registrationNames
    case .gauge(let dimension): try store.gaugeValues(dimension).map(\.text)
    }
  }

  /// The counts in the buckets of a plan.
  func table(_ plan: StatisticsPlan, app: AppNumber, _ store: ReadTransaction) throws(DatabaseError) -> StatsTable {
    let (span, unit) = (StatisticsSpan(from: plan.from, to: plan.to), plan.unit)
    var table = StatsTable(names: try names(store), showsZeros: showsZeros)
    switch self {
    case .events(let filter):
      let counts = if let filter { try store.events(filter, in: span, by: unit, app: app) } else { [Int64: EventCounts]() }
      table.rows = plan.buckets.map { ($0, counts[unit.bucket(of: $0)]?.inOrder ?? [0, 0, 0, 0]) }
    case .registrations:
      let counts = try store.registrations(in: span, by: unit, app: app)
      table.rows = plan.buckets.map { ($0, counts[unit.bucket(of: $0)]?.inOrder ?? [0, 0]) }
    case .gauge(let dimension):
      let values = try store.gaugeValues(dimension)
      try store.gauges(plan, app: app) { start, counts in table.rows.append((start, values.map { counts[$0] })) }
    }
    return table
  }

  /// Everything from one moment to another, both included; of a gauge what it shows at the second, whatever the first is. Nothing where they are
  /// the wrong way round: all of it is too old then, or still to come.
  func totals(_ range: DateRange, version: APIVersion, app: AppNumber, _ store: ReadTransaction) throws(DatabaseError) -> [StatsTotal] {
    let isGauge = if case .gauge = self { true } else { false }
    guard isGauge ? !range.isTooOld : range.from <= range.to else { return [] }
    let span = StatisticsSpan(from: range.from, to: range.to)
    switch self {
    case .events(nil): return []
    case .events(let filter?): return try store.eventTotals(filter, in: span, app: app).flatMap { StatsTotal.of($1, $0, version) }
    case .registrations:
      let sum = try store.registrations(in: span, by: .day, app: app).values.reduce(into: RegistrationCounts()) { $0 += $1 }
      return zip(Self.registrationNames, sum.inOrder).map { StatsTotal(event: $0, count: $1) }
    case .gauge(let dimension):
      let counts = try store.gauges(before: span.end, app: app)
      return try store.gaugeValues(dimension).map { StatsTotal(event: $0.text, count: counts[$0]) }
    }
  }
}

extension ReadTransaction {
  /// The registrations of an app at the end of each bucket of a plan; in the one that holds its end, at that moment.
  func gauges(_ plan: StatisticsPlan, app: AppNumber, _ body: (Timestamp, GaugeCounts) -> Void) throws(DatabaseError) {
    guard let first = plan.buckets.first, let last = plan.buckets.last else { return }
    let buckets = plan.unit.bucket(of: first)..<plan.unit.bucket(of: last) + 1
    try gauges(buckets, of: plan.unit, before: plan.to.advanced(byMilliseconds: 1), app: app) { body(plan.unit.start(of: $0), $1) }
  }
}

extension StatisticsSpan {
  /// Both included.
  init(from: Timestamp, to: Timestamp) { self.init(start: from, end: to.advanced(byMilliseconds: 1)) }
}

extension EventFilter {
  /// Nil where no message can match.
  init?(_ messages: StatsQuery.Messages) {
    if messages.message.isImpossible { return nil }
    self.init(pushTypes: messages.pushTypes.isEmpty ? nil : messages.pushTypes, message: messages.message.number, statsIds: messages.statsIds)
  }
}

extension EventCounts {
  /// As `StatsSeries.eventNames`.
  var inOrder: [Int] { [sent, failed, received, opened] }
}

extension RegistrationCounts {
  /// As `StatsSeries.registrationNames`.
  var inOrder: [Int] { [registered, deleted] }
}
