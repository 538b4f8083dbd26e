/// What goes back to a client, and what the log and the journal are told about it.
struct Response: Sendable {
  /// HTTP status; vendor paths always answer 200 (R2).
  var status: Int = 200
  var contentType: StaticString = "application/json;charset=UTF-8"
  /// Fields besides the content type and those that the server adds itself.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// True ends the connection with this answer.
  var closesConnection = false
  /// Not sent.
  var note = Note()

  struct Note: Sendable {
    /// The route's pattern, never the concrete path: it goes to the log.
    var template: String = ""
    /// The vendor's result code; nil outside vendor paths.
    var resultCode: Int?
    /// One sentence on what was wrong and what would be right; also sent as `X-Mock-Hint`.
    var hint: String?
    /// Full detail of an unexpected error, for the log only.
    var detail: String?
  }
}

extension Response {
  /// Broken HTTP, like evhttp's own 400.
  static let unclearEnd = Response(
    status: 400, body: Array(#"{"error":"Where the body of this request ends is told twice. Send one Content-Length, or Transfer-Encoding: chunked alone."}"#.utf8),
    closesConnection: true)
}
