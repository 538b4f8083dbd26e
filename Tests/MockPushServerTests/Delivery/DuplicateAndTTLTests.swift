import PushStore
import Testing

@testable import MockPushServer

/// Contract 17 against the running engine.
@Suite struct DuplicateAndTTLTests {
  @Test("F26: exactly at the window's end still is a duplicate", arguments: [(0, true), (299_999, true), (300_000, true), (300_001, false)])
  func window(milliseconds: Int64, isDuplicate: Bool) async throws {
    try await withTestServer { server in
      await server.change(["duplicateWindowMinutes": 5])
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "ACCEPTED"])
      server.application.clock.set(.frozen(server.now.advanced(byMilliseconds: milliseconds)))
      let message = await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": isDuplicate ? "DUPLICATED_MESSAGE_TOKEN" : "ACCEPTED"])
      #expect(message["targetCount"] == 1 && message["sentCount"]?.intValue == (isDuplicate ? 0 : 1))
    }
  }

  @Test func whatWasSentBeforeItWasSwitchedOnCounts() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      await server.change(["duplicateWindowMinutes": 5])
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "DUPLICATED_MESSAGE_TOKEN"])
    }
  }

  @Test func perTokenAndOnlyWhatWasAccepted() async throws {
    try await withTestServer { server in
      await server.change(["duplicateWindowMinutes": 5])
      await server.register(.device("a"))
      await server.register(.device("fails"))
      await server.devices([["token": "fails", "answer": "PROVIDER_ERROR"]])
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["a": "ACCEPTED", "fails": "PROVIDER_ERROR"])
      await server.control(.delete, "/devices")
      await server.register(.device("later"))
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["a": "DUPLICATED_MESSAGE_TOKEN", "fails": "ACCEPTED", "later": "ACCEPTED"])
    }
  }

  /// Each after a NOTIFICATION of title T and body B, and an AD of the same with position TITLE by the app's setting.
  @Test(arguments: [
    (Body.notification(content: ["default": ["body": "B", "title": "T"]]), true), (Body.notification(content: ["default": ["title": "T", "body": "b"]]), false),
    (Body.notification(with: ["contact": "1", "removeGuide": "x"]), true), (Body.ad(), true), (Body.ad(with: ["contact": "1589"]), false), (Body.ad(with: ["removeGuide": "h"]), false),
    (Body.ad(with: ["adWordPosition": "TITLE"]), true), (Body.ad(with: ["adWordPosition": "BODY"]), false), (Body.notification(with: ["timeToLiveMinute": 60]), true),
    (Body.notification(["type": "UID", "to": ["u-t"]]), true),
  ] as [(JSON, Bool)]) func whatMakesMessagesEqual(body: JSON, isDuplicate: Bool) async throws {
    try await withTestServer { server in
      await server.change(["duplicateWindowMinutes": 5])
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      await server.deliver(Body.ad())
      await server.deliver(body)
      #expect(await server.reasons() == ["t": isDuplicate ? "DUPLICATED_MESSAGE_TOKEN" : "ACCEPTED"])
    }
  }

  /// The engine takes a message up at once, so its age is given to it: stored as a reservation's message is, its time to live long begun.
  @Test("R68: exactly at the limit still sends", arguments: [(600_000, 10, "ACCEPTED"), (600_001, 10, "EXPIRED_TIME_OUT"), (600_001, 0, "ACCEPTED"), (60_000, 1, "ACCEPTED"), (60_001, 1, "EXPIRED_TIME_OUT")])
  func timeToLive(age: Int64, minutes: Int, reason: String) async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      let body = Body.notification(with: ["timeToLiveMinute": .number(JSONNumber(minutes))])
      try await server.insert(body, ttlFrom: server.now.advanced(byMilliseconds: -age))
      await server.settle()
      #expect(await server.reasons() == ["t": reason])
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["messageStatus"] == "COMPLETE" && message["targetCount"] == 1)
      #expect(message["sentCount"]?.intValue == (reason == "ACCEPTED" ? 1 : 0))
    }
  }
}

extension Body {
  static func notification(with changes: JSONObject) -> JSON { notification(["type": "ALL"], changes) }
  static func ad(with changes: JSONObject) -> JSON { ad(["type": "ALL"], changes) }
}

extension TestServer {
  /// Stores a message without telling the engine, which takes it up with the next signal.
  @discardableResult
  func insert(_ body: JSON, ttlFrom: Timestamp? = nil) async throws -> MessageNumber {
    // The engine looks for messages when it starts, too.
    await settle()
    let checked = try MessageBody(try #require(body.objectValue), .console(provisionedResourceIds: nil))
    let settings = try application.apps.settings(of: "APP")
    let now = now
    var message = MessageAcceptance.newMessage(checked, origin: .api, version: "v2.4", settings: settings, now: now)
    if let ttlFrom { message.ttlFrom = ttlFrom }
    let made = message
    return try await application.store.write { store in try store.insert(made, app: store.ensureApp("APP", now: now), now: now) }
  }
}
