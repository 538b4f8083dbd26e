/// What the HTTP layer takes from a client. All of these use the machine's own time.
struct RequestLimits: Sendable {
  /// Bytes of request line and headers; more is evhttp's own 400 and a closed connection.
  var headerBytes = 64 * 1024
  /// Bytes of a body that evhttp takes in at all; routes declare their own, smaller limits and answer above them in words.
  var bodyCeiling = 8 * 1024 * 1024
  /// Seconds without a byte, between requests too.
  var inactivitySeconds: Int32 = 60
  /// Seconds that one whole request may take to arrive, however steadily it drips. Checked once a second.
  var wholeRequestSeconds: Int64 = 30
}
