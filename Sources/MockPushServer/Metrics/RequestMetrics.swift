import Synchronization

/// Vendor requests by endpoint, version and result code, and how long they took; our own by status. The counters have fixed places behind one lock:
/// counting a request allocates nothing.
final class RequestMetrics: Sendable {
  /// Upper bounds in microseconds; one more bucket has no bound.
  static let bounds: [Int64] = [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000]

  private static let versions = APIVersion.allCases
  private static let codes = ResultCode.allCases.map(\.rawValue)
  /// After the codes: one of a fault rule, and none at all.
  private static let otherCode = codes.count
  private static let noCode = codes.count + 1

  /// The endpoint's method and path below the appkey, by its number.
  private let endpoints: [(method: String, path: String)]
  private let state: Mutex<State>

  private struct State {
    /// By endpoint, version and code; the last endpoint is none, the last version an unknown one.
    var answers: [Int]
    /// By endpoint and bucket.
    var durations: [Int]
    var microseconds: [Int64]
    var faulted = 0
    /// By the hundreds of the status.
    var control = [Int](repeating: 0, count: 6)
  }

  init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints.map { ($0.method.rawValue, $0.template) }
    let places = endpoints.count + 1
    state = Mutex(
      State(
        answers: Array(repeating: 0, count: places * (Self.versions.count + 1) * (Self.codes.count + 2)),
        durations: Array(repeating: 0, count: places * (Self.bounds.count + 1)), microseconds: Array(repeating: 0, count: places)))
  }

  /// - Parameter note: of the answer.
  func count(_ note: Response.Note, microseconds: Int64) {
    let endpoint = note.endpoint ?? endpoints.count
    let version = note.version?.rawValue ?? Self.versions.count
    let code = note.resultCode.map { Self.codes.firstIndex(of: $0) ?? Self.otherCode } ?? Self.noCode
    let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.answers[(endpoint * (Self.versions.count + 1) + version) * (Self.codes.count + 2) + code] += 1
      state.durations[endpoint * (Self.bounds.count + 1) + bucket] += 1
      state.microseconds[endpoint] += microseconds
      if note.fault != nil { state.faulted += 1 }
    }
  }

  func countControl(status: Int) { state.withLock { $0.control[min(max(status / 100, 0), 5)] += 1 } }

  // MARK: Reading

  /// What one endpoint did; only those that were called are told.
  struct Duration {
    let labels: [PrometheusText.Label]
    /// By `bounds`, then what is above.
    let buckets: [Int]
    let microseconds: Int64
  }

  struct Reading {
    var answers: [(labels: [PrometheusText.Label], count: Int)] = []
    var durations: [Duration] = []
    var faulted = 0
    var control: [(status: String, count: Int)] = []
  }

  var reading: Reading {
    let state = state.withLock { $0 }
    var reading = Reading(faulted: state.faulted)
    for endpoint in 0...endpoints.count {
      let labels: [PrometheusText.Label] = endpoint == endpoints.count
        ? [("method", "any"), ("endpoint", "none")] : [("method", endpoints[endpoint].method), ("endpoint", endpoints[endpoint].path)]
      for version in 0...Self.versions.count {
        let name = version == Self.versions.count ? "none" : Self.versions[version].name
        for code in 0..<Self.codes.count + 2 {
          let count = state.answers[(endpoint * (Self.versions.count + 1) + version) * (Self.codes.count + 2) + code]
          guard count > 0 else { continue }
          let text = code == Self.noCode ? "none" : code == Self.otherCode ? "other" : String(Self.codes[code])
          reading.answers.append((labels + [("version", name), ("code", text)], count))
        }
      }
      let start = endpoint * (Self.bounds.count + 1)
      let buckets = Array(state.durations[start..<start + Self.bounds.count + 1])
      if buckets.contains(where: { $0 > 0 }) {
        reading.durations.append(Duration(labels: labels, buckets: buckets, microseconds: state.microseconds[endpoint]))
      }
    }
    reading.control = (1...5).map { ("\($0)xx", state.control[$0]) }
    return reading
  }
}
