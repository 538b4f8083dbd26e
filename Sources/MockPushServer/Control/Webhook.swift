import PushStore
import Synchronization

/// Where deliveries and ends of messages are posted to.
struct WebhookRule: Sendable {
  let id: String
  let address: HTTPAddress
  let events: [Event]
  /// Nil: of every app.
  let appkey: String?

  enum Event: String, CaseIterable, Sendable {
    case delivery, message
  }

  var match: ChangeMatch {
    ChangeMatch(appkey: appkey, hasDeliveries: events.contains(.delivery), hasCompletions: events.contains(.message))
  }
}

/// How often and how long a post is tried. By the machine's clock.
struct WebhookTiming: Sendable {
  var tries = 5
  /// Before the second try; doubled before each further one.
  var wait = Duration.milliseconds(500)
  /// For one try.
  var limit = Duration.seconds(10)
}

/// A webhook at work: posts one event after the other, in order. What it has not come to waits in the change feed, and what that no longer has
/// is missed.
final class Webhook: Sendable {
  struct Status: Sendable {
    /// Up to which event it has come.
    var position: Int
    var posted = 0
    /// Given up after the last try.
    var failed = 0
    /// Went by unseen, whatever app they were of.
    var missed = 0
    var lastError: String?
  }

  let rule: WebhookRule
  private let feed: ChangeFeed
  private let store: any StoreAccess
  private let timing: WebhookTiming
  private let totals: WebhookTotals
  private let client: PostClient
  private let state: Mutex<Status>
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ rule: WebhookRule, feed: ChangeFeed, store: any StoreAccess, loop: LoopExecutor, timing: WebhookTiming, totals: WebhookTotals) {
    (self.rule, self.feed, self.store, self.timing, self.totals) = (rule, feed, store, timing, totals)
    client = PostClient(rule.address, loop: loop)
    state = Mutex(Status(position: feed.changes.newest))
  }

  var status: Status { state.withLock { $0 } }

  /// Events that it has not come to.
  var behind: Int { feed.changes.newest - status.position }

  func start() { task.withLock { $0 = Task { await self.run() } } }

  func end() async {
    task.withLock { $0.take() }?.cancel()
    await client.close()
  }

  private func run() async {
    while !Task.isCancelled {
      let position = status.position
      switch feed.changes.page(after: position, limit: 50) {
      case .reset(let number): state.withLock { $0.position = number }
      case .gap(let through):
        missed(position, through)
      case .elements(let changes) where changes.isEmpty: _ = await feed.changes.news(after: position)
      case .elements(let changes): await post(changes, after: position)
      }
    }
  }

  private func post(_ changes: [(first: Int, element: Change)], after position: Int) async {
    do {
      let match = rule.match
      let found = try await store.readAside { try match.events(changes, after: position, limit: 100, $0) }
      for event in found.events {
        let result = try await post(event)
        state.withLock { status in
          switch result {
          case .posted:
            totals.posted.add()
            status.posted += 1
          case .failed:
            totals.failed.add()
            status.failed += 1
          case .gone: break
          }
          status.position = event.number
        }
      }
      state.withLock { $0.position = found.position }
    } catch is CancellationError {
    } catch {
      // The database cannot be read: nothing of these changes can be told.
      state.withLock { $0.lastError = "\(error)" }
      missed(position, changes.last!.first)
    }
  }

  private func missed(_ position: Int, _ through: Int) {
    totals.missed.add(through - position)
    state.withLock { status in
      status.missed += through - position
      status.position = through
    }
  }

  private enum PostResult {
    case posted
    /// Given up after the last try.
    case failed
    /// Its app was reset, or everything was: nothing of it may be told any more.
    case gone
  }

  private func post(_ event: ChangeMatch.Event) async throws(CancellationError) -> PostResult {
    var wait = timing.wait
    for turn in 0..<timing.tries {
      if turn > 0 {
        guard (try? await Task.sleep(for: wait)) != nil else { throw CancellationError() }
        wait *= 2
      }
      if await isGone(event) { return .gone }
      if await isTaken(event.json, turn) { return .posted }
      if Task.isCancelled { throw CancellationError() }
    }
    return .failed
  }

  /// What was read once is told if the database cannot be asked again.
  private func isGone(_ event: ChangeMatch.Event) async -> Bool {
    let isCurrent = try? await store.readAside { try $0.isCurrent(event.app) }
    if case .reset = feed.changes.page(after: event.number - 1, limit: 0) { return true }
    return isCurrent == false
  }

  private func isTaken(_ json: [UInt8], _ turn: Int) async -> Bool {
    let address = rule.address
    let ips = await offLoop { address.addresses() }
    var error = "could not be found by its name"
    if !ips.isEmpty {
      do throws(PostClient.Fault) {
        let status = try await client.post(json, ip: ips[turn % ips.count], within: timing.limit)
        // ruling: 2xx alone is success; redirections are not followed.
        if (200..<300).contains(status) { return true }
        error = "answered with status \(status)"
      } catch let fault {
        error = fault.text
      }
    }
    state.withLock { [error] in $0.lastError = "\(address.text) \(error)." }
    return false
  }
}
