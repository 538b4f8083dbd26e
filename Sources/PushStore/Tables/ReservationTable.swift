/// Which reservations are wanted (contract 23.3). Nil is any; both ends of a stretch of time are included.
public struct ReservationFilter: Sendable {
  public var status: ReservationStatus?
  public var createdFrom: Timestamp?
  public var createdTo: Timestamp?
  /// At least one schedule lies between these two.
  public var deliveryFrom: Timestamp?
  public var deliveryTo: Timestamp?

  public init(
    status: ReservationStatus? = nil, createdFrom: Timestamp? = nil, createdTo: Timestamp? = nil, deliveryFrom: Timestamp? = nil,
    deliveryTo: Timestamp? = nil
  ) {
    self.status = status
    self.createdFrom = createdFrom
    self.createdTo = createdTo
    self.deliveryFrom = deliveryFrom
    self.deliveryTo = deliveryTo
  }
}

extension ReadTransaction {
  public func reservation(_ number: ReservationNumber, app: AppNumber) throws(DatabaseError) -> Reservation? {
    try connection.first(
      """
      SELECT reservation, app, origin, version, body, is_local, created_at, updated_at, completed_at, status
      FROM reservation WHERE reservation = ? AND app = ?
      """, .integer(number.value), .integer(app.value), map: Reservation.init)
  }

  /// Reservations of an app, newest first, and how many match in all.
  public func reservations(
    _ filter: ReservationFilter, offset: Int, limit: Int, app: AppNumber
  ) throws(DatabaseError) -> (page: [Reservation], total: Int) {
    let (from, to) = (filter.createdFrom?.milliseconds ?? .min, filter.createdTo?.milliseconds ?? .max)
    let (first, last) = (filter.deliveryFrom?.milliseconds ?? .min, filter.deliveryTo?.milliseconds ?? .max)
    let isByDelivery = filter.deliveryFrom != nil || filter.deliveryTo != nil
    let status: SQLValue = filter.status.map { .int($0.rawValue) } ?? .null
    let page = try connection.all(
      """
      SELECT reservation, app, origin, version, body, is_local, created_at, updated_at, completed_at, status
      FROM reservation r WHERE app = ?1 AND created_at BETWEEN ?2 AND ?3 AND (?4 IS NULL OR status = ?4)
        AND (NOT ?5 OR EXISTS (SELECT 1 FROM schedule s WHERE s.reservation = r.reservation AND s.deliver_at BETWEEN ?6 AND ?7))
      ORDER BY created_at DESC, reservation DESC LIMIT ?8 OFFSET ?9
      """, .integer(app.value), .integer(from), .integer(to), status, .bool(isByDelivery), .integer(first), .integer(last), .int(limit),
      .int(offset), map: Reservation.init)
    let total = try connection.first(
      """
      SELECT count(*) FROM reservation r WHERE app = ?1 AND created_at BETWEEN ?2 AND ?3 AND (?4 IS NULL OR status = ?4)
        AND (NOT ?5 OR EXISTS (SELECT 1 FROM schedule s WHERE s.reservation = r.reservation AND s.deliver_at BETWEEN ?6 AND ?7))
      """, .integer(app.value), .integer(from), .integer(to), status, .bool(isByDelivery), .integer(first), .integer(last)
    ) { $0.int(0) }
    return (page, total ?? 0)
  }

  /// The messages that a reservation made, newest first, and how many there are.
  public func messages(
    of reservation: ReservationNumber, offset: Int, limit: Int
  ) throws(DatabaseError) -> (page: [Message], total: Int) {
    let page = try connection.all(
      """
      SELECT m.message, m.app, m.origin, m.version, m.message_type, m.body, m.settings, m.created_at, m.ttl_from, m.ttl_minutes,
        m.last_registration, m.status, m.is_night, m.final_status, m.target_count, m.sent_count, m.cursor, m.completed_at, m.schedule
      FROM schedule s CROSS JOIN message m ON m.message = s.message
      WHERE s.reservation = ? ORDER BY m.message DESC LIMIT ? OFFSET ?
      """, .integer(reservation.value), .int(limit), .int(offset), map: Message.init)
    let total = try connection.first(
      "SELECT count(message) FROM schedule WHERE reservation = ?", .integer(reservation.value)) { $0.int(0) }
    return (page, total ?? 0)
  }

  /// Whether a reservation has made a message.
  public func hasSent(_ reservation: ReservationNumber) throws(DatabaseError) -> Bool {
    // Schedules fall due in this order, so the first one tells mostly.
    try connection.first(
      "SELECT 1 FROM schedule WHERE reservation = ? AND message IS NOT NULL ORDER BY deliver_at LIMIT 1", .integer(reservation.value)
    ) { _ in true } ?? false
  }
}

extension Reservation {
  init(_ row: Row) {
    self.init(
      number: ReservationNumber(row.int64(0)), app: AppNumber(row.int64(1)), origin: MessageOrigin(rawValue: row.int(2))!, version: row.text(3),
      body: row.text(4), isLocal: row.bool(5), createdAt: row.moment(6), updatedAt: row.moment(7), completedAt: row.optionalMoment(8),
      status: ReservationStatus(rawValue: row.int(9))!)
  }
}
