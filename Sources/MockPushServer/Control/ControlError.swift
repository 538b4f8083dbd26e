/// A refusal on our own paths: a plain HTTP status and one sentence that says how to mend it.
struct ControlError: Error, Sendable {
  let status: Int
  let sentence: String
  /// Fields such as `Allow`.
  var headers: [(name: String, value: String)] = []

  static let stopping = ControlError(status: 503, sentence: "The server is stopping; messages that are pending go on at its next start.")

  static func badRequest(_ sentence: String) -> ControlError { ControlError(status: 400, sentence: sentence) }

  var response: Response {
    var writer = JSONWriter(capacity: 160)
    writer.beginObject()
    writer.member("error", sentence)
    writer.endObject()
    var response = Response(status: status, headers: headers, body: writer.bytes)
    response.note.hint = sentence
    return response
  }
}
