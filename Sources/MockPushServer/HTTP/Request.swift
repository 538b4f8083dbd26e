/// One HTTP request, whole, as plain values.
struct Request: Sendable {
  enum Method: String, CaseIterable, Sendable {
    case get = "GET", head = "HEAD", post = "POST", put = "PUT", delete = "DELETE"
    case options = "OPTIONS", patch = "PATCH", trace = "TRACE", connect = "CONNECT"
    /// Any other word: its body was not read, so the connection ends with the answer.
    case unknown = "?"

    /// For sentences.
    var shown: String { self == .unknown ? "This" : rawValue }
  }

  enum Scheme: String, Sendable {
    case http, https
  }

  enum Via: String, Sendable {
    case proxy
  }

  var method: Method
  /// The request target as received, e.g. `/push/v2.3/appkeys/APP/tokens?uid=u`.
  let target: String
  /// The target without query, and without scheme and authority when a proxy's client sent them.
  let path: Substring
  /// What follows the first `?`, without it.
  let query: Substring
  var headers: HeaderFields
  var body: [UInt8]
  var scheme: Scheme
  /// What the request came through; nil when the client itself made the connection.
  var via: Via?

  init(method: Method, target: String, headers: HeaderFields = HeaderFields(), body: [UInt8] = [], scheme: Scheme = .http) {
    self.method = method
    self.target = target
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = target[Self.pathStart(target)..<(mark ?? target.endIndex)]
    query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
    self.headers = headers
    self.body = body
    self.scheme = scheme
  }

  private static func pathStart(_ target: String) -> String.Index {
    guard target.utf8.first != UInt8(ascii: "/") else { return target.startIndex }
    for scheme in ["http://", "https://"] where target.utf8.starts(with: scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 }) {
      let authority = target.utf8.index(target.startIndex, offsetBy: scheme.utf8.count)
      return target.utf8[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? target.endIndex
    }
    return target.startIndex
  }
}
