import PushStore
import Synchronization
@testable import MockPushServer

/// A system clock that a test moves.
final class HandClock: WallClock {
  private let time: Mutex<Timestamp>

  init(_ start: Timestamp = Timestamp(milliseconds: 1_000_000)) { time = Mutex(start) }

  var now: Timestamp { time.withLock { $0 } }

  func pass(_ milliseconds: Int64) { time.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) } }
}

/// Sleep that lasts until a test ends it.
actor Sleeper {
  private(set) var count = 0
  private var begun: [Duration] = []
  private var listener: CheckedContinuation<Duration, Never>?
  private var asleep: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var cancelled: Set<Int> = []

  func sleep(_ duration: Duration) async throws {
    count += 1
    let id = count
    if let listener {
      self.listener = nil
      listener.resume(returning: duration)
    } else {
      begun.append(duration)
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if cancelled.contains(id) { continuation.resume(throwing: CancellationError()) } else { asleep[id] = continuation }
      }
    } onCancel: {
      Task { await self.cancel(id) }
    }
  }

  private func cancel(_ id: Int) {
    cancelled.insert(id)
    asleep.removeValue(forKey: id)?.resume(throwing: CancellationError())
  }

  /// How long the next sleep that nobody has asked for yet shall last; waits for it to begin.
  func next() async -> Duration {
    begun.isEmpty ? await withCheckedContinuation { listener = $0 } : begun.removeFirst()
  }

  /// Ends all sleep.
  func wake() {
    for continuation in asleep.values { continuation.resume() }
    asleep = [:]
  }
}
