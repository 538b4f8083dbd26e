/// What the writing connection keeps of an app's local-time reservations, so that nearly every registration finds there is nothing to do.
enum LocalZones {
  /// No reservation in local time is open.
  case unused
  /// The zones in which every open one has all its schedules.
  case expanded(Set<String>)
}

/// An open reservation in local time.
public struct LocalReservation: Sendable {
  public var number: ReservationNumber
  /// As written.
  public var times: [CivilTime]
}

/// Offsets of tokens registered later (contract 23.2, F31).
extension WriteTransaction {
  /// Whether every open local-time reservation of the app has all schedules for tokens of a zone.
  public func isExpanded(zone: String, app: AppNumber) throws(DatabaseError) -> Bool {
    switch try localZones(app) {
    case .unused: true
    case .expanded(let zones): zones.contains(zone)
    }
  }

  /// The open local-time reservations of an app. After its look the caller adds what a zone needs to each, in this same transaction.
  ///
  /// - Parameter zone: counts as expanded from now on.
  public func localReservations(expanding zone: String, app: AppNumber) throws(DatabaseError) -> [LocalReservation] {
    let open = try connection.all(
      "SELECT reservation, times FROM reservation WHERE app = ? AND is_local = 1 AND status = 1", .integer(app.value)
    ) { LocalReservation(number: ReservationNumber($0.int64(0)), times: Self.times($0.text(1))) }
    if open.isEmpty {
      connection.localZones[app] = .unused
    } else if case .expanded(let zones) = try localZones(app) {
      connection.localZones[app] = .expanded(zones.union([zone]))
    }
    return open
  }

  /// A reservation comes that has schedules for its own zones only.
  func keepZones(of new: NewReservation, app: AppNumber) throws(DatabaseError) {
    guard new.isLocal else { return }
    switch try localZones(app) {
    case .unused: connection.localZones[app] = .expanded(new.zones)
    case .expanded(let zones): connection.localZones[app] = .expanded(zones.intersection(new.zones))
    }
  }

  private func localZones(_ app: AppNumber) throws(DatabaseError) -> LocalZones {
    if let known = connection.localZones[app] { return known }
    let isUsed = try connection.first(
      "SELECT 1 FROM reservation WHERE app = ? AND is_local = 1 AND status = 1 LIMIT 1", .integer(app.value)) { _ in true } ?? false
    let zones: LocalZones = isUsed ? .expanded([]) : .unused
    connection.localZones[app] = zones
    return zones
  }

  private static func times(_ text: String) -> [CivilTime] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { digits in
      CivilTime(Timestamp(milliseconds: (Int64(Substring(digits)) ?? 0) * 60_000), offsetSeconds: 0)
    }
  }
}
