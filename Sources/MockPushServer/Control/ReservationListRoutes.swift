import PushStore

/// Reservations of an app, newest first, with when each sends next.
enum ReservationListRoutes {
  static func list(_ context: ControlContext) async throws -> Response {
    try context.expectQuery(["pageIndex", "pageSize", "status"])
    let (appkey, _) = try context.app()
    let index = try context.int("pageIndex", default: 0, in: 0...1_000_000)
    let size = try context.int("pageSize", default: 25, in: 1...100)
    let status = try context.choice("status", of: ReservationStatus.allCases, named: \.name)
    let object = ReservationObject(version: .v24, now: context.server.clock.now)
    return try await context.aside(appkey) { store, app, writer in
      let found = try app.map { try store.reservations(ReservationFilter(status: status), offset: index * size, limit: size, app: $0) }
      writer.key("reservations")
      writer.beginArray()
      for reservation in found?.page ?? [] {
        // Thousands of schedules, where a reservation is in local time: a list tells how many.
        let outlook = try store.outlook(of: reservation.number)
        try object.write(reservation, nil, to: &writer) { writer in
          writer.member("origin", reservation.origin.name)
          if let next = outlook.next { writer.member("nextDeliveryDateTime", next) }
          writer.key("scheduleCounts")
          writer.beginObject()
          for status in ScheduleStatus.allCases {
            writer.key(status.name)
            writer.int(outlook.counts[status] ?? 0)
          }
          writer.endObject()
        }
      }
      writer.endArray()
      writer.member("totalCount", found?.total ?? 0)
    }
  }
}
