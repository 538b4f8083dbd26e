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
      let batch = try await store.write { store in try fire(dueBy: moment, now: now, store) }
      fired += batch
      if batch.count < Self.batchSize { return fired }
    }
  }

  /// A message and its schedule's status are one transaction, so that a crash neither loses nor repeats one.
  private func fire(dueBy moment: Timestamp, now: Timestamp, _ store: WriteTransaction) throws -> [FiredItem] {
    var sources: [ReservationNumber: Source] = [:]
    return try store.reading.dueSchedules(by: moment, limit: Self.batchSize).map { due in
      let schedule = due.schedule
      let source = try sources[schedule.reservation] ?? Source(due, settings.settings(appkey: due.appkey), store.reading)
      sources[schedule.reservation] = source
      let number = try store.insert(source.message(for: schedule), app: due.app, now: now)
      try store.begin(schedule.number, with: number)
      return FiredItem(
        kind: .reservation(
          reservationId: schedule.reservation.reservationId, scheduleId: schedule.number.scheduleId, timezoneOffset: schedule.offsetMinutes),
        appkey: due.appkey, due: schedule.deliverAt, message: number)
    }
  }

  /// A reservation, with what all its messages of one moment share.
  private struct Source {
    private let reservation: Reservation
    private let messageType: MessageType
    /// The app's of now, not those of the reservation's acceptance.
    private let settings: String
    private let duplicateKey: [UInt8]?
    private let ttlMinutes: Int

    init(_ due: DueSchedule, _ settings: AppSettings, _ store: ReadTransaction) throws {
      guard let reservation = try store.reservation(due.schedule.reservation, app: due.app) else {
        throw UnreadableReservation(number: due.schedule.reservation)
      }
      self.reservation = reservation
      self.settings = DeliverySettings.stored(settings)
      // The message of a body that cannot be read is made too: the engine gives it up, and what else is due goes on.
      let body = try? JSONParser.parse(reservation.body.utf8).objectValue.flatMap(MessageBody.init(stored:))
      messageType = body?.messageType ?? .notification
      duplicateKey = body?.duplicateKey(settings)
      ttlMinutes = body?.timeToLiveMinute ?? TimeToLive.standard
    }

    /// Its time to live begins at the schedule's instant (R68): what was overdue for too long expires by itself.
    func message(for schedule: Schedule) -> NewMessage {
      NewMessage(
        origin: reservation.origin, version: reservation.version, messageType: messageType, body: reservation.body, settings: settings,
        duplicateKey: duplicateKey, ttlFrom: schedule.deliverAt, ttlMinutes: ttlMinutes, schedule: schedule.number)
    }
  }
}
