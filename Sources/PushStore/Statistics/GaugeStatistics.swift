/// A value that registrations have in one dimension.
public struct GaugeValue: Sendable {
  public var number: Int
  public var text: String
}

/// How many registrations have each value at one moment.
public struct GaugeCounts: Sendable {
  private var counts: [Int] = []

  public subscript(value: GaugeValue) -> Int { value.number < counts.count ? counts[value.number] : 0 }

  mutating func add(_ change: Int, to value: Int) {
    while counts.count <= value { counts.append(0) }
    counts[value] += change
  }
}

extension ReadTransaction {
  /// The values that any registration ever had, by their text; the states of agreement from ON to OFF.
  public func gaugeValues(_ dimension: GaugeDimension) throws(DatabaseError) -> [GaugeValue] {
    try connection.all(
      "SELECT number, text FROM gauge_value WHERE dimension = ?1 ORDER BY CASE ?1 WHEN 1 THEN -number END, text", .int(dimension.rawValue)
    ) { GaugeValue(number: $0.int(0), text: $0.text(1)) }
  }

  /// The registrations of an app as they were just before a moment.
  public func gauges(before end: Timestamp, app: AppNumber) throws(DatabaseError) -> GaugeCounts {
    var counts = GaugeCounts()
    try forEachChange(in: StatisticsSpan(before: end), by: .day, app: app) { counts.add($1, to: $2) }
    return counts
  }

  /// The registrations of an app at the ends of buckets, each given to `body` in turn.
  ///
  /// - Parameter end: what happens from there on does not count.
  public func gauges(
    _ buckets: Range<Int64>, of unit: StatisticsUnit, before end: Timestamp, app: AppNumber, _ body: (_ bucket: Int64, GaugeCounts) -> Void
  ) throws(DatabaseError) {
    let start = unit.start(of: buckets.lowerBound)
    var counts = try gauges(before: start, app: app)
    var current = buckets.lowerBound
    let span = StatisticsSpan(start: start, end: min(end, unit.start(of: buckets.upperBound)))
    try forEachChange(in: span, by: unit, app: app) { bucket, change, value in
      while current < bucket {
        body(current, counts)
        current += 1
      }
      counts.add(change, to: value)
    }
    while current < buckets.upperBound {
      body(current, counts)
      current += 1
    }
  }

  /// Calls `body` for each change in a span, by bucket of `unit`, ascending.
  private func forEachChange(
    in span: StatisticsSpan, by unit: StatisticsUnit, app: AppNumber, _ body: (_ bucket: Int64, _ change: Int, _ value: Int) -> Void
  ) throws(DatabaseError) {
    for part in try withoutQuietEnd(span).parts(upTo: unit) {
      switch part {
      case .exact(let span):
        let bucket = unit.bucket(of: span.start)
        for (value, change) in try registrationSum(exactly: span, app: app)?.changes.byValue ?? [:] { body(bucket, change, value) }
      case .buckets(let finer, let range):
        let statement = try connection.statement(
          "SELECT bucket, changes FROM registration_sum WHERE app = ? AND unit = ? AND bucket >= ? AND bucket < ? ORDER BY bucket")
        try statement.bind(app.value, at: 1)
        try statement.bind(Int64(finer.rawValue), at: 2)
        try statement.bind(range.lowerBound, at: 3)
        try statement.bind(range.upperBound, at: 4)
        defer { statement.reset() }
        while try statement.step() {
          let row = Row(statement: statement.handle)
          let bucket = unit.bucket(of: finer.start(of: row.int64(0)))
          row.withBlob(1) { GaugeChanges.forEach(in: $0) { value, change in body(bucket, change, value) } }
        }
      }
    }
  }

  /// The zones of the app's registrations now, by name: exact, also inside a write. For the event loop: it reads a row per day, and those that
  /// are not in the sums yet.
  public func timezones(app: AppNumber) throws(DatabaseError) -> [String] {
    let cursor = try statisticsCursor()
    var counts: [String: Int] = [:]
    let summed = try gauges(before: StatisticsSpan.ending, app: app)
    for value in try gaugeValues(.timezone) { counts[value.text] = summed[value] }
    let rest = try connection.all(
      "SELECT timezone, delta FROM registration_log WHERE number > ? AND app = ?", .integer(cursor.registrations), .integer(app.value)
    ) { ($0.text(0), $0.int(1)) }
    for (timezone, delta) in rest { counts[timezone, default: 0] += delta }
    return counts.filter { $0.value > 0 }.keys.sorted()
  }
}
