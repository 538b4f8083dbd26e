import Testing

@testable import PushStore

/// What the writing connection keeps of local-time reservations, and the way to the schema that has them.
@Suite struct ReservationStoreTests {
  private static let moment = Timestamp(milliseconds: 1_772_409_600_000)
  private struct Refused: Error {}

  private static func withWriter(_ body: (Writer) throws -> Void) throws {
    let file = try DatabaseFile(path: ":memory:")
    defer { file.close() }
    try body(try Writer(file))
  }

  private static func reservation(_ zones: Set<String>, isLocal: Bool = true) -> NewReservation {
    NewReservation(
      version: "v2.4", body: "{}", isLocal: isLocal, times: [CivilTime(year: 2026, month: 3, day: 3, hour: 9)],
      schedules: [NewSchedule(deliverAt: moment.advanced(byMilliseconds: 86_400_000), offsetMinutes: 540, isLocal: isLocal)], zones: zones)
  }

  @discardableResult
  private static func insert(_ zones: Set<String>, isLocal: Bool = true, _ store: WriteTransaction) throws -> ReservationNumber {
    try store.insert(reservation(zones, isLocal: isLocal), origin: .reservationByAPI, app: app(store), now: moment)
  }

  private static func app(_ store: WriteTransaction) throws -> AppNumber { try store.ensureApp("APP", now: moment) }

  /// Which of the zones a to d need no look.
  private static func expanded(_ store: WriteTransaction) throws -> String {
    try ["a", "b", "c", "d"].filter { try store.isExpanded(zone: $0, app: app(store)) }.joined()
  }

  @Test func aZoneIsLookedAtOnceForAllOpenReservations() throws {
    try Self.withWriter { writer in
      try writer.perform { store in
        #expect(try Self.expanded(store) == "abcd", "nothing in local time is open")
        try Self.insert([], isLocal: false, store)
        #expect(try Self.expanded(store) == "abcd")
        let first = try Self.insert(["a", "b"], store)
        #expect(try Self.expanded(store) == "ab")
        let open = try store.localReservations(expanding: "c", app: Self.app(store))
        #expect(open.map(\.number) == [first] && open.map(\.times) == [[CivilTime(year: 2026, month: 3, day: 3, hour: 9)]])
        #expect(try Self.expanded(store) == "abc")
        let second = try Self.insert(["b", "c", "d"], store)
        #expect(try Self.expanded(store) == "bc", "a has nothing of the second, d nothing of the first")
        try store.cancel(first, now: Self.moment)
        try store.cancel(second, now: Self.moment)
        #expect(try store.localReservations(expanding: "d", app: Self.app(store)).isEmpty)
        #expect(try Self.expanded(store) == "abcd")
      }
      try writer.commit()
    }
  }

  @Test func whatIsRolledBackIsForgotten() throws {
    try Self.withWriter { writer in
      try writer.perform { store in _ = try Self.insert([], store) }
      #expect(throws: Refused.self) {
        try writer.perform { store in
          _ = try store.localReservations(expanding: "a", app: Self.app(store))
          throw Refused()
        }
      }
      #expect(try writer.perform(Self.expanded) == "", "what was added for it is gone")
      #expect(throws: Refused.self) {
        try writer.perform { store in
          try store.connection.execute("UPDATE reservation SET status = 3")
          _ = try store.localReservations(expanding: "a", app: Self.app(store))
          throw Refused()
        }
      }
      #expect(try writer.perform(Self.expanded) == "")
      try writer.commit()
    }
  }

  @Test func aRestartKnowsThatSomethingIsOpen() throws {
    let folder = StoreFolder()
    for round in 0..<2 {
      let file = try DatabaseFile(path: folder.database)
      defer { file.close() }
      let writer = try Writer(file)
      try writer.perform { store in
        if round == 0 { try Self.insert(["a"], store) } else { #expect(try Self.expanded(store) == "") }
      }
      try writer.commit()
    }
  }

  @Test func aDatabaseOfSchemaTwoIsBroughtUp() throws {
    let folder = StoreFolder()
    do {
      let old = try Connection(path: folder.database, readOnly: false)
      try old.execute("""
        \(migration001Clients.sql) \(migration002Messages.sql)
        PRAGMA application_id = \(DatabaseFile.applicationId); PRAGMA user_version = 2;
        INSERT INTO app (appkey, created_at) VALUES ('APP', 1);
        INSERT INTO message (app, origin, version, message_type, body, settings, created_at, ttl_from, ttl_minutes, last_registration, status)
        VALUES (1, 1, 'v2.4', 1, '{}', '{}', 5, 5, 10, 0, 1);
        """)
    }
    let file = try DatabaseFile(path: folder.database)
    defer { file.close() }
    let writer = try Writer(file)
    let message = try #require(try writer.read { try $0.nextPendingMessage() })
    #expect(message.schedule == nil && message.createdAt == Timestamp(milliseconds: 5))
    try writer.perform { store in
      try store.complete(message, as: .complete, now: Self.moment)
      let number = try Self.insert([], store)
      #expect(try store.reading.schedules(of: number).map(\.status) == [.ready])
    }
    try writer.commit()
  }
}

extension WriteTransaction {
  /// Makes a reservation's body unreadable, as an edit by hand may.
  func spoil(_ reservation: ReservationNumber) throws {
    try connection.run("UPDATE reservation SET body = '{' WHERE reservation = ?", .integer(reservation.value))
  }
}
