import PushStore

/// Counts targets per push type, and what their certificates mean for the message (contract 11, steps 5 and 6; 18.3).
struct TargetTally {
  private var counts: [PushType: Int] = [:]
  private(set) var total = 0

  mutating func add(_ type: PushType) {
    counts[type, default: 0] += 1
    total += 1
  }

  /// What the message ends as whatever its deliveries; nil when they decide.
  func verdict(_ plan: MessagePlan) -> MessageStatus? {
    guard total > 0 else { return .cancelNoTarget }
    var invalid = 0
    var unauthorized = 0
    for (type, count) in counts {
      switch plan.certificateFault(type) {
      case .invalidCertificate: invalid += count
      case .unauthorized: unauthorized += count
      default: return nil
      }
    }
    // The majority wins, ties are CANCEL_INVALID_CERTIFICATE.
    return unauthorized > invalid ? .cancelUnauthorized : .cancelInvalidCertificate
  }
}
