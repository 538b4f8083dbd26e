import PushStore

/// Reserving as the console does: newest version, and a time to live of 0 lasts for ever (R49).
enum ReservationSendRoutes {
  static func reserve(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, settings) = try context.app()
    let object = try context.body(known: ReservationBody.keys)
    let now = context.server.clock.now
    let number: ReservationNumber
    do {
      let body = try ReservationBody(object, .console(provisionedResourceIds: settings.provisionedResourceIds), now: now)
      number = try await context.server.store.write { store in
        let app = try store.ensureApp(appkey, now: now)
        let new = try ReservationAcceptance.newReservation(
          body, version: .v24, settings: settings, app: app, now: now, store.reading)
        return try store.insert(new, origin: .reservationByConsole, app: app, now: now)
      }
    } catch let error as APIError {
      return context.refused(error, by: "POST /reservations refuses this body")
    }
    await context.server.signal.dueChanged()
    return context.json { writer in
      writer.key("reservationId")
      writer.int64(number.reservationId)
      writer.member("reservationIdString", String(number.reservationId))
    }
  }
}
