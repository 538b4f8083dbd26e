/// A schedule that has fallen due.
public struct DueSchedule: Sendable {
  public var schedule: Schedule
  public var app: AppNumber
  public var appkey: String
  /// Its app was reset: it sends nothing.
  public var isOfRemovedApp: Bool
}

extension ReadTransaction {
  /// The schedules of a reservation, by delivery time.
  public func schedules(of reservation: ReservationNumber) throws(DatabaseError) -> [Schedule] {
    try connection.all(
      """
      SELECT schedule, reservation, deliver_at, offset_minutes, is_local, status
      FROM schedule WHERE reservation = ? ORDER BY deliver_at, offset_minutes
      """, .integer(reservation.value), map: Schedule.init)
  }

  public func schedule(_ number: ScheduleNumber) throws(DatabaseError) -> Schedule? {
    try connection.first(
      "SELECT schedule, reservation, deliver_at, offset_minutes, is_local, status FROM schedule WHERE schedule = ?", .integer(number.value),
      map: Schedule.init)
  }

  /// When the earliest schedule of all that are READY is due.
  public func nextScheduleDue() throws(DatabaseError) -> Timestamp? {
    try connection.first("SELECT deliver_at FROM schedule WHERE status = 1 ORDER BY deliver_at LIMIT 1") { $0.moment(0) }
  }

  /// READY schedules of all apps up to a moment, earliest first.
  public func dueSchedules(by moment: Timestamp, limit: Int) throws(DatabaseError) -> [DueSchedule] {
    try connection.all(
      """
      SELECT s.schedule, s.reservation, s.deliver_at, s.offset_minutes, s.is_local, s.status, a.app, a.appkey, a.removed_at IS NOT NULL
      FROM schedule s CROSS JOIN reservation r ON r.reservation = s.reservation CROSS JOIN app a ON a.app = r.app
      WHERE s.status = 1 AND s.deliver_at <= ? ORDER BY s.deliver_at, s.schedule LIMIT ?
      """, .moment(moment), .int(limit)
    ) { DueSchedule(schedule: Schedule($0), app: AppNumber($0.int64(6)), appkey: $0.text(7), isOfRemovedApp: $0.bool(8)) }
  }
}

extension WriteTransaction {
  /// Adds schedules as READY. One at the same moment and offset stays as it is.
  ///
  /// - Returns: how many were new.
  @discardableResult
  public func insert(_ schedules: [NewSchedule], of reservation: ReservationNumber) throws(DatabaseError) -> Int {
    let statement = try connection.statement(
      """
      INSERT INTO schedule (reservation, deliver_at, offset_minutes, is_local, status) VALUES (?, ?, ?, ?, 1) ON CONFLICT DO NOTHING
      """)
    var added = 0
    for schedule in schedules {
      try statement.bind(reservation.value, at: 1)
      try statement.bind(schedule.deliverAt.milliseconds, at: 2)
      try statement.bind(Int64(schedule.offsetMinutes), at: 3)
      try statement.bind(schedule.isLocal ? 1 : 0, at: 4)
      defer { statement.reset() }
      _ = try statement.step()
      added += connection.changes
    }
    return added
  }

  /// Forgets a schedule of a removed app.
  public func remove(_ schedule: ScheduleNumber) throws(DatabaseError) {
    try connection.run("DELETE FROM schedule WHERE schedule = ?", .integer(schedule.value))
  }

  /// A schedule has made its message.
  public func begin(_ schedule: ScheduleNumber, with message: MessageNumber) throws(DatabaseError) {
    try connection.run("UPDATE schedule SET status = 2, message = ? WHERE schedule = ?", .integer(message.value), .integer(schedule.value))
  }

  /// The message of a schedule is complete; with its last open schedule a reservation is.
  func finish(_ schedule: ScheduleNumber, now: Timestamp) throws(DatabaseError) {
    try connection.run("UPDATE schedule SET status = 3 WHERE schedule = ?", .integer(schedule.value))
    // Looked at from the latest one, which mostly is open until the end.
    try connection.run(
      """
      UPDATE reservation AS r SET status = 2, completed_at = ?2
      WHERE r.reservation = (SELECT reservation FROM schedule WHERE schedule = ?1) AND r.status = 1
        AND (SELECT 1 FROM schedule s WHERE s.reservation = r.reservation AND s.status < 3 ORDER BY s.deliver_at DESC LIMIT 1) IS NULL
      """, .integer(schedule.value), .moment(now))
  }
}

extension Schedule {
  init(_ row: Row) {
    self.init(
      number: ScheduleNumber(row.int64(0)), reservation: ReservationNumber(row.int64(1)), deliverAt: row.moment(2), offsetMinutes: row.int(3),
      isLocal: row.bool(4), status: ScheduleStatus(rawValue: row.int(5))!)
  }
}
