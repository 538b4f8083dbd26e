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

extension ProxyRefusal {
  static func tooLong(_ limits: ProxyLimits) -> ProxyRefusal {
    ProxyRefusal(431, "The request's first line and headers are longer than \(limits.headBytes) bytes.")
  }

  /// - Parameter what: the beginning of a sentence.
  static func late(_ what: String, _ limits: ProxyLimits) -> ProxyRefusal {
    ProxyRefusal(504, "\(what) within \(limits.connect.components.seconds) s.")
  }

  static func unknownName(_ authority: Authority) -> ProxyRefusal {
    ProxyRefusal(502, "The name \(authority.host) is not known here; see to its spelling, or to this machine's DNS.")
  }

  /// - Parameter reason: the `errno` of connecting.
  static func unreachable(_ authority: Authority, _ reason: Int32) -> ProxyRefusal {
    switch reason {
    case ECONNREFUSED: ProxyRefusal(502, "\(authority) refused the connection: nobody listens there.")
    case ETIMEDOUT: ProxyRefusal(504, "\(authority) did not take the connection in time.")
    case EMFILE, ENFILE: ProxyRefusal(503, "The server has no descriptor left for \(authority): close connections, or raise its limit (ulimit -n).")
    default: ProxyRefusal(502, "\(authority) cannot be reached: \(String(cString: strerror(reason))).")
    }
  }
}
