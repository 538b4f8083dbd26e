import CEvent

/// Connects to the first of some addresses that takes the connection. Freeing it gives up.
final class Dialer {
  enum Outcome {
    case connected(descriptor: Int32, mark: OutgoingMark?)
    /// The last address's `errno`.
    case failed(Int32)
  }

  private let base: OpaquePointer
  private let sockets: ProxySockets
  private var addresses: ArraySlice<SocketAddress>
  /// For one address, so that a dead one leaves time for the others.
  private var limit: timeval
  private let done: (Outcome) -> Void
  private var descriptor: Int32 = -1
  private var mark: OutgoingMark?
  private var event: OpaquePointer?

  /// - Parameters:
  ///   - addresses: at least one.
  ///   - limit: for all of them.
  ///   - done: called once, perhaps by `start` already.
  init(_ addresses: [SocketAddress], within limit: Duration, base: OpaquePointer, sockets: ProxySockets, done: @escaping (Outcome) -> Void) {
    self.base = base
    self.sockets = sockets
    self.addresses = addresses[...]
    self.limit = timeval(limit / addresses.count)
    self.done = done
  }

  deinit { giveUp() }

  func start() {
    let reason = tryNext()
    if event == nil { done(.failed(reason)) }
  }

  /// Begins with the next address that does not refuse at once. Without one `event` stays nil.
  ///
  /// - Returns: the `errno` of the last one that did.
  private func tryNext() -> Int32 {
    var reason = ECONNREFUSED
    while event == nil, let address = addresses.popFirst() {
      descriptor = socket(address.family, SocketAddress.stream, 0)
      guard descriptor >= 0 else { return errno }
      evutil_make_socket_nonblocking(descriptor)
      evutil_make_socket_closeonexec(descriptor)
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      let code = address.withPointer { connect(descriptor, $0, $1) }
      if code == 0 || errno == EINPROGRESS {
        mark = OutgoingMark(descriptor, in: sockets)
        event = event_new(base, descriptor, Int16(EV_WRITE), { _, what, context in
          Unmanaged<Dialer>.fromOpaque(context!).takeUnretainedValue().answered(isLate: Int32(what) & EV_TIMEOUT != 0)
        }, Unmanaged.passUnretained(self).toOpaque())
        event_add(event, &limit)
      } else {
        reason = errno
        giveUp()
      }
    }
    return reason
  }

  private func answered(isLate: Bool) {
    var reason: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &reason, &size)
    if isLate { reason = ETIMEDOUT }
    guard reason != 0 else {
      event_free(event)
      event = nil
      let outcome = Outcome.connected(descriptor: descriptor, mark: mark)
      (descriptor, mark) = (-1, nil)
      return done(outcome)
    }
    giveUp()
    if !addresses.isEmpty { reason = tryNext() }
    if event == nil { done(.failed(reason)) }
  }

  private func giveUp() {
    if let event { event_free(event) }
    event = nil
    mark = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
