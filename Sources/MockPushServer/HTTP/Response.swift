/// What goes back to a client, and what the log and the journal are told about it.
struct Response: Sendable {
  /// HTTP status; vendor paths always answer 200 (R2).
  var status: Int = 200
  var contentType: StaticString = "application/json;charset=UTF-8"
  /// Fields besides the content type and those that the server adds itself.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// In place of `body`: chunks that are made while they are sent, so that an answer may be larger than memory.
  var stream: BodyStream?
  /// Told when the stream failed underway; the client sees a body without its end.
  var streamFailed: (@Sendable (any Error) -> Void)?
  /// True for a stream without an end of its own: it is ended at shutdown.
  var isLive = false
  /// True ends the connection with this answer.
  var closesConnection = false
  /// Breaks the connection instead of answering; of the answer only `stall` and `truncate` show a part.
  var connectionFault: ConnectionFault?
  /// Not sent.
  var note = Note()

  struct Note: Sendable {
    /// The route's pattern, never the concrete path: it goes to the log.
    var template: String = ""
    /// The number of the vendor's endpoint, and the version by which it was asked, as far as they exist: for metrics.
    var endpoint: Int?
    var version: APIVersion?
    /// The vendor's result code; nil outside vendor paths.
    var resultCode: Int?
    /// One sentence on what was wrong and what would be right; also sent as `X-Mock-Hint`.
    var hint: String?
    /// Full detail of an unexpected error, for the log only.
    var detail: String?
    /// Name of the fault rule that had a part in it, else its id.
    var fault: String?
  }
}

extension Response {
  /// A JSON object without an envelope.
  static func object(_ members: (inout JSONWriter) -> Void) -> Response {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return Response(body: writer.bytes)
  }
}

/// Chunks of a body. The next one is asked for when the client has taken the last. Ends early, by cancellation of whoever awaits the next
/// chunk, when the client leaves.
typealias BodyStream = AsyncThrowingStream<[UInt8], any Error>

extension Response {
  /// Broken HTTP, like evhttp's own 400.
  static let unclearEnd = Response(
    status: 400, body: Array(#"{"error":"Where the body of this request ends is told twice. Send one Content-Length, or Transfer-Encoding: chunked alone."}"#.utf8),
    closesConnection: true)
}
