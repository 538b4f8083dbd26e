import PushStore

/// Schedules for offsets of tokens that are registered after an open local-time reservation was made (contract 23.2, F31).
enum LaterOffsets {
  /// Adds what a registration's zone needs, in the transaction of the registration.
  ///
  /// - Returns: whether anything was added.
  static func add(zone: String, app: AppNumber, now: Timestamp, _ store: WriteTransaction) throws(DatabaseError) -> Bool {
    if try store.isExpanded(zone: zone, app: app) { return false }
    var added = 0
    for reservation in try store.localReservations(expanding: zone, app: app) {
      added += try store.insert(ReservationSchedules.local(reservation.times, zones: [zone], now: now), of: reservation.number)
    }
    return added > 0
  }
}
