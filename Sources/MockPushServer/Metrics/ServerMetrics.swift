import Synchronization

/// What is counted while the server runs, for GET /_mock/metrics. Counters begin at 0 with each start, and a reset leaves them.
struct ServerMetrics: Sendable {
  let requests: RequestMetrics
  let connections = Gauge()
  /// Event streams that a client follows.
  let streams = Gauge()
}

/// A number that goes up and down, from any thread.
final class Gauge: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func set(_ value: Int) { number.store(value, ordering: .relaxed) }

  /// Counts one as long as the token lives.
  func enter() -> Token { Token(self) }

  final class Token: Sendable {
    private let gauge: Gauge

    fileprivate init(_ gauge: Gauge) {
      self.gauge = gauge
      gauge.number.add(1, ordering: .relaxed)
    }

    deinit { gauge.number.subtract(1, ordering: .relaxed) }
  }
}

/// A number that only grows, from any thread.
final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func add(_ amount: Int = 1) { number.add(amount, ordering: .relaxed) }
}
