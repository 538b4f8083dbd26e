import PushStore

/// Takes a checked reservation: what POST and PUT /reservations and the console's way share.
enum ReservationAcceptance {
  /// What is stored of it, in the transaction that stores it: its schedules depend on the tokens of that moment.
  ///
  /// - Throws: 40001 when its times are past for every token, 40402 after all fields (F12).
  static func newReservation(
    _ body: ReservationBody, version: APIVersion, settings: AppSettings, app: AppNumber, now: Timestamp, _ store: ReadTransaction
  ) throws -> NewReservation {
    let zones = body.isLocal ? Set(try store.timezones(app: app)) : []
    return try newReservation(body, version: version, settings: settings, zones: zones, now: now)
  }

  /// As above.
  ///
  /// - Parameter zones: of the app's tokens; of no account where the reservation is not in local time.
  static func newReservation(
    _ body: ReservationBody, version: APIVersion, settings: AppSettings, zones: Set<String>, now: Timestamp
  ) throws(APIError) -> NewReservation {
    let schedules = body.isLocal ? ReservationSchedules.local(body.times, zones: zones, now: now) : ReservationSchedules.fixed(body.times)
    if schedules.isEmpty {
      throw APIError(
        .invalidParameter, "schedules", DateText.localMinute(body.times[0]),
        hint: "isLocalTime is true, and in the time zone of every token of the app all of schedules is past already")
    }
    try MessageAcceptance.checkCertificates(body.message, settings, version)
    return NewReservation(
      version: version.name, body: JSON.object(body.message.asJSON).compactText, isLocal: body.isLocal, times: body.times, schedules: schedules,
      zones: zones)
  }
}
