import CEvent

/// A client of the proxy: reads what it asks for, finds and connects to where that leads, and has a relay do the rest.
final class ProxyConnection {
  private enum Phase {
    /// Between requests.
    case quiet
    case receivingHead
    case lookingUp(ProxyRequest)
    case dialing(ProxyRequest, Dialer)
    case relaying(any Relay, toMock: Bool)
    /// All is said; the client may take it and close.
    case lingering
    case ended
  }

  let id: Int
  private let service: ProxyService
  private var client: RelaySocket!
  private var phase = Phase.quiet
  private var head = HeadBuffer()
  /// When its time in this phase is over.
  private(set) var deadline: Moment

  init(_ descriptor: Int32, id: Int, service: ProxyService) {
    self.id = id
    self.service = service
    deadline = service.limits.quiet.fromNow
    client = RelaySocket(descriptor, base: service.base, owner: self)
    client.isReceiving = true
  }

  // MARK: What it asks for

  private func readHead() {
    guard let head = head.takeHead() else {
      if self.head.bytes.count > service.limits.headBytes { refuse(.tooLong(service.limits)) }
      return
    }
    client.isReceiving = false
    do throws(ProxyRefusal) {
      if head.size > service.limits.headBytes { throw .tooLong(service.limits) }
      let request = try ProxyRequest(head)
      deadline = service.limits.connect.fromNow
      switch try service.rules.destination(of: request.authority) {
      case .mock(let listener): dial([listener], for: request, isMock: true)
      case .outside(let authority):
        if let address = SocketAddress(numeric: authority.host, port: authority.port) {
          try dial([address], for: request)
        } else {
          phase = .lookingUp(request)
          service.lookUp(authority, until: deadline, for: id)
        }
      }
    } catch {
      refuse(error, String(decoding: head.start, as: UTF8.self))
    }
  }

  /// The name was looked up.
  func found(_ addresses: [SocketAddress]) {
    guard case .lookingUp(let request) = phase else { return }
    do throws(ProxyRefusal) {
      if addresses.isEmpty { throw .unknownName(request.authority) }
      try dial(addresses, for: request)
    } catch {
      refuse(error, "\(request.authority)")
    }
  }

  // MARK: Connecting

  private func dial(_ addresses: [SocketAddress], for request: ProxyRequest) throws(ProxyRefusal) {
    for address in addresses {
      if case .mock(let listener)? = try service.rules.here(address) { return dial([listener], for: request, isMock: true) }
    }
    dial(addresses, for: request, isMock: false)
  }

  private func dial(_ addresses: [SocketAddress], for request: ProxyRequest, isMock: Bool) {
    let dialer = Dialer(addresses, within: service.limits.connect, base: service.base, sockets: service.sockets) { [unowned self] outcome in
      switch outcome {
      case .connected(let descriptor, let mark): connected(descriptor, mark, request, isMock)
      case .failed(let reason): refuse(.unreachable(request.authority, reason), "\(request.authority)")
      }
    }
    phase = .dialing(request, dialer)
    dialer.start()
  }

  private func connected(_ descriptor: Int32, _ mark: OutgoingMark?, _ request: ProxyRequest, _ isMock: Bool) {
    let server = RelaySocket(descriptor, base: service.base, mark: mark, owner: self)
    let relay: any Relay
    switch request.kind {
    case .tunnel:
      // What the client sent without waiting for the answer is the tunnel's beginning.
      guard client.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)), server.send(head.takeAll()) else { return end() }
      relay = Tunnel(client: client, server: server, user: self)
    case .plain(let plain):
      relay = PlainExchange(plain, client: client, server: server, rest: head.takeAll(), headLimit: service.limits.headBytes, user: self)
    }
    phase = .relaying(relay, toMock: isMock)
    touch()
    relay.start()
  }

  // MARK: Ending

  /// Answers with the refusal and ends the connection.
  private func refuse(_ refusal: ProxyRefusal, _ target: String = "") {
    service.log(refusal, target)
    _ = client.send(refusal.answer)
    linger()
  }

  /// Closing at once would reset the connection while the client is still sending, and so take the answer from it.
  private func linger() {
    phase = .lingering
    head = HeadBuffer()
    deadline = service.limits.linger.fromNow
    client.owner = self
    client.finishSending()
    client.isReceiving = true
    endIfTaken()
  }

  private func endIfTaken() {
    if client.isFinished, client.hasEnded || isStopping { end() }
  }

  private func end() {
    if case .relaying(let relay, _) = phase { relay.cancel() }
    client.close()
    phase = .ended
    service.ended(id)
  }

  /// Its time is over.
  func expire() {
    let limits = service.limits
    switch phase {
    case .quiet, .relaying, .lingering, .ended: end()
    case .receivingHead: refuse(ProxyRefusal(408, "The request's headers did not come to their end within \(limits.head.components.seconds) s."))
    case .lookingUp(let request): refuse(.late("The name \(request.authority.host) was not found", limits), "\(request.authority)")
    case .dialing(let request, _): refuse(.late("\(request.authority) did not take the connection", limits), "\(request.authority)")
    }
  }

  /// At shutdown: ends all but an exchange with the mock, which ends its own connections when it has answered.
  func stop() {
    if case .relaying(_, toMock: true) = phase { return }
    end()
  }

  func close() { end() }
}

extension ProxyConnection: RelaySocketOwner {
  func canReceive(_ socket: RelaySocket) {
    switch client.receive(into: service.space) {
    case .nothing: break
    case .broken: end()
    case .end:
      if case .lingering = phase { endIfTaken() } else { end() }
    case .bytes(let bytes):
      if case .lingering = phase { return }
      head.append(bytes)
      beginHead()
    }
  }

  private func beginHead() {
    if case .quiet = phase, !head.bytes.isEmpty {
      phase = .receivingHead
      deadline = service.limits.head.fromNow
    }
    readHead()
  }

  func drained(_ socket: RelaySocket) { endIfTaken() }

  func broke(_ socket: RelaySocket) { end() }
}

extension ProxyConnection: RelayUser {
  var space: UnsafeMutableRawBufferPointer { service.space }

  var isStopping: Bool { service.isStopping }

  func touch() { deadline = service.limits.idle.fromNow }

  func relayEnded() { end() }

  func exchangeEnded(keepsConnection: Bool) {
    guard keepsConnection, !isStopping, case .relaying(let relay as PlainExchange, _) = phase else { return linger() }
    phase = .quiet
    deadline = service.limits.quiet.fromNow
    client.owner = self
    head.append(relay.rest)
    client.isReceiving = true
    beginHead()
  }
}
