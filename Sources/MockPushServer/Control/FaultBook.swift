import Synchronization

/// The fault rules in force, in memory. The first that matches a request applies, if its times and its probability let it.
final class FaultBook: Sendable {
  /// Every request looks at every rule.
  static let capacity = 1_000

  /// A rule in force.
  struct Entry: Sendable {
    let id: String
    let rule: FaultRule
    /// How many requests it matched while it had times left.
    fileprivate(set) var met: UInt64 = 0
    /// How many of them it applied to.
    fileprivate(set) var applied = 0

    var timesLeft: Int? { rule.times.map { $0 - applied } }

    var canApply: Bool { timesLeft != 0 }

    fileprivate mutating func apply() -> AppliedFault? {
      var random = SplitMix64(rule.seed, met)
      met += 1
      if let probability = rule.probability, random.unit() >= probability { return nil }
      applied += 1
      return AppliedFault(name: rule.name ?? id, action: rule.then, delay: rule.then.delay?.sample(&random))
    }
  }

  private struct State {
    var entries: [Entry] = []
    var lastNumber = 0

    @discardableResult
    mutating func append(_ rule: FaultRule) -> Entry {
      lastNumber += 1
      let entry = Entry(id: "f\(lastNumber)", rule: rule)
      entries.append(entry)
      return entry
    }
  }

  private let state = Mutex(State())
  private let isFilled = Atomic(false)
  private let era = Atomic(0)

  /// As the configuration has them.
  private let configured: [FaultRule]

  /// - Parameter configured: at most `capacity`.
  init(configured: [FaultRule] = []) {
    self.configured = configured
    replace(with: configured)
  }

  /// Whether there is anything to look at.
  var hasRules: Bool { isFilled.load(ordering: .relaxed) }

  /// Changes when the data is reset or restored: a request that was held back across one belongs to the world before.
  var resetCount: Int { era.load(ordering: .relaxed) }

  var entries: [Entry] { state.withLock { $0.entries } }

  subscript(_ id: String) -> Entry? { entries.first { $0.id == id } }

  /// Adds a rule behind the others; nil when there are too many.
  func add(_ rule: FaultRule) -> Entry? {
    state.withLock { state in
      guard state.entries.count < Self.capacity else { return nil }
      isFilled.store(true, ordering: .relaxed)
      return state.append(rule)
    }
  }

  /// - Returns: false when there is no such rule.
  func remove(_ id: String) -> Bool {
    state.withLock { state in
      let count = state.entries.count
      state.entries.removeAll { $0.id == id }
      isFilled.store(!state.entries.isEmpty, ordering: .relaxed)
      return state.entries.count < count
    }
  }

  func clear() { replace(with: []) }

  /// Takes other rules, at most `capacity`, in the place of those in force.
  func replace(with rules: [FaultRule]) {
    state.withLock { state in
      state.entries = []
      for rule in rules { state.append(rule) }
      isFilled.store(!rules.isEmpty, ordering: .relaxed)
    }
  }

  /// Back to the configuration.
  func reset() { replace(with: configured) }

  /// As `reset`, of some rules.
  func reset(where isMeant: (FaultRule) -> Bool) {
    state.withLock { state in
      state.entries.removeAll { isMeant($0.rule) }
      for rule in configured where isMeant(rule) { state.append(rule) }
      isFilled.store(!state.entries.isEmpty, ordering: .relaxed)
    }
  }

  /// Forgets the requests that are held back.
  func abandonHeld() { era.add(1, ordering: .relaxed) }

  /// What is done to a request; counts it.
  func take(_ request: inout FaultSubject) -> AppliedFault? {
    state.withLock { state in
      for index in state.entries.indices where state.entries[index].canApply {
        if state.entries[index].rule.match.fits(&request), let fault = state.entries[index].apply() { return fault }
      }
      return nil
    }
  }
}
