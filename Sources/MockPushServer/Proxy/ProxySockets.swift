import Synchronization

/// What the rest of the server knows of the proxy: its port, and which connections are its own.
final class ProxySockets: Sendable {
  /// Where the proxy listens, and who then reaches the mock through it.
  struct Listening: Sendable {
    var port: UInt16
    /// Whether other machines come to the mock by the proxy alone: the mock itself listens for this one.
    var isOnlyWayForOthers: Bool
  }

  private let state = Mutex<Listening?>(nil)
  private let outgoing = Mutex<Set<SocketAddress>>([])

  /// nil while no proxy listens.
  var listening: Listening? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  var port: UInt16? { listening?.port }

  /// True when a connection from this address was made by the proxy.
  func isOutgoing(_ address: SocketAddress) -> Bool { outgoing.withLock { $0.contains(address) } }

  /// Whether the connection that came in on this socket was made by the proxy.
  func isPeer(of descriptor: Int32) -> Bool {
    guard !outgoing.withLock({ $0.isEmpty }) else { return false }
    return SocketAddress.told { getpeername(descriptor, $0, $1) }.map(isOutgoing) ?? false
  }

  fileprivate func add(_ address: SocketAddress) { outgoing.withLock { _ = $0.insert(address) } }
  fileprivate func remove(_ address: SocketAddress) { outgoing.withLock { _ = $0.remove(address) } }
}

/// One connection that the proxy makes, known for as long as this lives.
final class OutgoingMark {
  private let sockets: ProxySockets
  private let address: SocketAddress

  /// nil before `connect`, which gives the socket its address.
  init?(_ descriptor: Int32, in sockets: ProxySockets) {
    guard let address = SocketAddress.told(by: { getsockname(descriptor, $0, $1) }) else { return nil }
    self.sockets = sockets
    self.address = address
    sockets.add(address)
  }

  deinit { sockets.remove(address) }
}
