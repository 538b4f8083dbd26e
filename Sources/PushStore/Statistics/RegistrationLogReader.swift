/// Sums rows of the registration log by app and minute.
///
/// Values get local numbers as they are met, place in `texts` × 4 + dimension: registrations come by the ten thousand and name the same few zones,
/// countries and languages.
struct RegistrationLogReader {
  private struct Minute {
    var sum: RegistrationSum
    /// By local number.
    var changes: [Int] = []

    mutating func add(_ change: Int, _ place: Int, _ dimension: GaugeDimension) {
      let local = dimension.local(place)
      while changes.count <= local { changes.append(0) }
      changes[local] += change
    }
  }

  private var minutes: [Minute] = []
  private var places: [RegistrationKey: Int] = [:]
  private var texts = [SharedTexts](repeating: SharedTexts(), count: GaugeDimension.allCases.count)
  private var rowCount = 0
  private let rowLimit: Int

  init(rowLimit: Int = .max) { self.rowLimit = rowLimit }

  /// False when it has read so much that there may be more.
  var hasRoom: Bool { rowCount < rowLimit && minutes.count * StatisticsUnit.allCases.count < StatisticsBatch.sumLimit }

  /// Reads rows behind `cursor` while there is room, and moves it behind them.
  mutating func read(after cursor: inout StatisticsCursor, _ store: ReadTransaction) throws(DatabaseError) {
    let statement = try store.connection.statement(
      """
      SELECT number, app, at, event, delta, agreement, language, country, timezone FROM registration_log
      WHERE number > ? ORDER BY number
      """)
    try statement.bind(cursor.registrations, at: 1)
    defer { statement.reset() }
    while hasRoom, try statement.step() {
      let row = Row(statement: statement.handle)
      cursor.registrations = row.int64(0)
      cursor.lastRegistrationAt = max(cursor.lastRegistrationAt, row.moment(2))
      rowCount += 1
      add(row)
    }
  }

  /// Reads the rows of an app with these numbers whose moment is in `span`.
  mutating func read(_ numbers: ClosedRange<Int64>, in span: StatisticsSpan, app: AppNumber, _ store: ReadTransaction) throws(DatabaseError) {
    let statement = try store.connection.statement(
      """
      SELECT number, app, at, event, delta, agreement, language, country, timezone FROM registration_log
      WHERE number BETWEEN ? AND ? AND app = ? AND at >= ? AND at < ?
      """)
    try statement.bind(numbers.lowerBound, at: 1)
    try statement.bind(numbers.upperBound, at: 2)
    try statement.bind(app.value, at: 3)
    try statement.bind(span.start.milliseconds, at: 4)
    try statement.bind(span.end.milliseconds, at: 5)
    defer { statement.reset() }
    while try statement.step() { add(Row(statement: statement.handle)) }
  }

  private mutating func add(_ row: Row) {
    let number = row.int64(0)
    let key = RegistrationKey(app: row.int64(1), unit: .minute, bucket: StatisticsUnit.minute.bucket(of: row.moment(2)))
    let place: Int
    if let known = places[key] { place = known } else {
      place = minutes.count
      places[key] = place
      minutes.append(Minute(sum: RegistrationSum(first: number, last: number)))
    }
    minutes[place].sum.last = number
    switch RegistrationLogEvent(rawValue: row.int(3)) {
    case .registered: minutes[place].sum.registered += 1
    case .deleted: minutes[place].sum.deleted += 1
    case .changed, nil: break
    }
    let delta = row.int(4)
    minutes[place].add(delta, row.int(5), .agreement)
    minutes[place].add(delta, row.withText(6) { texts[GaugeDimension.language.place].number($0) }, .language)
    minutes[place].add(delta, row.withText(7) { texts[GaugeDimension.country.place].number($0) }, .country)
    minutes[place].add(delta, row.withText(8) { texts[GaugeDimension.timezone.place].number($0) }, .timezone)
  }

  /// The sums by minute, and the values of which no sum is stored yet.
  func summed(_ store: ReadTransaction) throws(DatabaseError) -> (minutes: [RegistrationKey: RegistrationSum], newValues: [NewGaugeValue]) {
    let (numbers, newValues) = try valueNumbers(store)
    let sums = places.mapValues { place in
      var sum = minutes[place].sum
      for (local, change) in minutes[place].changes.enumerated() where change != 0 { sum.changes.add(change, to: numbers[local]) }
      return sum
    }
    return (sums, newValues)
  }

  /// The stored number of each local one; -1 for those that were not met.
  private func valueNumbers(_ store: ReadTransaction) throws(DatabaseError) -> (numbers: [Int], newValues: [NewGaugeValue]) {
    let dimensions = GaugeDimension.allCases
    var numbers = [Int](repeating: -1, count: dimensions.count * max(Agreement.State.allCases.count, texts.map(\.texts.count).max() ?? 0))
    for state in Agreement.State.allCases { numbers[GaugeDimension.agreement.local(state.rawValue)] = state.rawValue }
    var newValues: [NewGaugeValue] = []
    var next = try store.nextGaugeValue()
    for dimension in dimensions {
      for (place, text) in texts[dimension.place].texts.enumerated() {
        if let known = try store.gaugeValue(dimension, text) {
          numbers[dimension.local(place)] = known
        } else {
          numbers[dimension.local(place)] = next
          newValues.append(NewGaugeValue(number: next, dimension: dimension, text: text))
          next += 1
        }
      }
    }
    return (numbers, newValues)
  }
}

extension GaugeDimension {
  fileprivate var place: Int { rawValue - 1 }

  fileprivate func local(_ place: Int) -> Int { place * Self.allCases.count + self.place }
}
