/// Why the proxy does not do what it was asked: an HTTP status and a sentence that says how to mend it.
struct ProxyRefusal: Error, Equatable, Sendable {
  let status: Int
  let sentence: String

  init(_ status: Int, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  /// The whole answer; the connection ends with it.
  var answer: [UInt8] {
    let body = sentence + "\n"
    return Array(
      """
      HTTP/1.1 \(status) \(Self.reasons[status] ?? "Refused")\r
      Content-Type: text/plain; charset=UTF-8\r
      Content-Length: \(body.utf8.count)\r
      Connection: close\r
      \r
      \(body)
      """.utf8)
  }

  private static let reasons = [
    400: "Bad Request", 403: "Forbidden", 408: "Request Timeout", 431: "Request Header Fields Too Large", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
