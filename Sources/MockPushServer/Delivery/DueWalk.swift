import PushStore

/// A walk through what falls due over several sources, in the order of due moments; at one moment in the order of the sources.
/// A source that fails is logged and left out for the rest of the walk, so that it does not stop the others.
struct DueWalk: Sendable {
  /// So many fired items are kept, the first ones; all are counted.
  static let kept = 1_000

  /// Something that was fired, and when.
  struct Fired: Sendable, Equatable {
    /// What the clock showed.
    let at: Timestamp
    let item: FiredItem
  }

  private(set) var fired: [Fired] = []
  private(set) var firedCount = 0
  /// The first failure of a source.
  private(set) var failure: (any Error)?
  private let sources: [any DueSource]
  private let logger: Logger
  private var failed: Set<Int> = []

  init(_ sources: [any DueSource], logger: Logger) {
    self.sources = sources
    self.logger = logger
  }

  /// The earliest moment at which anything is due, and the sources in which it is.
  mutating func next() async -> (due: Timestamp, sources: [Int])? {
    var earliest: (due: Timestamp, sources: [Int])?
    for index in sources.indices where !failed.contains(index) {
      do {
        guard let due = try await sources[index].nextDue(), due <= earliest?.due ?? due else { continue }
        earliest = due == earliest?.due ? (due, earliest!.sources + [index]) : (due, [index])
      } catch {
        fail(index, error)
      }
    }
    return earliest
  }

  /// Fires what `next` found.
  mutating func fire(_ next: (due: Timestamp, sources: [Int]), now: Timestamp) async {
    for index in next.sources {
      do {
        let items = try await sources[index].fire(dueBy: next.due, now: now)
        firedCount += items.count
        fired += items.prefix(Self.kept - fired.count).map { Fired(at: now, item: $0) }
        // It may have found that nothing was to do; but then it must not name the same moment for ever.
        if items.isEmpty, try await sources[index].nextDue() == next.due { throw NothingFired(due: next.due) }
      } catch {
        fail(index, error)
      }
    }
  }

  private mutating func fail(_ index: Int, _ error: any Error) {
    failed.insert(index)
    failure = failure ?? error
    logger.log(.error, "what is due cannot be fired", ["source": "\(type(of: sources[index]))", "detail": .string("\(error)")])
  }
}

/// A source named a moment, fired nothing for it, and names it again.
struct NothingFired: Error, CustomStringConvertible {
  let due: Timestamp
  var description: String { "nothing was fired that was due at \(DateText.iso(due)), and it is still due" }
}
