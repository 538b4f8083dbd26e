import PushStore

/// Reservations (contract 23).
enum ReservationRoutes {
  static func create(_ context: VendorContext) async throws(APIError) -> Response {
    let body = try ReservationBody(try context.body(), rules(context), now: context.now)
    let (version, settings, now) = (context.version, context.settings, context.now)
    let number = try await context.write { store, app in
      let new = try ReservationAcceptance.newReservation(body, version: version, settings: settings, app: app, now: now, store.reading)
      return try store.insert(new, origin: .reservationByAPI, app: app, now: now)
    }
    await context.signal.dueChanged()
    return context.success { writer in
      writer.key("reservation")
      writer.beginObject()
      writer.member("reservationId", Int(number.reservationId))
      writer.member("reservationIdString", String(number.reservationId))
      writer.endObject()
    }
  }

  /// 40401, then 40009, then the fields (F5).
  static func replace(_ context: VendorContext) async throws(APIError) -> Response {
    let object = try context.body()
    let (version, settings, now) = (context.version, context.settings, context.now)
    try await context.change { store, app in
      let reservation = try known(context, app, store.reading)
      try checkOpen(reservation, "reservationId")
      let body = try ReservationBody(object, rules(context), now: now)
      let new = try ReservationAcceptance.newReservation(
        body, version: version, settings: settings, app: reservation.app, now: now, store.reading)
      try store.replace(reservation, with: new, now: now)
    }
    await context.signal.dueChanged()
    return context.success()
  }

  /// All of them or none (R80).
  static func delete(_ context: VendorContext) async throws(APIError) -> Response {
    let name = "reservationIds"
    let texts = context.query.list(name)
    if texts.isEmpty {
      throw APIError(.empty, name, context.query.has(name) ? "" : "null", hint: "the query parameter \(name) is required: a comma list of numbers")
    }
    return try await delete(context, name, texts)
  }

  /// The one that the path names, for our own route.
  static func deleteOne(_ context: VendorContext) async throws(APIError) -> Response {
    try await delete(context, "reservationId", [context.parameters["reservationId"]])
  }

  private static func delete(_ context: VendorContext, _ name: String, _ texts: [String]) async throws(APIError) -> Response {
    var numbers: [(number: ReservationNumber?, text: String)] = []
    for text in texts {
      guard let id = QueryItems.integer(text) else {
        throw APIError(.invalidFormat, name, text, hint: "\(name) must be a comma list of whole numbers, as POST /reservations answered them")
      }
      numbers.append((ReservationNumber(reservationId: Int64(id)), text))
    }
    let (named, now) = (numbers, context.now)
    try await context.change { store, app in
      var reservations: [Reservation] = []
      for (number, text) in named {
        guard let app, let number, let reservation = try store.reading.reservation(number, app: app) else { throw unknown(context, name, text) }
        reservations.append(reservation)
      }
      for reservation in reservations { try checkOpen(reservation, name) }
      for number in Set(reservations.map(\.number)) { try store.cancel(number, now: now) }
    }
    await context.signal.dueChanged()
    return context.success()
  }

  private static func rules(_ context: VendorContext) -> MessageRules {
    let ids = context.settings.provisionedResourceIds
    return context.isConsole ? .console(provisionedResourceIds: ids) : MessageRules(version: context.version, provisionedResourceIds: ids)
  }

  /// The reservation that the path names.
  ///
  /// - Throws: 40401; 40002 for what is no number. ruling: as of a `messageId` (contract 18.2).
  static func known(_ context: VendorContext, _ app: AppNumber?, _ store: ReadTransaction) throws -> Reservation {
    let text = context.parameters["reservationId"]
    guard let id = QueryItems.integer(text) else {
      throw APIError(.invalidFormat, "reservationId", text, hint: "reservationId must be a whole number, as POST /reservations answered it")
    }
    guard let app, let number = ReservationNumber(reservationId: Int64(id)), let found = try store.reservation(number, app: app) else {
      throw unknown(context, "reservationId", text)
    }
    return found
  }

  private static func unknown(_ context: VendorContext, _ name: String, _ text: String) -> APIError {
    APIError(
      .notFound, name, text,
      hint: "app \(context.appkey) has no such reservation; GET /reservations lists them, and one that is deleted before it sent anything is gone")
  }

  private static func checkOpen(_ reservation: Reservation, _ name: String) throws(APIError) {
    guard reservation.status != .reserved else { return }
    throw APIError(
      .alreadyCompleted, name, String(reservation.number.reservationId),
      hint: "the reservation is \(reservation.status.name); only one that is RESERVED can be replaced or deleted")
  }
}
