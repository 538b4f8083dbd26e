import PushStore

/// What became of reservations (contract 23.3–23.5).
extension ReservationRoutes {
  static func list(_ context: VendorContext) async throws(APIError) -> Response {
    let paging = try Paging.zeroBased(context.query)
    // No default bounds and no limit on age (contract 2.4).
    let created = try DateBounds(context.query)
    let isByDelivery = context.version >= .v24
    let delivery = isByDelivery ? try DateBounds(context.query, ("deliveryFrom", "deliveryTo")) : nil
    let filter = ReservationFilter(
      status: try status(context), createdFrom: created.from, createdTo: created.to, deliveryFrom: delivery?.from, deliveryTo: delivery?.to)
    let object = ReservationObject(version: context.version, now: context.now)
    let (objects, total) = try await context.readAside { store, app in
      let found = try store.reservations(filter, offset: paging.offset, limit: paging.limit, app: app)
      var writer = JSONWriter()
      writer.beginArray()
      for reservation in found.page { try object.write(reservation, store.schedules(of: reservation.number), to: &writer) }
      writer.endArray()
      return (writer.bytes, found.total)
    } ?? (Array("[]".utf8), 0)
    return context.success { writer in
      writer.key("reservations")
      writer.written(objects)
      writer.member("totalCount", total)
    }
  }

  /// The documented `COMPLETE`, and what responses call it (R79).
  private static func status(_ context: VendorContext) throws(APIError) -> ReservationStatus? {
    switch try context.query.choice("reservationStatus", of: ["RESERVED", "COMPLETE", "COMPLETED", "CANCEL"]) {
    case "RESERVED": .reserved
    case "COMPLETE", "COMPLETED": .completed
    case "CANCEL": .cancel
    default: nil
    }
  }

  static func get(_ context: VendorContext) async throws(APIError) -> Response {
    let object = ReservationObject(version: context.version, now: context.now)
    let bytes = try await context.lookAside { store, app in
      let reservation = try known(context, app, store)
      var writer = JSONWriter()
      try object.write(reservation, store.schedules(of: reservation.number), to: &writer)
      return writer.bytes
    }
    return context.success { writer in
      writer.key("reservation")
      writer.written(bytes)
    }
  }

  /// Whoever made the reservation: unlike GET /messages (contract 18).
  static func messages(_ context: VendorContext) async throws(APIError) -> Response {
    let version = context.version
    let (objects, total) = try await context.lookAside { store, app in
      let reservation = try known(context, app, store)
      let paging = try Paging.zeroBased(context.query)
      let found = try store.messages(of: reservation.number, offset: paging.offset, limit: paging.limit)
      var writer = JSONWriter()
      writer.beginArray()
      for message in found.page { try MessageObject(version: version).write(message, to: &writer) }
      writer.endArray()
      return (writer.bytes, found.total)
    }
    return context.success { writer in
      writer.key("messages")
      writer.written(objects)
      writer.member("totalCount", total)
    }
  }
}
