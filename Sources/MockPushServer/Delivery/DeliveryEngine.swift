import PushStore

/// Delivers accepted messages, one after the other in the order they came: counts, then pages through the recipients and writes their
/// outcomes with the cursor in one transaction. What a crash interrupts goes on at the cursor: no loss, no double count.
///
/// Reads on its own read-only connection, writes through the one writer; awaiting each page's commit is its back-pressure.
actor DeliveryEngine {
  private static let pageSize = 1_000

  private let store: any StoreAccess
  private let reader: GatedReader
  private let clock: any WallClock
  private let behaviour: any DeviceBehaviour
  private let logger: Logger
  private let feed: ChangeFeed
  private var isRunning = false
  private var isStopping = false
  private var waiting: [CheckedContinuation<Void, any Error>] = []
  private var tellDue: @Sendable () async -> Void = {}

  init(
    store: any StoreAccess, reader: GatedReader, clock: any WallClock, behaviour: any DeviceBehaviour, logger: Logger,
    feed: ChangeFeed = ChangeFeed()
  ) {
    self.store = store
    self.reader = reader
    self.clock = clock
    self.behaviour = behaviour
    self.logger = logger
    self.feed = feed
  }

  /// A message is stored and committed.
  func messageAccepted() {
    guard !isRunning, !isStopping else { return }
    isRunning = true
    Task { await self.drain() }
  }

  /// Whom to tell when a message's devices will report something.
  func whenDueChanges(_ tell: @escaping @Sendable () async -> Void) { tellDue = tell }

  /// Ends after the page that is being written; what is left goes on at the next start.
  func stop() async {
    isStopping = true
    guard isRunning else { return }
    try? await withCheckedThrowingContinuation { waiting.append($0) }
  }

  /// Returns when no message is pending.
  func settle() async throws {
    guard !isStopping else { throw CancellationError() }
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(continuation)
      messageAccepted()
    }
  }

  /// Works until no message is pending. A failure (the disk is full) is logged; the next signal tries again.
  private func drain() async {
    var failure: (any Error)?
    do {
      while !isStopping {
        // Asked for before the message is read: whatever a reset then makes of its number, nothing stale is written.
        let generation = try await store.write { $0.generation }
        guard let (message, isCurrent) = try read({ store in try store.nextPendingMessage().map { ($0, try store.isCurrent($0.app)) } }) else { break }
        guard isCurrent else {
          try await endMessages(of: message.app, generation)
          continue
        }
        do {
          try await deliver(message, generation)
        } catch is CancellationError {
          break
        } catch is DeliveryOvertaken {
          // A reset deleted it while it was under way.
        } catch let error as UnreadableMessage {
          logger.log(.error, "a message was given up", ["detail": .string("\(error)")])
          let now = clock.now
          try await store.write { store in
            if try store.isCurrent(message.app, since: generation) { try store.complete(message, as: .cancelUnknown, now: now) }
          }
          publish(.completion, message, try read { try $0.appkey(message.app) } ?? "", generation)
        }
      }
    } catch {
      failure = error
      logger.log(.error, "delivery stopped", ["detail": .string("\(error)")])
    }
    isRunning = false
    // Whoever waits for the last message must not take an end in the middle for it.
    if isStopping, failure == nil { failure = CancellationError() }
    // Who came while the last look was taken is served by it: a message is committed before its signal.
    let resumed = waiting
    waiting = []
    for continuation in resumed {
      if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
    }
  }

  /// Those of an app that was reset end without a word. Many at once: each alone would cost a commit.
  private func endMessages(of app: AppNumber, _ generation: Int) async throws {
    try await store.write { store in
      if store.generation == generation { try store.endPendingMessages(ofRemoved: app, limit: 500) }
    }
  }

  private func read<T: Sendable>(_ body: (ReadTransaction) throws -> T) throws -> T { try reader.read(body) }

  private func deliver(_ stored: Message, _ generation: Int) async throws {
    let (appkey, schedule) = try read { store in
      (try store.appkey(stored.app) ?? "", try stored.schedule.flatMap { try store.schedule($0) })
    }
    var run = try DeliveryRun(stored, appkey, schedule, clock.now)
    run.generation = generation
    run.walk = try read {
      try RecipientWalk(
        run.plan.body.target, app: stored.app, readsZones: run.plan.local != nil, window: $0.consentWindow(stored.number), $0)
    }
    run.plan.tellsConsentDates = run.walk!.tellsConsentDates
    if stored.status == .ready, try await deliverAtOnce(&run) { return }
    if stored.status == .ready { try await count(&run) }
    try read { try run.prepare(behaviour.rules(appkey: run.appkey), $0) }
    try await send(&run)
    try await finish(&run)
  }

  /// A message whose recipients are one page: counted, sent and completed in one transaction, since a commit for each costs more than all the rest.
  ///
  /// - Returns: false when it has more; nothing is written then.
  private func deliverAtOnce(_ run: inout DeliveryRun) async throws -> Bool {
    let (page, gone) = try read { store in
      (try run.walk!.page(after: TokenNumber(0), limit: Self.pageSize, store, &run.texts), try run.gone(store))
    }
    guard page?.isLast ?? true, gone.count <= Self.pageSize else { return false }
    let now = clock.now
    var tally = TargetTally()
    run.count(page?.recipients ?? [], into: &tally, now: now)
    run.fix(tally)
    let decided = try read { store in
      try run.prepare(behaviour.rules(appkey: run.appkey), store)
      return try page.map { try run.decide($0.recipients, upTo: $0.end, now: now, store) }
    }
    let removed = run.removed(gone, now: now)
    let (message, isNight, generation) = (run.message, run.plan.isNight, run.generation)
    try await store.write { store in
      guard try store.isCurrent(message.app, since: generation) else { throw DeliveryOvertaken() }
      try store.begin(message.number, isNight: isNight, targetCount: message.targetCount, finalStatus: message.finalStatus)
      try decided?.write(to: store)
      try removed.write(to: store)
      try store.complete(message, as: Self.finalStatus(message, store.reading), now: now)
    }
    publish(.deliveries((decided?.deliveries ?? []) + removed.deliveries), message, run.appkey, generation)
    publish(.completion, message, run.appkey, generation)
    if run.plansReceipts { await tellDue() }
    return true
  }

  /// The first pass: fixes how many targets there are, and the verdict on their certificates (contract 11, steps 1 to 6).
  private func count(_ run: inout DeliveryRun) async throws {
    var tally = TargetTally()
    var cursor = TokenNumber(0)
    let now = clock.now
    while let page = try read({ try run.walk!.page(after: cursor, limit: Self.pageSize, $0, &run.texts) }) {
      if isStopping { throw CancellationError() }
      run.count(page.recipients, into: &tally, now: now)
      cursor = page.end
    }
    run.fix(tally)
    let (message, isNight, generation) = (run.message, run.plan.isNight, run.generation)
    try await store.write { store in
      guard try store.isCurrent(message.app, since: generation) else { throw DeliveryOvertaken() }
      try store.begin(message.number, isNight: isNight, targetCount: message.targetCount, finalStatus: message.finalStatus)
    }
  }

  /// The second pass: decides each recipient and hands it over. While a page is being written, the next one is decided.
  private func send(_ run: inout DeliveryRun) async throws {
    var cursor = run.message.cursor
    var writing: Task<Void, any Error>?
    do {
      while let page = try read({ try run.walk!.page(after: cursor, limit: Self.pageSize, $0, &run.texts) }) {
        let decided = try read { try run.decide(page.recipients, upTo: page.end, now: clock.now, $0) }
        cursor = page.end
        try await writing?.value
        let store = store
        let appkey = run.appkey
        writing = Task {
          try await store.write { try decided.write(to: $0) }
          publish(.deliveries(decided.deliveries), decided.message, appkey, decided.generation)
        }
        if isStopping { throw CancellationError() }
      }
    } catch {
      // Whoever tries again reads the cursor, so the page that is being written must have moved it.
      try? await writing?.value
      throw error
    }
    try await writing?.value
    if run.plansReceipts { await tellDue() }
  }

  private func finish(_ run: inout DeliveryRun) async throws {
    let message = run.message
    let removed = run.removed(try read { try run.gone($0) }, now: clock.now)
    let now = clock.now
    try await store.write { store in
      try removed.write(to: store)
      try store.complete(message, as: Self.finalStatus(message, store.reading), now: now)
    }
    publish(.deliveries(removed.deliveries), message, run.appkey, run.generation)
    publish(.completion, message, run.appkey, run.generation)
  }

  /// What is committed.
  private func publish(_ kind: Change.Kind, _ message: Message, _ appkey: String, _ generation: Int) {
    feed.publish(Change(message: message.number, app: message.app, appkey: appkey, kind: kind), writtenIn: generation)
  }

  /// Contract 18.3: when every target failed for its content, the message counts as canceled.
  private static func finalStatus(_ message: Message, _ store: ReadTransaction) throws -> MessageStatus {
    if let fixed = message.finalStatus { return fixed }
    let failures = try store.failures(message.number, .invalidMessage)
    return failures.same > 0 && failures.same >= message.targetCount ? .cancelInvalidMessage : .complete
  }
}

/// The database or the message's app was reset while a message was under way: nothing of it may be written any more.
struct DeliveryOvertaken: Error {}
