/// What the proxy takes from clients and servers. All of these use the machine's own time.
struct ProxyLimits: Sendable {
  /// Bytes of a request's, or an answer's, first line and headers.
  var headBytes = 64 * 1024
  /// Time from a request's first byte to the end of its headers.
  var head = Duration.seconds(30)
  /// Time without a byte between requests.
  var quiet = Duration.seconds(60)
  /// Time for looking a name up and connecting to its addresses.
  var connect = Duration.seconds(15)
  /// Time without a byte in either direction of a tunnel, or of a request under way.
  var idle = Duration.seconds(600)
  /// Time that a client has to take a refusal and close.
  var linger = Duration.seconds(2)
  /// Time at shutdown for what the mock has answered to reach the clients.
  var drain = Duration.seconds(2)
  /// Connections at once; nil is what the process's descriptors allow. Each has three at most: in, out, and the mock's own end.
  var connections: Int?

  /// How often connections are looked at: each ends at most this much after its time.
  var sweepInterval: Duration { min(.seconds(1), [head, quiet, connect, idle, linger].min()! / 8) }

  var mostConnections: Int { connections ?? max(16, (FileLimit.current - 128) / 3) }
}

/// Monotonic microseconds.
typealias Moment = Int64

extension Duration {
  /// The moment so much from now.
  var fromNow: Moment {
    SystemClock.monotonicMicroseconds + components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
