import PushStore
import Synchronization

/// Deliveries that were committed since the start, by push type and outcome.
final class DeliveryMetrics: Sendable {
  private static let outcomes = DeliveryReason.Outcome.allCases
  /// By push type, 0 where the registration was gone, and outcome.
  private let counts = Mutex([Int](repeating: 0, count: (PushType.allCases.count + 1) * outcomes.count))

  func add(_ deliveries: [NewDelivery]) {
    counts.withLock { counts in
      for delivery in deliveries { counts[Self.place(delivery.pushType, delivery.reason.outcome)] += 1 }
    }
  }

  /// Every push type with every outcome; without a push type those that happened.
  var reading: [(pushType: PushType?, outcome: DeliveryReason.Outcome, count: Int)] {
    let counts = counts.withLock { $0 }
    return (PushType.allCases + [nil]).flatMap { type in
      Self.outcomes.map { (type, $0, counts[Self.place(type, $0)]) }
    }.filter { $0.pushType != nil || $0.count > 0 }
  }

  private static func place(_ type: PushType?, _ outcome: DeliveryReason.Outcome) -> Int {
    let column = switch outcome {
    case .sent: 0
    case .sentFailed: 1
    case .invalidToken: 2
    case .filtered: 3
    }
    return (type?.rawValue ?? 0) * outcomes.count + column
  }
}
