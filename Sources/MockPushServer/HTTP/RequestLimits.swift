/// What the HTTP layer takes from a client. All of these use the machine's own time.
struct RequestLimits: Sendable {
  /// Bytes of request line and headers; more is evhttp's own 400 and a closed connection.
  var headerBytes = 64 * 1024
  /// Bytes of a body that evhttp takes in at all; routes declare their own, smaller limits and answer above them in words.
  var bodyCeiling = 8 * 1024 * 1024
  /// As `bodyCeiling`, of requests whose first line begins with `largeBodies`.
  var largeBodyCeiling = 129 * 1024 * 1024
  var largeBodies: StaticString = "POST /_mock/seed"
  /// Time without a byte, between requests too.
  var inactivity = Duration.seconds(60)
  /// Time that one whole request, or a TLS handshake, may take to arrive, however steadily it drips. Checked every `sweepInterval`.
  var wholeRequest = Duration.seconds(30)

  /// Time that answers and streams under way have at shutdown; what is not sent by then is cut off.
  var drain = Duration.seconds(10)

  /// How often connections are looked at: a request ends at most this much after its time.
  var sweepInterval: Duration { min(.seconds(1), wholeRequest / 8) }
}

extension timeval {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: .init(seconds), tv_usec: .init(attoseconds / 1_000_000_000_000))
  }
}
