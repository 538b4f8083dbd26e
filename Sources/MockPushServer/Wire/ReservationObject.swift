import PushStore

/// The reservation object of contract 23.3, with its schedules (23.2).
struct ReservationObject {
  let version: APIVersion
  /// Shown as completion while there is none.
  let now: Timestamp

  /// - Parameters:
  ///   - schedules: nil leaves them out, as a list of our own does.
  ///   - more: writes members of our own.
  func write(
    _ reservation: Reservation, _ schedules: [Schedule]?, to writer: inout JSONWriter, more: (inout JSONWriter) throws -> Void = { _ in }
  ) throws {
    guard let object = try? JSONParser.parse(reservation.body.utf8).objectValue, let body = MessageBody(stored: object) else {
      throw UnreadableReservation(number: reservation.number)
    }
    writer.beginObject()
    ids(reservation.number, to: &writer)
    if let schedules {
      writer.key("schedules")
      writer.beginArray()
      for schedule in schedules { write(schedule, to: &writer) }
      writer.endArray()
    }
    writer.member("isLocalTime", reservation.isLocal)
    // Push types are among the defaults that are filled in.
    writer.member("target", .object(body.target.asJSON(version, fillsPushTypes: true)))
    writer.member("content", .object(body.content))
    writer.member("messageType", body.messageType.name)
    if let contact = body.contact { writer.member("contact", contact) }
    if let removeGuide = body.removeGuide { writer.member("removeGuide", removeGuide) }
    writer.member("timeToLiveMinute", body.timeToLiveMinute)
    if let id = body.provisionedResourceId { writer.member("provisionedResourceId", id) }
    writer.member("createdDateTime", reservation.createdAt)
    writer.member("updatedDateTime", reservation.updatedAt)
    writer.member("completedDateTime", reservation.completedAt ?? now)
    writer.member("reservationStatus", reservation.status.name)
    try more(&writer)
    writer.endObject()
  }

  private func write(_ schedule: Schedule, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("scheduleId", Int(schedule.number.scheduleId))
    writer.member("scheduleIdString", String(schedule.number.scheduleId))
    ids(schedule.reservation, to: &writer)
    writer.member("deliveryDateTime", schedule.deliverAt)
    writer.member("timezoneOffset", schedule.offsetMinutes)
    writer.member("scheduleStatus", schedule.status.name)
    writer.endObject()
  }

  private func ids(_ number: ReservationNumber, to writer: inout JSONWriter) {
    writer.member("reservationId", Int(number.reservationId))
    writer.member("reservationIdString", String(number.reservationId))
  }
}

/// A reservation whose stored body cannot be read: the database was edited by hand, or a program error.
struct UnreadableReservation: Error, CustomStringConvertible {
  let number: ReservationNumber
  var description: String { "the stored body of reservation \(number.reservationId) cannot be read" }
}
