import PushStore

/// What GET /stats and /stats/total are asked for (contract 26.1), checked in the order of its table.
struct StatsQuery: Sendable {
  enum Category: String, CaseIterable, Sendable {
    case message = "MESSAGE"
    case tokenRegistration = "TOKEN_REGISTRATION"
    case tokenLanguage = "TOKEN_LANGUAGE"
    case tokenCountry = "TOKEN_COUNTRY"
    case tokenAgreement = "TOKEN_AGREEMENT"
  }

  /// What totals are split by.
  enum Criterion: String, CaseIterable, Sendable {
    case event = "EVENT"
    case extra1 = "EXTRA_1"
    case extra2 = "EXTRA_2"
    case extra3 = "EXTRA_3"
    case templateId = "TEMPLATE_ID"
  }

  /// Which messages count.
  struct Messages: Equatable, Sendable {
    /// `extra1s`; none for all.
    var pushTypes: Set<PushType> = []
    var message = MessageFilter()
    /// None for all.
    var statsIds: [String] = []

    init() {}

    init(_ query: QueryItems, _ version: APIVersion) throws(APIError) {
      for name in query.list("extra1s") {
        guard let type = version.pushType(named: name) else {
          throw APIError(.invalidParameter, "extra1s", name, hint: version.pushTypeHint("extra1s", name))
        }
        pushTypes.insert(type)
      }
      message = try MessageFilter(query)
      statsIds = query.list("statsIds")
    }
  }

  private enum Kind: String, CaseIterable {
    case normal = "NORMAL"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case byDay = "BY_DAY"
  }

  /// The parameters that both endpoints read.
  static let names = ["eventCategory", "statisticsType", "timeUnit", "from", "to", "extra1s", "messageId", "statsIds"]

  let category: Category
  /// `StatisticsPlan` makes buckets of it, `DateRange` the stretch of a total.
  let bounds: DateBounds
  /// Nil for the default of the period.
  let unit: StatisticsUnit?
  let isByDay: Bool
  /// All of them for other categories than MESSAGE, where these parameters are not even looked at.
  let messages: Messages
  /// In the order given; only of /stats/total.
  let criteria: [Criterion]

  init(_ query: QueryItems, _ version: APIVersion, isTotal: Bool) throws(APIError) {
    category = try query.requiredWord("eventCategory")
    let kind: Kind = try query.word("statisticsType") ?? .normal
    let timeUnit: TimeUnitName? = try query.word("timeUnit")
    unit = switch kind {
    case .normal: timeUnit?.unit
    case .minutely: .minute
    case .hourly: .hour
    case .daily, .byDay: .day
    }
    isByDay = kind == .byDay
    bounds = try DateBounds(query)
    messages = category == .message ? try Messages(query, version) : Messages()
    let criteria: [Criterion] = isTotal ? try query.words("statsCriteria") : []
    self.criteria = criteria.isEmpty ? [.event] : criteria
  }
}
