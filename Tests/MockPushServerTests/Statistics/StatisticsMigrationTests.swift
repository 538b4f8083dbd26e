import Testing

@testable import PushStore

/// What a database held before statistics were kept is counted as well.
@Suite struct StatisticsMigrationTests {
  @Test func whatWasStoredBeforeIsCounted() throws {
    let folder = StoreFolder()
    do {
      let old = try Connection(path: folder.database, readOnly: false)
      try old.execute("PRAGMA journal_mode = WAL; \(migration001Clients.sql) \(migration002Messages.sql)")
      try old.execute("PRAGMA application_id = \(DatabaseFile.applicationId); PRAGMA user_version = 2")
      try old.execute(
        """
        INSERT INTO app VALUES (1, 'APP', 0, NULL), (2, 'OTHER', 0, NULL);
        INSERT INTO uid VALUES (1, 1, 'u', 0);
        INSERT INTO device_token VALUES (1, 1, 2, 'a'), (2, 1, 6, 'b'), (3, 1, 6, 'c'), (4, 1, 2, 'd');
        INSERT INTO registration_log VALUES (1, 1, 60000, 1, 1, 3, 'UTC', 'KR', 'ko'),
          (2, 2, 60000, 1, 1, 3, 'UTC', 'KR', 'ko'), (3, 1, 60001, 2, -1, 3, 'UTC', 'KR', 'ko');
        INSERT INTO message (message, app, origin, version, message_type, body, settings, created_at, ttl_from, ttl_minutes,
          last_registration, status)
        VALUES (1, 1, 1, 'v2.4', 1, '{"statsId":"S"}', '{}', 60000, 60000, 10, 0, 3),
          (2, 1, 1, 'v2.4', 1, '{"target":{}}', '{}', 120000, 60000, 10, 0, 3);
        INSERT INTO delivery (message, token, uid, reason, rendering, at, logged)
        VALUES (1, 1, 1, 0, 0, 5, 1), (1, 2, 1, 1, 0, 5, 1), (1, 3, 1, 26, 0, 5, 1), (1, 4, 1, 13, NULL, 5, 0),
          (2, 1, 1, 40, 0, 7, 1), (2, 2, 1, 0, 0, 7, 1);
        INSERT INTO receipt (app, message_id, event, identity, event_at, received_at, data)
        VALUES (1, 3500000000000001, 1, 'd1', 70000, 70000, '{"pushType":"APNS"}'), (1, 3500000000000001, 2, 'd1', 70000, 70000, '{}'),
          (1, 77, 1, 'd2', 70000, 70000, '{"pushType":"APNS"}'), (2, 3500000000000001, 1, 'd3', 70000, 70000, '{"pushType":"FCM"}');
        """)
    }
    let file = try DatabaseFile(path: folder.database)
    defer { file.close() }
    let writer = try Writer(file)
    let batch = try #require(try writer.read { try StatisticsBatch($0) })
    #expect(batch.isLast)
    try writer.perform { try batch.write(to: $0) }
    try writer.commit()
    try writer.read { store in
      #expect(try StatisticsBatch(store) == nil)
      let span = StatisticsSpan(start: Timestamp(milliseconds: 0), end: Timestamp(milliseconds: 1_000_000))
      let app = try #require(try store.appNumber("APP"))
      let totals = try store.eventTotals(EventFilter(), in: span, app: app)
      #expect(totals.mapValues(\.counts)
        == [.apns: EventCounts(sent: 1, received: 1), .fcm: EventCounts(sent: 2, failed: 1), nil: EventCounts(opened: 1)])
      #expect(totals[.fcm]?.failures == [.providerError: 1])
      #expect(try store.eventTotals(EventFilter(statsIds: ["S"]), in: span, app: app).mapValues(\.counts)
        == [.apns: EventCounts(sent: 1, received: 1), .fcm: EventCounts(sent: 1, failed: 1), nil: EventCounts(opened: 1)])
      #expect(try store.events(EventFilter(message: MessageNumber(2)), in: span, by: .minute, app: app).values.map(\.sent) == [1])
      #expect(try store.registrations(in: span, by: .day, app: app).values.map(\.deleted) == [1])
      let other = try #require(try store.appNumber("OTHER"))
      #expect(try store.eventTotals(EventFilter(), in: span, app: other).isEmpty, "its receipt names another app's message")
      #expect(try store.timezones(app: other) == ["UTC"] && store.timezones(app: app) == [])
    }
  }
}
