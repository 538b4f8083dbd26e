/// How long an answer is held back, in milliseconds of real time.
enum FaultDelay: Sendable, Equatable {
  /// Ten minutes; no client waits for longer.
  static let longest = 600_000

  case fixed(Int)
  /// Any time from the first to the second, each as likely.
  case uniform(Int, Int)
  /// Half of the times are shorter than the median; the larger sigma, the longer the longest.
  case lognormal(median: Int, sigma: Double)

  func sample(_ random: inout SplitMix64) -> Duration {
    switch self {
    case .fixed(let time): return .milliseconds(time)
    case .uniform(let least, let most): return .milliseconds(Int.random(in: least...most, using: &random))
    case .lognormal(let median, let sigma):
      // Box and Muller: a normal number out of two uniform ones.
      let normal = (-2 * log(1 - random.unit())).squareRoot() * cos(2 * Double.pi * random.unit())
      return .milliseconds(Int(min(Double(median) * exp(sigma * normal), Double(Self.longest))))
    }
  }

  var usesChance: Bool {
    if case .fixed = self { false } else { true }
  }
}
