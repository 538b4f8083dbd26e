import PushStore

/// The newest requests to vendor paths with their answers: at most 10,000, in at most 32 MiB.
final class Journal: Sendable {
  static let limits = Chronicle<JournalEntry>.Limits(count: 10_000, weight: 32 * 1024 * 1024)

  let entries = Chronicle<JournalEntry>(limits: limits)
  private let text = JournalText()
  private let clock: any WallClock

  init(clock: any WallClock) { self.clock = clock }

  /// Both times of a request's arrival.
  struct Arrival {
    let at: Timestamp
    let received: Timestamp
  }

  func arrival() -> Arrival { Arrival(at: clock.now, received: SystemClock().now) }

  /// Before the answer leaves, so that whoever asks after it finds the entry.
  func record(_ request: Request, _ response: Response, _ arrival: Arrival, microseconds: Int64) {
    let entry = JournalEntry(
      request, response, at: arrival.at, received: arrival.received, microseconds: microseconds, keptIn: text)
    entries.append(entry, weight: entry.weight)
  }
}
