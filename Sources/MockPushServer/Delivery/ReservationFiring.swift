import PushStore

/// Turns schedules that fall due into messages (contract 23.2).
struct ReservationFiring: DueSource {
  /// Schedules per transaction.
  private static let batchSize = 500

  let store: any StoreAccess
  let settings: any SettingsSource

  func nextDue() async throws -> Timestamp? { try await store.read { try $0.nextScheduleDue() } }

  func fire(dueBy moment: Timestamp, now: Timestamp) async throws -> [FiredItem] {
    var fired: [FiredItem] = []
    while true {
      let (batch, isLast) = try await store.write { store in try fire(dueBy: moment, now: now, store) }
      fired += batch
      if isLast { return fired }
    }
  }

  /// A message and its schedule's status are one transaction, so that a crash neither loses nor repeats one.
  private func fire(dueBy moment: Timestamp, now: Timestamp, _ store: WriteTransaction) throws -> (fired: [FiredItem], isLast: Bool) {
    var messages: [ReservationNumber: NewMessage] = [:]
    let due = try store.reading.dueSchedules(by: moment, limit: Self.batchSize)
    let fired = try due.compactMap { due -> FiredItem? in
      let schedule = due.schedule
      if due.isOfRemovedApp {
        try store.remove(schedule.number)
        return nil
      }
      var message = try messages[schedule.reservation] ?? message(of: schedule.reservation, due, now: now, store.reading)
      messages[schedule.reservation] = message
      message.schedule = schedule.number
      // What was overdue for too long expires by itself (R68).
      message.ttlFrom = schedule.deliverAt
      let number = try store.insert(message, app: due.app, now: now)
      try store.begin(schedule.number, with: number)
      return FiredItem(
        kind: .reservation(
          reservationId: schedule.reservation.reservationId, scheduleId: schedule.number.scheduleId, timezoneOffset: schedule.offsetMinutes),
        appkey: due.appkey, due: schedule.deliverAt, message: number)
    }
    return (fired, due.count < Self.batchSize)
  }

  /// What all messages of a reservation share at one moment. The settings are the app's of now, not those of the reservation's acceptance.
  private func message(of number: ReservationNumber, _ due: DueSchedule, now: Timestamp, _ store: ReadTransaction) throws -> NewMessage {
    guard let reservation = try store.reservation(number, app: due.app) else { throw UnreadableReservation(number: number) }
    let settings = settings.settings(appkey: due.appkey)
    if let body = try? JSONParser.parse(reservation.body.utf8).objectValue.flatMap(MessageBody.init(stored:)) {
      return MessageAcceptance.newMessage(body, origin: reservation.origin, version: reservation.version, settings: settings, now: now)
    }
    // The message of a body that cannot be read is made too: the engine gives it up, and what else is due goes on.
    return NewMessage(
      origin: reservation.origin, version: reservation.version, messageType: .notification, body: reservation.body,
      settings: DeliverySettings.stored(settings), duplicateKey: nil, ttlFrom: now, ttlMinutes: TimeToLive.standard)
  }
}
