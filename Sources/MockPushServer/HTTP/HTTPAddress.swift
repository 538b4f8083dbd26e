/// A plain `http://` URL, taken apart.
struct HTTPAddress: Sendable {
  /// As it was given.
  let text: String
  /// A name or an IP address, in lower case, without brackets.
  let host: String
  let port: UInt16
  /// Path and query.
  let target: String

  /// Nil for what is no such URL, or has a user name.
  init?(_ text: String) {
    // Anything else could end the request line early.
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), text.prefix(7).lowercased() == "http://" else { return nil }
    let rest = text.dropFirst(7)
    let authority = rest.prefix { !"/?#".contains($0) }
    let target = rest.dropFirst(authority.count).prefix { $0 != "#" }
    guard !authority.contains("@"), let (host, port) = Self.parts(authority) else { return nil }
    (self.text, self.host, self.port) = (text, host, port)
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  private static func parts(_ authority: Substring) -> (host: String, port: UInt16)? {
    let isBracketed = authority.hasPrefix("[")
    let host = isBracketed ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    let rest = authority.dropFirst(host.count + (isBracketed ? 2 : 0))
    guard !host.isEmpty, isBracketed == isIPv6(String(host)), isBracketed == authority.contains("]") else { return nil }
    guard !rest.isEmpty else { return (host.lowercased(), 80) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0, rest.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return (host.lowercased(), port)
  }

  /// What goes into the Host header.
  var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// A name or address of this machine alone.
  var isLoopback: Bool {
    if isLocalName || host == "::1" { return true }
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  private var isLocalName: Bool { host == "localhost" || host.hasSuffix(".localhost") }

  /// IP addresses of the host. Asks the name server, so not on the event loop; local names are not asked for (RFC 6761, 6.3).
  func addresses() -> [String] {
    if isLocalName { return ["127.0.0.1", "::1"] }
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [String] = []
    var next = list
    while let entry = next {
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      if getnameinfo(entry.pointee.ai_addr, entry.pointee.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 {
        found.append(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      next = entry.pointee.ai_next
    }
    return found
  }

  private static func isIPv6(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, text, &address) == 1
  }
}
