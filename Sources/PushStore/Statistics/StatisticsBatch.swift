/// Counted rows that are not in the sums yet, summed up: read on one connection, and written on the writing one with the cursor behind them, so that
/// each row counts once whatever happens between.
public struct StatisticsBatch: Sendable {
  private static let rowLimit = 20_000
  /// Sums in a batch from which on no more rows are read, so that writing them holds up the event loop for a few milliseconds at most.
  static let sumLimit = 600

  /// Behind its rows.
  private(set) var cursor: StatisticsCursor
  private(set) var events: [EventKey: EventCounts] = [:]
  private(set) var failures: [FailureKey: Int] = [:]
  /// As they become, with what is stored of them; `changes` ready to be written.
  let registrations: [(key: RegistrationKey, sum: RegistrationSum, changes: [UInt8])]
  let newValues: [NewGaugeValue]
  /// No row was left behind it.
  public private(set) var isLast = false
  private var rowCount = 0

  struct EventKey: Hashable, Sendable {
    var app: Int64
    var scope: Int64
    var unit: StatisticsUnit
    var bucket: Int64
    /// 0: unknown.
    var pushType: Int
  }

  struct FailureKey: Hashable, Sendable {
    var place: EventKey
    var reason: Int
  }

  /// - Returns: nil when all rows are in the sums.
  public init?(_ store: ReadTransaction) throws(DatabaseError) {
    let start = try store.statisticsCursor()
    cursor = start
    var log = RegistrationLogReader(rowLimit: Self.rowLimit)
    try log.read(after: &cursor, store)
    let (minutes, newValues) = try log.summed(store)
    self.newValues = newValues
    registrations = try Self.becoming(minutes, store)
    try addDeliveries(store)
    try addReceipts(store)
    isLast = log.hasRoom && hasRoom
    if cursor == start { return nil }
  }

  /// What the sums of minutes, hours and days become.
  private static func becoming(
    _ minutes: [RegistrationKey: RegistrationSum], _ store: ReadTransaction
  ) throws(DatabaseError) -> [(key: RegistrationKey, sum: RegistrationSum, changes: [UInt8])] {
    var sums: [RegistrationKey: RegistrationSum] = [:]
    for (minute, sum) in minutes {
      for unit in StatisticsUnit.allCases {
        let bucket = unit.bucket(of: StatisticsUnit.minute.start(of: minute.bucket))
        let key = RegistrationKey(app: minute.app, unit: unit, bucket: bucket)
        if sums[key]?.add(sum) == nil { sums[key] = sum }
      }
    }
    for key in sums.keys {
      if let stored = try store.registrationSum(key) { sums[key]?.add(stored) }
    }
    return sums.map { ($0, $1, $1.changes.encoded) }
  }

  private var hasRoom: Bool { rowCount < Self.rowLimit && events.count + failures.count + registrations.count < Self.sumLimit }

  private mutating func addDeliveries(_ store: ReadTransaction) throws(DatabaseError) {
    let statement = try store.connection.statement(
      """
      SELECT t.number, t.app, t.at, t.message, m.stats_id, t.push_type, t.reason, t.count
      FROM delivery_tally t JOIN message m ON m.message = t.message WHERE t.number > ? ORDER BY t.number
      """)
    try statement.bind(cursor.deliveries, at: 1)
    defer { statement.reset() }
    while hasRoom, try statement.step() {
      let row = Row(statement: statement.handle)
      let (reason, count) = (row.int(6), row.int(7))
      cursor.deliveries = row.int64(0)
      rowCount += 1
      forEachPlace(row) { place in
        events[place, default: EventCounts()] += reason == 0 ? EventCounts(sent: count) : EventCounts(failed: count)
        if reason != 0 { failures[FailureKey(place: place, reason: reason), default: 0] += count }
      }
    }
  }

  /// Receipts of messages that are not there were taken before receipts were checked, and do not count.
  private mutating func addReceipts(_ store: ReadTransaction) throws(DatabaseError) {
    let statement = try store.connection.statement(
      """
      SELECT r.number, r.app, r.event_at, m.message, m.stats_id, r.push_type, r.event
      FROM receipt r LEFT JOIN message m ON m.message = r.message_id - ? AND m.app = r.app WHERE r.number > ? ORDER BY r.number
      """)
    try statement.bind(MessageNumber.offset, at: 1)
    try statement.bind(cursor.receipts, at: 2)
    defer { statement.reset() }
    while hasRoom, try statement.step() {
      let row = Row(statement: statement.handle)
      let isOpened = row.int(6) == Receipt.Event.opened.rawValue
      cursor.receipts = row.int64(0)
      rowCount += 1
      guard !row.isNull(3) else { continue }
      forEachPlace(row) { events[$0, default: EventCounts()] += isOpened ? EventCounts(opened: 1) : EventCounts(received: 1) }
    }
  }

  /// All places where an event counts: for the app, its message and its `statsId`, by minute, hour and day.
  ///
  /// - Parameter row: with app, moment, message, `stats_id` and push type in the columns 1 to 5.
  private func forEachPlace(_ row: Row, _ body: (EventKey) -> Void) {
    let (app, at, pushType) = (row.int64(1), row.moment(2), row.int(5))
    for unit in StatisticsUnit.allCases {
      var place = EventKey(app: app, scope: 0, unit: unit, bucket: unit.bucket(of: at), pushType: pushType)
      body(place)
      place.scope = row.int64(3)
      body(place)
      if row.isNull(4) { continue }
      place.scope = -row.int64(4)
      body(place)
    }
  }
}
