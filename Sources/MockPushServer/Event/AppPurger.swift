import PushStore

/// Deletes what is left of removed apps in the background, in slices between which requests have their turn: half of the time at most is taken.
actor AppPurger {
  /// What one slice should take, its commit included, in microseconds.
  private static let sliceTime: Int64 = 4_000
  private static let sliceLimits = 50...2_000

  private let store: GroupCommitStore
  private let logger: Logger
  private var isUnderWay = false
  private var willLookAgain = false
  private var isOver = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ store: GroupCommitStore, logger: Logger) {
    self.store = store
    self.logger = logger
  }

  /// Something may be there to delete: an app was reset, or the database is another one.
  func start() {
    guard !isOver else { return }
    willLookAgain = true
    guard !isUnderWay else { return }
    isUnderWay = true
    Task { await run() }
  }

  /// Returns when nothing of a removed app is left, or the deleting has failed or was stopped.
  func finished() async {
    guard isUnderWay else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Ends after the slice that is being written; the next start goes on.
  func stop() async {
    isOver = true
    await finished()
  }

  private func run() async {
    do {
      while willLookAgain, !isOver {
        willLookAgain = false
        try await purge()
      }
    } catch {
      // The next reset or start tries again.
      logger.log(.error, "what is left of a reset app cannot be deleted", ["detail": .string("\(error)")])
    }
    isUnderWay = false
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  private func purge() async throws {
    var limit = 500
    while !isOver {
      // Asked for before the app is read: whatever a reset then makes of its number, nothing of that is deleted.
      let generation = await store.generation
      guard let app = try await store.readAside({ try $0.removedApp() }) else { return }
      var purge = AppPurge(app, generation: generation)
      while !isOver, !purge.isDone {
        let start = SystemClock.monotonicMicroseconds
        purge = try await store.write { [purge, limit] store in
          var next = purge
          try next.slice(limit, store)
          return next
        }
        let time = SystemClock.monotonicMicroseconds - start
        if time > 2 * Self.sliceTime { limit /= 2 } else if time < Self.sliceTime { limit += limit / 2 }
        limit = min(max(limit, Self.sliceLimits.lowerBound), Self.sliceLimits.upperBound)
        if !purge.isDone { try? await Task.sleep(for: .microseconds(time)) }
      }
    }
  }
}
