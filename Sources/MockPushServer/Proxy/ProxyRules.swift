/// What the proxy does with which destination.
struct ProxyRules: Sendable {
  /// Where the mock itself is reached from this machine; nil when that listener is off.
  struct OwnListeners: Sendable {
    var http: SocketAddress?
    var https: SocketAddress?
    /// Whether only this machine reaches them.
    var isLoopbackOnly = true

    /// The listener with this port.
    func at(_ port: UInt16) -> SocketAddress? { [http, https].compactMap { $0 }.first { $0.port == port } }
  }

  enum Destination: Equatable, Sendable {
    /// The mock answers.
    case mock(SocketAddress)
    /// Where a name or an address leads.
    case outside(Authority)
  }

  let names: MockNames
  let own: OwnListeners
  /// The proxy's own.
  let port: UInt16
  /// Other machines may use it, and it was not opened for everything.
  let isRestricted: Bool

  func destination(of authority: Authority) throws(ProxyRefusal) -> Destination {
    if names.contains(authority.host) {
      if let listener = own.at(authority.port) { return .mock(listener) }
      switch authority.port {
      case 443: return .mock(try listener(own.https, "https", for: authority))
      case 80: return .mock(try listener(own.http, "http", for: authority))
      default: break
      }
      // ruling: never to the vendor itself, whatever the port: nothing of a test may leave for the cloud.
      if MockNames.isVendor(authority.host) {
        throw ProxyRefusal(403, "\(authority) is not relayed: the vendor's hosts have the ports 80 and 443, and the mock answers at these.")
      }
    }
    guard isRestricted else { return .outside(authority) }
    // A device that is set to use the proxy for everything still gets at the CA's certificate; `ControlRoute` lets it have no more.
    if let address = SocketAddress(numeric: authority.host, port: authority.port), case .mock(let own)? = try here(address) { return .mock(own) }
    throw ProxyRefusal(
      403, "\(authority) is not relayed: other machines can reach this proxy, so it relays the vendor's hosts only. "
        + "Let everything else go direct (/_mock/proxy.pac does), or start the server with --proxy-open.")
  }

  private func listener(_ address: SocketAddress?, _ scheme: String, for authority: Authority) throws(ProxyRefusal) -> SocketAddress {
    if let address { return address }
    throw ProxyRefusal(502, "\(authority) is answered by the mock, whose \(scheme) is off: start the server with --\(scheme)-port.")
  }

  /// What an address on this machine means: its own listener, or nil where it means nothing special.
  ///
  /// - Throws: a refusal when it is the proxy itself.
  func here(_ address: SocketAddress) throws(ProxyRefusal) -> Destination? {
    let listener = own.at(address.port)
    guard address.port == port || listener != nil, address.isOfThisMachine else { return nil }
    if let listener { return .mock(listener) }
    throw ProxyRefusal(403, "Port \(port) of this machine is this proxy itself, which does not connect to itself: name the server that is meant.")
  }
}
