import Synchronization

/// Events in the order they came, the newest of which are kept for whoever asks for them or follows them. From any thread.
///
/// An element may stand for several events in a row, as a page of deliveries does. Events are numbered from 1; a number is never used again.
/// A reset takes a number, too, so that followers see where it was.
final class Chronicle<Element: Sendable>: Sendable {
  /// Elements and their weights in all; what is older than fits goes.
  struct Limits: Sendable {
    let count: Int
    let weight: Int
  }

  /// What comes next behind a number.
  enum Page {
    /// Everything up to this number was deleted on purpose.
    case reset(Int)
    /// What came up to this number is not kept any more.
    case gap(through: Int)
    /// Oldest first, each with the number of its first event; empty when nothing is newer.
    case elements([(first: Int, element: Element)])
  }

  /// Why a wait ended.
  enum Wake: Sendable {
    case news, beat
    /// The task was cancelled.
    case end
  }

  private struct Slot {
    let first: Int
    let weight: Int
    let element: Element
  }

  private struct State {
    var slots = RingQueue<Slot>()
    var weight = 0
    var newest = 0
    var lastReset = 0
    var waiting: [Int: CheckedContinuation<Wake, Never>] = [:]
    var waiters = 0
    var dropped = 0
  }

  private let limits: Limits
  private let state = Mutex(State())

  init(limits: Limits) { self.limits = limits }

  /// The number of the newest event, 0 before the first.
  var newest: Int { state.withLock { $0.newest } }

  /// How many elements there are, and how many ever went to make room.
  var kept: (count: Int, dropped: Int) { state.withLock { ($0.slots.count, $0.dropped) } }

  /// - Parameter events: how many the element stands for, at least 1.
  func append(_ element: Element, events: Int = 1, weight: Int) {
    let woken = state.withLock { state in
      state.slots.append(Slot(first: state.newest + 1, weight: weight, element: element))
      state.newest += events
      state.weight += weight
      while state.slots.count > limits.count || state.weight > limits.weight {
        state.weight -= state.slots.removeFirst().weight
        state.dropped += 1
      }
      return Self.takeWaiting(&state)
    }
    for continuation in woken { continuation.resume(returning: .news) }
  }

  /// Forgets everything.
  func reset() {
    let woken = state.withLock { state in
      state.slots = RingQueue()
      state.weight = 0
      state.newest += 1
      state.lastReset = state.newest
      return Self.takeWaiting(&state)
    }
    for continuation in woken { continuation.resume(returning: .news) }
  }

  private static func takeWaiting(_ state: inout State) -> [CheckedContinuation<Wake, Never>] {
    guard !state.waiting.isEmpty else { return [] }
    defer { state.waiting = [:] }
    return Array(state.waiting.values)
  }

  // MARK: Reading

  /// At most so many elements that have events after `number`.
  func page(after number: Int, limit: Int) -> Page {
    state.withLock { state in
      if number < state.lastReset { return .reset(state.lastReset) }
      guard number < state.newest else { return .elements([]) }
      let oldest = state.slots.count > 0 ? state.slots[0].first : state.newest + 1
      if number + 1 < oldest { return .gap(through: oldest - 1) }
      let start = Self.index(of: number + 1, in: state.slots)
      return .elements((start..<min(start + limit, state.slots.count)).map { (state.slots[$0].first, state.slots[$0].element) })
    }
  }

  /// At most so many elements that begin before `number`, newest first.
  func page(before number: Int, limit: Int) -> [(first: Int, element: Element)] {
    state.withLock { state in
      guard state.slots.count > 0, number > state.slots[0].first else { return [] }
      let end = number > state.newest ? state.slots.count : Self.index(of: number - 1, in: state.slots) + 1
      return (max(0, end - limit)..<end).reversed().map { (state.slots[$0].first, state.slots[$0].element) }
    }
  }

  /// Where the element with that event is, which must be kept.
  private static func index(of number: Int, in slots: borrowing RingQueue<Slot>) -> Int {
    var low = 0
    var high = slots.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if slots[middle].first <= number { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Following

  /// Returns when there is something after `number`, at the next beat, or when the task is cancelled.
  func news(after number: Int) async -> Wake {
    let waiter = state.withLock { state in
      state.waiters += 1
      return state.waiters
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake: Wake? = state.withLock { state in
          if Task.isCancelled { return .end }
          if state.newest > number { return .news }
          state.waiting[waiter] = continuation
          return nil
        }
        if let wake { continuation.resume(returning: wake) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume(returning: .end)
    }
  }

  /// Wakes whoever waits, so that a silent connection is not taken for a dead one.
  func beat() {
    let woken = state.withLock { Self.takeWaiting(&$0) }
    for continuation in woken { continuation.resume(returning: .beat) }
  }
}
