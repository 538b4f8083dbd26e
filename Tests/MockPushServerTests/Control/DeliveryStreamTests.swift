import PushStore
import Testing

@testable import MockPushServer

/// GET /_mock/deliveries/stream.
@Suite struct DeliveryStreamTests {
  @Test func deliveriesComeAsTheReadingRoutesShowThem() async throws {
    try await withTestServer { server in
      await server.register(.device("t1"))
      await server.register(.device("t2", .fcm, uid: "u2"))
      await server.devices([["token": "t2", "answer": "TOKEN_REPLACED", "newToken": "t3"]])
      let (reader, start) = try await server.events("/deliveries/stream")
      #expect(start?.number == 0)
      let message = await server.deliver(Body.notification())
      let shown = await server.deliveries()
      #expect(shown.count == 2)
      for (index, delivery) in shown.enumerated() {
        let event = try await reader.next()
        #expect(event.name == "delivery" && event.number == index + 1)
        var expected: JSONObject = ["event": "delivery", "appkey": "APP", "messageId": try #require(message["messageId"])]
        for (key, value) in delivery.objectValue?.members ?? [] { expected[key] = value }
        #expect(event.data == .object(expected))
      }
    }
  }

  /// Three messages: to everybody, to u2, and of the app OTHER. Tokens of the deliveries that come.
  static let filters: [(String, [String])] = [
    ("", ["t1", "t2", "t2", "off", "t2", "t2", "t1"]), ("appkey=OTHER", ["t1"]), ("uid=u2", ["t2", "t2", "t2", "t2"]), ("token=t1", ["t1", "t1"]),
    ("token=t2&pushType=FCM", ["t2", "t2"]), ("pushType=FCM", ["t2", "t2"]), ("outcome=FILTERED", ["off"]), ("outcome=INVALID_TOKEN", []),
    ("messageId=FIRST", ["t1", "t2", "t2", "off"]), ("token=nothing", []), ("appkey=OTHER&token=t2", []), ("uid=u2&messageId=FIRST", ["t2", "t2"]),
  ]

  @Test func filtersNameWhatComes() async throws {
    try await withTestServer { server in
      let first = await Self.fill(server)
      for (query, expected) in Self.filters {
        let query = query.replacing("FIRST", with: first)
        let (reader, _) = try await server.events("/deliveries/stream?after=0&\(query)")
        let tokens = try await server.deliveries(from: reader).map { $0.data["token"]?.stringValue }
        #expect(tokens == expected, "\(query)")
      }
    }
  }

  /// Sends the three messages.
  ///
  /// - Returns: the first one's ID.
  private static func fill(_ server: TestServer) async -> String {
    await server.register(.device("t1"))
    await server.register(.device("t2", .apns, uid: "u2"))
    await server.register(.device("t2", .fcm, uid: "u2"))
    await server.register(.device("off", .apns, uid: "u3", (false, false, false)))
    await server.register(.device("t1"), app: "OTHER")
    let first = await server.deliver(Body.notification())
    await server.deliver(Body.notification(["type": "UID", "to": ["u2"]]))
    await server.call(.post, "/messages", json: Body.notification(), app: "OTHER").succeeds()
    await server.settle()
    return first["messageIdString"]?.stringValue ?? ""
  }

  @Test func aClientThatComesBackMissesNothing() async throws {
    try await withTestServer { server in
      _ = await Self.fill(server)
      let (reader, _) = try await server.events("/deliveries/stream?after=0")
      let all = try await server.deliveries(from: reader)
      #expect(all.count == 7)
      for (index, event) in all.enumerated() {
        let (again, start) = try await server.events("/deliveries/stream", [("Last-Event-ID", event.id)])
        #expect(start?.id == event.id)
        #expect(try await server.deliveries(from: again) == Array(all[(index + 1)...]))
      }
    }
  }

  /// Pages of a thousand, told in pieces.
  @Test func everyDeliveryOfALargeMessageComesOnce() async throws {
    try await withTestServer { server in
      try await server.store((0..<2_500).map { .sample("t\($0)", uid: "u\($0 % 10)") })
      let (reader, _) = try await server.events("/deliveries/stream?after=0")
      await server.call(.post, "/messages", json: Body.notification()).succeeds()
      let tokens = try await reader.next(2_500).map { $0.data["token"]?.stringValue }
      #expect(tokens == (0..<2_500).map { "t\($0)" })
      #expect(try await server.deliveries(from: reader) == [])
      let (filtered, _) = try await server.events("/deliveries/stream?after=0&uid=u7&pushType=APNS")
      #expect(try await server.deliveries(from: filtered).count == 250)
    }
  }

  /// A registration that went after its delivery is handed over once more as gone; what it got before is what counts.
  @Test func aTokenThatKeptItsOutcomeIsNotToldTwice() async throws {
    try await withTestServer { server in
      await server.register(.device("t1"))
      await server.deliver(Body.notification())
      let feed = server.application.feed
      let change = try feed.firstChange(after: 0)
      guard case .deliveries(var gone) = change.kind else {
        Issue.record("it is \(change.kind)")
        return
      }
      gone[0].reason = .tokenRemoved
      feed.publish(Change(message: change.message, app: change.app, appkey: "APP", kind: .deliveries(gone)), writtenIn: 0)
      let (reader, _) = try await server.events("/deliveries/stream?after=0")
      #expect(try await server.deliveries(from: reader).map { $0.data["reason"] } == ["ACCEPTED"])
    }
  }

  /// An engine may still have a page in hand when the database is emptied.
  @Test func whatWasWrittenBeforeAResetIsNotTold() async throws {
    try await withTestServer { server in
      await server.register(.device("t1"))
      await server.deliver(Body.notification())
      let feed = server.application.feed
      let change = try feed.firstChange(after: 0)
      _ = await server.send(.post, "/_mock/reset")
      let newest = feed.changes.newest
      feed.publish(change, writtenIn: 0)
      #expect(feed.changes.newest == newest)
      // Under the old numbers, what comes now is told.
      await server.register(.device("t9"))
      let (reader, _) = try await server.events("/deliveries/stream")
      await server.deliver(Body.notification())
      #expect(try await reader.next().data["token"] == "t9")
    }
  }
}

extension TestServer {
  /// All deliveries that a stream still has to tell.
  func deliveries(from reader: EventReader) async throws -> [SentEvent] {
    let changes = application.feed.changes
    let beating = Task {
      while !Task.isCancelled {
        changes.beat()
        await Task.yield()
      }
    }
    defer { beating.cancel() }
    var events: [SentEvent] = []
    while let block = try await reader.block() {
      if block.name.isEmpty, block.number == changes.newest { break }
      if !block.name.isEmpty { events.append(block) }
    }
    return events
  }
}
