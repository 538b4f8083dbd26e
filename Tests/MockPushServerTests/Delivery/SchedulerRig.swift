import PushStore
import Synchronization
import Testing
@testable import MockPushServer

/// A scheduler of its own over a test server's store, with a clock and a sleep that the test moves. The server's own one has nothing to do.
struct SchedulerRig: Sendable {
  let server: TestServer
  let system = HandClock(TestServer.start)
  let sleeper = Sleeper()
  let clock: TravelClock
  let engine: DeliveryEngine
  let scheduler: Scheduler
  let log = LogCapture()

  /// - Parameters:
  ///   - engineStore: what the engine writes through; nil for the server's store.
  ///   - clockStore: what the clock is stored through; nil for the server's store.
  init(
    _ server: TestServer, _ sources: [any DueSource], _ state: StoredClock = .frozen(TestServer.start), engineStore: (any StoreAccess)? = nil,
    clockStore: (any StoreAccess)? = nil
  ) {
    self.server = server
    let application = server.application
    let logger = Logger(sink: log)
    clock = TravelClock(state, system: system)
    engine = DeliveryEngine(
      store: engineStore ?? application.store, reader: application.store.engineReader, clock: clock, behaviour: application.devices, logger: logger)
    let sleeper = sleeper
    scheduler = Scheduler(
      sources, clock: clock, engine: engine, store: clockStore ?? application.store, logger: logger,
      sleep: { try await sleeper.sleep($0) })
  }

  /// Goes to so many seconds after the test clock's start.
  @discardableResult
  func advance(to seconds: Int64) async throws -> DueWalk {
    try await scheduler.advance { _ in TestServer.at(seconds) }
  }

  func set(_ state: StoredClock) async throws {
    try await scheduler.change { clock.set(state) }
  }

  /// The clock as a server that starts now would find it.
  func stored() async throws -> StoredClock? { try await server.stored { try $0.clock() } }

  /// Returns when so many wait for their turn.
  func untilWaiting(_ count: Int) async {
    while await scheduler.waiting.count < count { await Task.yield() }
  }
}

extension TestServer {
  /// So many seconds after the test clock's start.
  static func at(_ seconds: Int64) -> Timestamp { start.advanced(byMilliseconds: seconds * 1_000) }
}

/// A source whose due items a test writes down. Each makes a message to everybody.
final class ScriptedSource: DueSource {
  struct Broken: Error {}

  struct Event: Equatable, Sendable, CustomStringConvertible {
    let name: String
    let due: Timestamp
    /// What the clock was said to show.
    let now: Timestamp

    var description: String { "\(name) due \(DateText.iso(due)) at \(DateText.iso(now))" }
  }

  /// What was fired, by all sources that share it.
  final class Journal: Sendable {
    private let kept = Mutex<[Event]>([])
    var events: [Event] { kept.withLock { $0 } }
    func add(_ event: Event) { kept.withLock { $0.append(event) } }
  }

  private struct State {
    var dues: [Timestamp] = []
    /// Fires that fail before one works again.
    var failures = 0
    var cannotTell = false
    var fired = 0
  }

  let name: String
  let journal: Journal
  private let server: TestServer
  private let state = Mutex(State())
  private let afterFiring: @Sendable (ScriptedSource, Timestamp) async throws -> Void

  /// - Parameter afterFiring: what happens when an item has been fired and its message is committed.
  init(
    _ server: TestServer, _ name: String = "a", at seconds: [Int64] = [], _ journal: Journal = Journal(),
    afterFiring: @escaping @Sendable (ScriptedSource, Timestamp) async throws -> Void = { _, _ in }
  ) {
    self.server = server
    self.name = name
    self.journal = journal
    self.afterFiring = afterFiring
    add(seconds)
  }

  func add(_ seconds: [Int64]) { state.withLock { $0.dues = ($0.dues + seconds.map(TestServer.at)).sorted() } }

  func fail(times: Int) { state.withLock { $0.failures = times } }

  func setCannotTell(_ flag: Bool) { state.withLock { $0.cannotTell = flag } }

  func nextDue() throws -> Timestamp? {
    try state.withLock {
      if $0.cannotTell { throw Broken() }
      return $0.dues.first
    }
  }

  func fire(dueBy moment: Timestamp, now: Timestamp) async throws -> [FiredItem] {
    let dues = try state.withLock { state -> [Timestamp] in
      if state.failures > 0 {
        state.failures -= 1
        throw Broken()
      }
      let dues = state.dues.filter { $0 <= moment }
      state.dues.removeAll { $0 <= moment }
      return dues
    }
    var items: [FiredItem] = []
    for due in dues {
      let body = try MessageBody(["target": ["type": "ALL"], "content": ["default": ["title": "T"]], "messageType": "NOTIFICATION"], .console(provisionedResourceIds: nil))
      let message = MessageAcceptance.newMessage(body, origin: .console, version: "v2.4", settings: AppSettings(), now: now)
      let number = try await server.application.store.write { store in try store.insert(message, app: try store.ensureApp("APP", now: now), now: now) }
      journal.add(Event(name: name, due: due, now: now))
      items.append(FiredItem(kind: .reservation(reservationId: 1, scheduleId: 2, timezoneOffset: 0), appkey: "APP", due: due, message: number))
      try await afterFiring(self, due)
    }
    return items
  }
}

/// Lets nobody through until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrived = 0
  private var listeners: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    arrived += 1
    for listener in listeners { listener.resume() }
    listeners = []
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  /// Returns when somebody stands before it.
  func untilReached() async {
    if arrived == 0 { await withCheckedContinuation { listeners.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
