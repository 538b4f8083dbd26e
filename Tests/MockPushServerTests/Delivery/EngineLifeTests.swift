import PushStore
import Synchronization
import Testing

@testable import MockPushServer

/// Stopping, crashing and resetting while a message is under way.
@Suite struct EngineLifeTests {
  private static let crowd = 3_500

  private static func population() -> [RegistrationRequest] {
    (0..<crowd).map { number in
      .sample(
        "t\(number)", type: number % 3 == 0 ? .fcm : .apns, uid: "u\(number)",
        agreement: Agreement(notification: number % 5 != 0, ad: true, nightAd: true))
    }
  }

  /// As a crash leaves it: an engine of our own over the same database writes some pages, then is gone.
  @Test(arguments: 0...3) func whatACrashInterruptsGoesOn(pages: Int) async throws {
    try await withTestServer { server in
      try await server.store(Self.population())
      await server.devices([["token": "t1", "answer": "INVALID_TOKEN"], ["token": "t3401", "answer": "PROVIDER_ERROR"]])
      let number = try await server.insert(Body.notification(content: ["default": ["title": "T"], "en": ["title": "E"]]))
      let broken = BreakingStore(server.application.store, pages: pages)
      let engine = server.engine(broken)
      await #expect(throws: BreakingStore.Broken.self) { try await engine.settle() }

      let id = String(number.messageId)
      let before = await server.control(.get, "/messages/\(id)").json
      #expect(before["messageStatus"] == "PROCESSING")
      #expect(await server.deliveries(id).count == pages * 1_000, "whole pages, and no more")

      await server.settle()
      let message = await server.control(.get, "/messages/\(id)").json
      let targets = Self.crowd - Self.crowd / 5
      #expect(message["messageStatus"] == "COMPLETE")
      #expect(message["targetCount"]?.intValue == targets)
      #expect(message["sentCount"]?.intValue == targets - 2)
      #expect(message["outcomes"] == ["SENT": .number(JSONNumber(targets - 2)), "SENT_FAILED": 1, "INVALID_TOKEN": 1, "FILTERED": .number(JSONNumber(Self.crowd / 5))])
      let deliveries = await server.deliveries(id)
      #expect(Set(deliveries.compactMap { $0["token"]?.stringValue }).count == Self.crowd && deliveries.count == Self.crowd)
      #expect(deliveries.allSatisfy { ($0["payload"] != nil) == ($0["outcome"] != "FILTERED") }, "each finds its rendering")
    }
  }

  @Test func aStoppedEngineLeavesTheRestToTheNextStart() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options()
    options.database = folder.database
    try await withTestServer(options) { server in
      try await server.store(Self.population())
      await server.call(.post, "/messages", json: Body.notification()).succeeds()
      // Ends in the middle, or at the latest after the message; nothing waits for it.
    }
    options.clock = nil
    try await withTestServer(options) { server in
      await server.settle()
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["messageStatus"] == "COMPLETE")
      #expect(message["sentCount"]?.intValue == Self.crowd - Self.crowd / 5)
      let deliveries = await server.deliveries()
      #expect(deliveries.count == Self.crowd && Set(deliveries.compactMap { $0["token"]?.stringValue }).count == Self.crowd)
    }
  }

  /// The reset comes when the engine's first or second page is about to be written.
  @Test(arguments: [0, 1]) func aResetEndsWhatIsUnderWay(pages: Int) async throws {
    try await withTestServer { server in
      try await server.store(Self.population())
      try await server.insert(Body.notification())
      let broken = BreakingStore(server.application.store, pages: pages) {
        _ = await server.send(.post, "/_mock/reset")
        // New data under the old numbers, before the old message's page arrives.
        await server.register(.device("new"))
        _ = try? await server.insert(Body.notification(["type": "UID", "to": ["nobody"]]))
      }
      let engine = server.engine(broken)
      try await engine.settle()
      #expect(await server.control(.get, "/messages").json["totalCount"] == 1)
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["messageStatus"] == "CANCEL_NO_TARGET" && message["targetCount"] == 0, "nothing of the old message was written to the new one")
      #expect(await server.deliveries() == [])
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["new": "ACCEPTED"])
    }
  }

  @Test func manyResetsWhileMessagesFlow() async throws {
    try await withTestServer { server in
      for round in 0..<15 {
        try await server.store((0..<1_500).map { .sample("t\($0)", uid: "u\($0)") })
        for _ in 0..<3 { await server.call(.post, "/messages", json: Body.notification()).succeeds() }
        // Some milliseconds of work go by, differently each time.
        for _ in 0..<round { _ = await server.control(.get, "/messages") }
        #expect(await server.send(.post, "/_mock/reset").status == 200)
        #expect(await server.control(.get, "/messages").json["totalCount"] == 0)
      }
      await server.register(.device("new"))
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["new": "ACCEPTED"])
      #expect(server.log.lines.filter { $0.contains("delivery stopped") } == [])
    }
  }

  @Test func settlingWithNothingPendingAnswersAtOnce() async throws {
    try await withTestServer { server in
      await server.settle()
      #expect(await server.send(.post, "/_mock/settle", json: ["x": 1], headers: [("Content-Type", "application/json")]).status == 400)
    }
  }

  @Test func settlingWaitsForEveryMessage() async throws {
    try await withTestServer { server in
      try await server.store(Self.population())
      for _ in 0..<3 { await server.call(.post, "/messages", json: Body.notification()).succeeds() }
      await server.settle()
      let messages = await server.control(.get, "/messages").json["messages"]?.arrayValue ?? []
      #expect(messages.count == 3 && messages.allSatisfy { $0["messageStatus"] == "COMPLETE" })
    }
  }
}

extension TestServer {
  /// Another engine over the server's database.
  func engine(_ store: some StoreAccess) -> DeliveryEngine {
    DeliveryEngine(
      store: store, reader: application.store.engineReader, clock: application.clock, behaviour: application.devices, logger: application.logger)
  }
}

/// Lets so many pages of outcomes be written; then does something else first, or breaks for good.
final class BreakingStore: StoreAccess {
  struct Broken: Error {}

  private let store: GroupCommitStore
  private let instead: (@Sendable () async -> Void)?
  private let left: Mutex<Int>

  init(_ store: GroupCommitStore, pages: Int, instead: (@Sendable () async -> Void)? = nil) {
    self.store = store
    self.instead = instead
    // Before the first page come the generation and the verdict of the count.
    left = Mutex(pages + 2)
  }

  func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T { try await store.read(body) }
  func readAside<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T { try await store.readAside(body) }
  func readStatistics<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T { try await store.readStatistics(body) }
  func record<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T { try await store.record(body) }
  func setClockWithNextWrite(_ clock: StoredClock) async { await store.setClockWithNextWrite(clock) }
  func reset(then body: @Sendable (WriteTransaction) throws -> Void) async throws { try await store.reset(then: body) }

  func write<T: Sendable>(_ body: @Sendable (WriteTransaction) throws -> T) async throws -> T {
    let remaining = left.withLock { left in
      left -= 1
      return left
    }
    if remaining == -1, let instead { await instead() }
    if remaining < 0, instead == nil { throw Broken() }
    return try await store.write(body)
  }
}
