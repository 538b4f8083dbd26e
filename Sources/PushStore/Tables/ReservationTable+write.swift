extension WriteTransaction {
  /// Stores a reservation as RESERVED, its schedules as READY.
  ///
  /// - Parameter origin: of the messages it will make.
  public func insert(_ new: NewReservation, origin: MessageOrigin, app: AppNumber, now: Timestamp) throws(DatabaseError) -> ReservationNumber {
    try keepZones(of: new, app: app)
    try connection.run(
      """
      INSERT INTO reservation (app, origin, version, body, is_local, times, created_at, updated_at, status)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, 1)
      """, .integer(app.value), .int(origin.rawValue), .text(new.version), .text(new.body), .bool(new.isLocal), .text(new.timesText), .moment(now))
    let number = ReservationNumber(connection.lastInsertedNumber)
    try insert(new.schedules, of: number)
    return number
  }

  /// Replaces all of a reservation but the schedules that have made their messages (contract 23.6).
  public func replace(_ reservation: Reservation, with new: NewReservation, now: Timestamp) throws(DatabaseError) {
    try keepZones(of: new, app: reservation.app)
    try connection.run("DELETE FROM schedule WHERE reservation = ? AND status = 1", .integer(reservation.number.value))
    try connection.run(
      "UPDATE reservation SET version = ?, body = ?, is_local = ?, times = ?, updated_at = ? WHERE reservation = ?", .text(new.version),
      .text(new.body), .bool(new.isLocal), .text(new.timesText), .moment(now), .integer(reservation.number.value))
    try insert(new.schedules, of: reservation.number)
  }

  /// Contract 23.7: one that has sent nothing is removed; else it is kept as CANCEL, its open schedules as CANCELED.
  public func cancel(_ reservation: ReservationNumber, now: Timestamp) throws(DatabaseError) {
    guard try reading.hasSent(reservation) else {
      try connection.run("DELETE FROM schedule WHERE reservation = ?", .integer(reservation.value))
      try connection.run("DELETE FROM reservation WHERE reservation = ?", .integer(reservation.value))
      return
    }
    try connection.run("UPDATE schedule SET status = 4 WHERE reservation = ? AND status = 1", .integer(reservation.value))
    try connection.run("UPDATE reservation SET status = 3, completed_at = ? WHERE reservation = ?", .moment(now), .integer(reservation.value))
  }
}

extension NewReservation {
  /// As stored: minutes of a clock in UTC.
  fileprivate var timesText: String {
    isLocal ? times.map { String($0.timestamp(offsetSeconds: 0).milliseconds / 60_000) }.joined(separator: " ") : ""
  }
}
