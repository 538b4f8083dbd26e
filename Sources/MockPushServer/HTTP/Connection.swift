import CEvent

/// A client's connection: what the time limit on one whole request needs to know, and the exchange under way.
///
/// libevent 2.1 has a time-out of inactivity only, and no hook for a new request: the beginning of one is seen by a callback on the
/// bufferevent's input.
final class Connection {
  /// evhttp's connection; valid until its close callback.
  let pointer: OpaquePointer
  let bufferevent: OpaquePointer
  /// Who made it, if not the client itself.
  let via: Request.Via?
  private var phase: Phase
  private let limits: RequestLimits
  /// Whether it is known which body the request that is coming in may have.
  private var isCeilingSet = false
  private var exchange: Exchange?
  private var callback: OpaquePointer?
  /// True when nothing more may be read after this answer: after CONNECT evhttp keeps the connection, whatever the answer says.
  var isLast = false

  private enum Phase {
    /// TLS greeting, since (monotonic microseconds).
    case greeting(since: Int64)
    case idle
    /// A request is coming in, since (monotonic microseconds).
    case receiving(since: Int64)
    /// A request is being answered.
    case answering
  }

  /// - Parameter isGreeting: a TLS connection whose handshake is still to come.
  init(_ pointer: OpaquePointer, isGreeting: Bool, via: Request.Via?, limits: RequestLimits) {
    self.pointer = pointer
    self.limits = limits
    self.via = via
    bufferevent = evhttp_connection_get_bufferevent(pointer)
    phase = isGreeting ? .greeting(since: SystemClock.monotonicMicroseconds) : .idle
    callback = evbuffer_add_cb(bufferevent_get_input(bufferevent), { _, info, context in
      guard info!.pointee.n_added > 0 else { return }
      Unmanaged<Connection>.fromOpaque(context!).takeUnretainedValue().bytesCame()
    }, Unmanaged.passUnretained(self).toOpaque())
    if evbuffer_get_length(bufferevent_get_input(bufferevent)) > 0 { bytesCame() }
  }

  private func bytesCame() {
    switch phase {
    case .idle, .greeting: phase = .receiving(since: SystemClock.monotonicMicroseconds)
    case .receiving, .answering: break
    }
    if case .receiving = phase, !isCeilingSet { setCeiling() }
  }

  /// Lets a large body in where the request's first line says that it may come: evhttp looks at its one limit when it has read the headers,
  /// and to take in as much on every path would let anybody fill the memory. In time because evhttp reads after this callback.
  private func setCeiling() {
    let wanted = limits.largeBodies
    // Of every request, so nothing is allocated for it.
    let (isSame, count) = withUnsafeTemporaryAllocation(byteCount: wanted.utf8CodeUnitCount, alignment: 1) { begun in
      let count = max(0, Int(evbuffer_copyout(bufferevent_get_input(bufferevent), begun.baseAddress, begun.count)))
      return (memcmp(begun.baseAddress!, wanted.utf8Start, count) == 0, count)
    }
    let isLarge = isSame && count == wanted.utf8CodeUnitCount
    // Too little to tell: the rest of the line is still to come.
    if isSame, !isLarge { return }
    isCeilingSet = true
    evhttp_connection_set_max_body_size(pointer, isLarge ? limits.largeBodyCeiling : limits.bodyCeiling)
  }

  var isAnswering: Bool {
    if case .answering = phase { true } else { false }
  }

  /// True while an answer is held back on purpose.
  var isHeld: Bool { exchange?.isHeld ?? false }

  /// Holds the answer back for good.
  func hold() { exchange?.isHeld = true }

  /// Whether the client has closed its side. evhttp does not read while a request is answered, and so does not hear of it.
  /// ruling: who has only said that nothing more will be sent counts as gone, too; nobody can tell the two apart.
  var clientHasLeft: Bool {
    var state = pollfd(fd: bufferevent_getfd(bufferevent), events: Self.departure, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & (Self.departure | Int16(POLLHUP) | Int16(POLLERR)) != 0
  }

  #if os(Linux)
    /// POLLRDHUP, which the C library's module does not show.
    private static let departure: Int16 = 0x2000
  #else
    private static let departure = Int16(POLLHUP)
  #endif

  func beginAnswer(_ exchange: Exchange) {
    self.exchange = exchange
    phase = .answering
  }

  /// The answer is written. What a pipelining client sent meanwhile is the next request's beginning.
  func endAnswer() {
    exchange = nil
    phase = .idle
    isCeilingSet = false
    if isLast {
      evbuffer_drain(bufferevent_get_input(bufferevent), Int.max)
      shutdown(bufferevent_getfd(bufferevent), Int32(SHUT_RDWR))
    }
    if evbuffer_get_length(bufferevent_get_input(bufferevent)) > 0 { bytesCame() }
  }

  /// Ends the answer if it is a stream without an end of its own.
  func endLive() { exchange?.endLive() }

  /// The connection's memory goes now.
  func closes() {
    exchange?.connectionCloses()
    exchange = nil
    if let callback { evbuffer_remove_cb_entry(bufferevent_get_input(bufferevent), callback) }
    callback = nil
  }

  /// True when one request, or the TLS greeting, has taken longer than the limit.
  ///
  /// - Parameter now: monotonic microseconds.
  func isOverdue(now: Int64, limit: Duration) -> Bool {
    switch phase {
    case .idle, .answering: return false
    case .receiving(let since): return .microseconds(now - since) > limit
    case .greeting(let since):
      guard .microseconds(now - since) > limit else { return false }
      guard let ssl = bufferevent_openssl_get_ssl(bufferevent), SSL_is_init_finished(ssl) == 0 else {
        phase = .idle
        return false
      }
      return true
    }
  }
}
