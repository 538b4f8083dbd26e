/// How much an app holds now.
public struct AppCounts: Equatable, Sendable {
  /// UID records.
  public var uids = 0
  /// Registrations; a push type may be left out where there are none.
  public var tokens: [PushType: Int] = [:]

  public init() {}

  public var tokenTotal: Int { tokens.values.reduce(0, +) }

  mutating func set(kind: Int, _ count: Int) {
    if let type = PushType(rawValue: kind) { tokens[type] = count } else { uids = count }
  }
}

extension ReadTransaction {
  /// Kept, not counted: a look at eight rows.
  public func counts(app: AppNumber) throws(DatabaseError) -> AppCounts {
    try connection.all("SELECT kind, count FROM app_count WHERE app = ?", .integer(app.value)) { ($0.int(0), $0.int(1)) }
      .reduce(into: AppCounts()) { $0.set(kind: $1.0, $1.1) }
  }

  /// Of all apps together.
  public func counts() throws(DatabaseError) -> AppCounts {
    try connection.all("SELECT c.kind, sum(c.count) FROM app a JOIN app_count c ON c.app = a.app WHERE a.removed_at IS NULL GROUP BY c.kind") { ($0.int(0), $0.int(1)) }
      .reduce(into: AppCounts()) { $0.set(kind: $1.0, $1.1) }
  }

  /// Of the first apps by appkey for which anything was stored.
  public func appCounts(limit: Int) throws(DatabaseError) -> [(appkey: String, counts: AppCounts)] {
    let apps = try connection.all("SELECT app, appkey FROM app WHERE removed_at IS NULL ORDER BY appkey LIMIT ?", .int(limit)) {
      (AppNumber($0.int64(0)), $0.text(1))
    }
    return try apps.map { app, appkey throws(DatabaseError) in (appkey, try counts(app: app)) }
  }

  public func appTotal() throws(DatabaseError) -> Int {
    try connection.first("SELECT count(*) FROM app WHERE removed_at IS NULL") { $0.int(0) } ?? 0
  }

  /// The registrations of an app now by the state of their agreement: from the sums, and from the rows that are not in them yet.
  public func agreementCounts(app: AppNumber) throws(DatabaseError) -> [Agreement.State: Int] {
    let cursor = try statisticsCursor()
    let summed = try gauges(before: StatisticsSpan.ending, app: app)
    var counts: [Agreement.State: Int] = [:]
    // The number of a state's value is its own.
    for state in Agreement.State.allCases { counts[state] = summed[GaugeValue(number: state.rawValue, text: state.name)] }
    let rest = try connection.all(
      "SELECT agreement, sum(delta) FROM registration_log WHERE number > ? AND app = ? GROUP BY agreement", .integer(cursor.registrations),
      .integer(app.value)
    ) { (Agreement.State(rawValue: $0.int(0))!, $0.int(1)) }
    for (state, delta) in rest { counts[state, default: 0] += delta }
    return counts
  }

  /// Messages of an app, and those of them that are not done.
  public func messageCounts(app: AppNumber) throws(DatabaseError) -> (all: Int, pending: Int) {
    let all = try connection.first("SELECT count(*) FROM message WHERE app = ?", .integer(app.value)) { $0.int(0) } ?? 0
    let pending = try connection.first("SELECT count(*) FROM message WHERE completed_at IS NULL AND app = ?", .integer(app.value)) { $0.int(0) } ?? 0
    return (all, pending)
  }

  /// Messages of all apps that are not done.
  public func pendingMessages() throws(DatabaseError) -> Int {
    try connection.first("SELECT count(*) FROM message WHERE completed_at IS NULL") { $0.int(0) } ?? 0
  }

  /// Reservations of an app, and those of them that will still send.
  public func reservationCounts(app: AppNumber) throws(DatabaseError) -> (all: Int, reserved: Int) {
    try connection.first("SELECT count(*), coalesce(sum(status = 1), 0) FROM reservation WHERE app = ?", .integer(app.value)) {
      ($0.int(0), $0.int(1))
    } ?? (0, 0)
  }

  /// When the next reservation of an app sends.
  public func nextDelivery(app: AppNumber) throws(DatabaseError) -> Timestamp? {
    try connection.first(
      """
      SELECT s.deliver_at FROM schedule s CROSS JOIN reservation r ON r.reservation = s.reservation
      WHERE s.status = 1 AND r.app = ? ORDER BY s.deliver_at LIMIT 1
      """, .integer(app.value)) { $0.moment(0) }
  }

  /// When a reservation sends next, and how many of its schedules have each status.
  public func outlook(of reservation: ReservationNumber) throws(DatabaseError) -> (next: Timestamp?, counts: [ScheduleStatus: Int]) {
    let rows = try connection.all(
      "SELECT status, count(*), min(deliver_at) FROM schedule WHERE reservation = ? GROUP BY status", .integer(reservation.value)
    ) { (ScheduleStatus(rawValue: $0.int(0))!, $0.int(1), $0.moment(2)) }
    return (rows.first { $0.0 == .ready }?.2, Dictionary(uniqueKeysWithValues: rows.map { ($0.0, $0.1) }))
  }
}
