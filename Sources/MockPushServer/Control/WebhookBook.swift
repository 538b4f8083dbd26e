import Synchronization

/// The webhooks, in memory.
final class WebhookBook: Sendable {
  /// Hosts besides loopback that may be posted to, in lower case.
  let hosts: [String]
  /// Of all webhooks that there ever were.
  let totals = WebhookTotals()
  private let feed: ChangeFeed
  private let store: any StoreAccess
  private let loop: LoopExecutor
  private let timing: WebhookTiming
  private let hooks = Mutex<[Webhook]>([])

  init(feed: ChangeFeed, store: any StoreAccess, loop: LoopExecutor, timing: WebhookTiming, hosts: [String]) {
    (self.feed, self.store, self.loop, self.timing, self.hosts) = (feed, store, loop, timing, hosts)
  }

  var all: [Webhook] { hooks.withLock { $0 } }

  /// Replaces all. The new ones begin with what is new; posts of the old ones that are under way are given up.
  func set(_ rules: [WebhookRule]) async {
    let new = rules.map { Webhook($0, feed: feed, store: store, loop: loop, timing: timing, totals: totals) }
    let old = hooks.withLock { hooks in
      defer { hooks = new }
      return hooks
    }
    for hook in new { hook.start() }
    for hook in old { await hook.end() }
  }

  func clear() async { await set([]) }
}

struct WebhookTotals: Sendable {
  let posted = Counter()
  let failed = Counter()
  let missed = Counter()
}
