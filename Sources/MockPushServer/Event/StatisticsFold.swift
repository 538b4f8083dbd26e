import PushStore

/// Folds rows that are counted (registrations, deliveries, receipts) into the sums of statistics, off the event loop: the writes that make these
/// rows stay as short as they are. Reads on its own read-only connection, and writes batches through the one writer.
actor StatisticsFold {
  private let reader: GatedReader
  private var isUnderWay = false
  private var isOver = false
  private var waiting: [CheckedContinuation<Void, any Error>] = []

  init(_ reader: GatedReader) { self.reader = reader }

  /// Returns when the sums hold all that was committed before the call.
  func catchUp(_ store: GroupCommitStore) async throws {
    guard !isOver else { throw CancellationError() }
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(continuation)
      start(store)
    }
  }

  /// Begins to fold what is there, unless that is under way.
  func start(_ store: GroupCommitStore) {
    guard !isUnderWay, !isOver else { return }
    isUnderWay = true
    Task { await fold(store) }
  }

  /// Ends after the batch that is being written; the rest is folded after the next start.
  func stop() async {
    isOver = true
    guard isUnderWay else { return }
    try? await withCheckedThrowingContinuation { waiting.append($0) }
  }

  /// Folds until a look found no row beyond its batch and nobody waits for a later look. A failure (the disk is full) is told to those who wait;
  /// the next call tries again.
  private func fold(_ store: GroupCommitStore) async {
    do {
      var isDone = false
      while !isDone {
        if isOver { throw CancellationError() }
        // Asked for before rows are read: whatever a reset then makes of them, nothing stale is written.
        let generation = await store.generation
        let served = waiting.count
        if let batch = try reader.read({ try StatisticsBatch($0) }) {
          let isWritten = try await store.write { store in
            guard store.generation == generation else { return false }
            try batch.write(to: store)
            return true
          }
          guard isWritten, batch.isLast else { continue }
        }
        resume(served)
        isDone = waiting.isEmpty
      }
      isUnderWay = false
    } catch {
      isUnderWay = false
      resume(waiting.count, throwing: error)
    }
  }

  private func resume(_ count: Int, throwing failure: (any Error)? = nil) {
    for continuation in waiting[..<count] {
      if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
    }
    waiting.removeFirst(count)
  }
}
