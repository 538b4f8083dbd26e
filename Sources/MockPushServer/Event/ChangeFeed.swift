import PushStore
import Synchronization

/// What was committed about one message.
struct Change: Sendable {
  enum Kind: Sendable {
    /// One page; the rows hold the rest.
    case deliveries([NewDelivery])
    /// The message has its final status.
    case completion
  }

  let message: MessageNumber
  let app: AppNumber
  let appkey: String
  let kind: Kind
}

/// The newest changes, for event streams and webhooks. Only references are kept: without listeners a million deliveries cost nothing more.
final class ChangeFeed: Sendable {
  let deliveries = DeliveryMetrics()
  let changes = Chronicle<Change>(limits: .init(count: 10_000, weight: 50_000))
  /// Of the database; what an older one's writer tells is out of date.
  private let generation = Mutex(0)

  /// - Parameter writtenIn: the database's generation when the change was written.
  func publish(_ change: Change, writtenIn: Int) {
    generation.withLock { generation in
      guard writtenIn == generation else { return }
      switch change.kind {
      case .deliveries(let deliveries) where !deliveries.isEmpty:
        self.deliveries.add(deliveries)
        changes.append(change, events: deliveries.count, weight: deliveries.count)
      case .deliveries: break
      case .completion: changes.append(change, weight: 1)
      }
    }
  }

  /// The database was emptied.
  func reset(to newGeneration: Int) {
    generation.withLock { generation in
      generation = newGeneration
      changes.reset()
    }
  }
}
