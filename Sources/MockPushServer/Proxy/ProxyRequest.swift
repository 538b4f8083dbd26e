/// What a client asks the proxy for.
struct ProxyRequest {
  enum Kind {
    /// CONNECT.
    case tunnel
    /// A request over plain http: its head as the server shall get it.
    case plain(PlainRequest)
  }

  let authority: Authority
  let kind: Kind

  init(_ head: MessageHead) throws(ProxyRefusal) {
    let words = head.start.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, let version = Self.minorVersion(words[2]) else {
      throw ProxyRefusal(
        400, "This is no request of HTTP/1.1: this port is a forward proxy, which takes CONNECT host:port and requests for http:// addresses.")
    }
    let (method, target) = (String(decoding: words[0], as: UTF8.self), words[1])
    if method == "CONNECT" {
      authority = try Authority(String(decoding: target, as: UTF8.self))
      kind = .tunnel
      return
    }
    let scheme = Array("http://".utf8)
    guard target.count > scheme.count, target.prefix(scheme.count).elementsEqual(scheme, by: { $0 | 0x20 == $1 || $0 == $1 }) else {
      throw Self.refusal(of: String(decoding: target, as: UTF8.self))
    }
    let rest = target.dropFirst(scheme.count)
    let pathStart = rest.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) } ?? rest.endIndex
    let host = String(decoding: rest[..<pathStart], as: UTF8.self)
    authority = try Authority(host, defaultPort: 80)
    var path = Array(rest[pathStart...])
    // RFC 9112, 3.2.4: of the server as a whole.
    if path.first != UInt8(ascii: "/") { path = Array((path.isEmpty && method == "OPTIONS" ? "*" : "/").utf8) + path }
    kind = .plain(PlainRequest(head, method: method, path: path, host: host, minorVersion: version))
  }

  private static func minorVersion(_ word: ArraySlice<UInt8>) -> Int? {
    switch String(decoding: word, as: UTF8.self) {
    case "HTTP/1.1": 1
    case "HTTP/1.0": 0
    default: nil
    }
  }

  private static func refusal(of target: String) -> ProxyRefusal {
    if target.hasPrefix("/") || target == "*" {
      return ProxyRefusal(400, "This port is a forward proxy: set it as the http and https proxy, or send this request to the server's own port.")
    }
    if target.lowercased().hasPrefix("https://") {
      return ProxyRefusal(400, "This proxy takes https by CONNECT only: let the client open a tunnel.")
    }
    return ProxyRefusal(400, "`\(ShownValue.oneLine(target))` is no http:// address with a host.")
  }
}

/// A request over plain http on its way through the proxy.
struct PlainRequest {
  let method: String
  /// For the server: path instead of address, the address's host, and nothing that was meant for the proxy.
  let head: [UInt8]
  let body: BodyFraming
  /// Whether the client can send another request on its connection.
  let keepsConnection: Bool

  init(_ head: MessageHead, method: String, path: [UInt8], host: String, minorVersion: Int) {
    self.method = method
    body = BodyFraming(request: head)
    keepsConnection = minorVersion == 1 && !body.isEndless && !(head.items("connection") + head.items("proxy-connection")).contains("close")
    let start = Array("\(method) ".utf8) + path + Array(" HTTP/1.\(minorVersion)".utf8)
    // RFC 9112, 3.2.2: the address wins.
    let isSame = head.values("host").map { $0.lowercased() } == [host.lowercased()]
    self.head = isSame ? head.passedOn(start: start) : head.passedOn(start: start, without: ["host"], adding: ["Host: \(host)"])
  }
}
