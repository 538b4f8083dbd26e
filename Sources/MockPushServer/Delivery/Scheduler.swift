import PushStore

/// Fires what falls due, and owns every change of the clock: one at a time, in the order in which they were asked for.
///
/// While the clock runs, one task sleeps until the earliest due moment; a frozen clock fires nothing by itself.
actor Scheduler {
  /// The longest sleep at a stretch: the machine may sleep, and its clock may be set.
  static let longestSleep: Int64 = 60_000

  private let sources: [any DueSource]
  private let clock: TravelClock
  private let engine: DeliveryEngine
  private let store: any StoreAccess
  private let logger: Logger
  private let sleep: @Sendable (Duration) async throws -> Void
  private var isTaken = false
  private(set) var waiting: [CheckedContinuation<Void, Never>] = []
  private var isStopping = false
  private var willLook = false
  private var timer: Task<Void, Never>?

  /// - Parameter sleep: real time goes by; throws when its task is cancelled.
  init(
    _ sources: [any DueSource], clock: TravelClock, engine: DeliveryEngine, store: any StoreAccess, logger: Logger,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.sources = sources
    self.clock = clock
    self.engine = engine
    self.store = store
    self.logger = logger
    self.sleep = sleep
  }

  // MARK: Turns

  /// Runs `work` after everything that asked for its turn before.
  private func turn<T>(_ work: () async throws -> T) async rethrows -> T {
    if isTaken { await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
    defer { endTurn() }
    return try await work()
  }

  private func endTurn() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }

  // MARK: What is due now

  /// What was due while the server was down fires, and messages that were under way go on; whoever changes the clock comes after that.
  func start() {
    isTaken = true
    Task {
      defer { endTurn() }
      await engine.messageAccepted()
      await fireDue()
    }
  }

  /// Ends what is under way at its next step, deliveries included.
  func stop() async {
    isStopping = true
    timer?.cancel()
    await engine.stop()
    await turn {}
  }

  /// What falls due, or when, has changed. Many calls at once cost one look.
  func dueChanged() {
    guard !willLook, !isStopping, !clock.isFrozen else { return }
    willLook = true
    Task {
      await turn {
        willLook = false
        await fireDue()
      }
    }
  }

  /// Fires what is due now, and returns when no message is pending.
  ///
  /// - Throws: `CancellationError` when the server stops meanwhile.
  func settle() async throws {
    var isFirst = true
    while true {
      let walk = try await turn {
        if isStopping { throw CancellationError() }
        return await fireDue()
      }
      if !isFirst, walk.firedCount == 0 { return }
      try await engine.settle()
      if let failure = walk.failure { throw failure }
      // What was delivered may have made something due at once: a device that reports without delay.
      isFirst = false
    }
  }

  /// Runs `work`, which may set the clock, in its turn; then fires what that made overdue, in the order of due moments.
  @discardableResult
  func change<T: Sendable>(_ work: @Sendable () async throws -> T) async throws -> T {
    try await turn {
      let result = try await work()
      await fireDue()
      return result
    }
  }

  @discardableResult
  private func fireDue() async -> DueWalk {
    var walk = DueWalk(sources, logger: logger)
    while !isStopping, let next = await walk.next(), next.due <= clock.now { await walk.fire(next, now: clock.now) }
    if walk.firedCount > 0 { await engine.messageAccepted() }
    await arm(walk)
    return walk
  }

  // MARK: Travelling

  /// Goes to a moment, stopping at each one at which something is due until all of it is delivered.
  ///
  /// Each stop is stored with whatever is first stored there: after a crash the clock goes on from where it was.
  ///
  /// - Parameter target: the moment, given what the clock shows when this change's turn has come.
  /// - Throws: what `target` throws; `CancellationError` when the server stops on the way; a failure of the store. The clock then goes on
  ///   from where it is.
  func advance(to target: @Sendable (Timestamp) throws -> Timestamp) async throws -> DueWalk {
    try await turn {
      let start = clock.halt()
      let end: Timestamp
      do {
        end = try target(start)
      } catch {
        clock.goOn()
        throw error
      }
      do {
        let walk = try await travel(to: end)
        await arm(walk)
        return walk
      } catch {
        if !(error is CancellationError) { logger.log(.error, "the clock stopped on its way", ["detail": .string("\(error)")]) }
        clock.set(clock.state(at: clock.now))
        await arm(DueWalk(sources, logger: logger))
        throw error
      }
    }
  }

  private func travel(to end: Timestamp) async throws -> DueWalk {
    var walk = DueWalk(sources, logger: logger)
    try await engine.settle()
    while let next = await walk.next(), next.due <= end {
      if isStopping { throw CancellationError() }
      let stop = max(next.due, clock.now)
      await store.setClockWithNextWrite(clock.state(at: stop))
      clock.travel(to: stop)
      await walk.fire(next, now: stop)
      try await engine.settle()
    }
    let state = clock.state(at: end)
    if state != clock.state { try await store.write { try $0.setClock(state) } }
    clock.set(state)
    return walk
  }

  // MARK: Running

  /// Lets a task sleep until the earliest due moment. In its turn only.
  ///
  /// - Parameter walk: what came just before. Sources that failed in it are asked again after one stretch of sleep.
  private func arm(_ walk: DueWalk) async {
    timer?.cancel()
    timer = nil
    guard !isStopping, !clock.isFrozen else { return }
    var walk = walk
    let due = await walk.next()?.due
    guard !isStopping, due != nil || walk.failure != nil else { return }
    timer = Task { [hasFailed = walk.failure != nil] in await wait(until: due, orOneStretch: hasFailed) }
  }

  private func wait(until due: Timestamp?, orOneStretch hasFailed: Bool) async {
    repeat {
      let left = due.map { $0.milliseconds - clock.now.milliseconds } ?? Self.longestSleep
      if left <= 0 { break }
      do { try await sleep(.milliseconds(min(left, Self.longestSleep))) } catch { return }
    } while !hasFailed
    dueChanged()
  }
}
