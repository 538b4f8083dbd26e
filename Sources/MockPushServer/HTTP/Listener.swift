import CEvent

/// One evhttp with its listening socket: plain, or TLS when it has a context.
final class Listener {
  let http: OpaquePointer
  let scheme: Request.Scheme
  let tls: TLSContext?
  private var socket: OpaquePointer?
  /// Bufferevents whose connection is not known yet, each with a reference of ours.
  var accepted: [OpaquePointer] = []
  unowned let server: HTTPServer

  init(server: HTTPServer, tls: TLSContext?, base: OpaquePointer, limits: RequestLimits) {
    self.server = server
    self.tls = tls
    scheme = tls == nil ? .http : .https
    http = evhttp_new(base)
    // Every method, unknown ones included: they are answered in the vendor's words.
    evhttp_set_allowed_methods(http, UInt16.max)
    evhttp_set_max_headers_size(http, limits.headerBytes)
    evhttp_set_max_body_size(http, limits.bodyCeiling)
    var inactivity = timeval(limits.inactivity)
    evhttp_set_timeout_tv(http, &inactivity)
    let me = Unmanaged.passUnretained(self).toOpaque()
    evhttp_set_gencb(http, { request, context in
      let listener = Unmanaged<Listener>.fromOpaque(context!).takeUnretainedValue()
      nonisolated(unsafe) let (request, from) = (request!, listener) // this runs on the server's executor, which assumeIsolated checks
      from.server.assumeIsolated { $0.received(request, on: from) }
    }, me)
    evhttp_set_bevcb(http, { base, context in
      let listener = Unmanaged<Listener>.fromOpaque(context!).takeUnretainedValue()
      return listener.makeBufferevent(base!)
    }, me)
  }

  /// Frees the socket and all connections, whose close callbacks run meanwhile.
  func free() {
    for bufferevent in accepted { bufferevent_decref(bufferevent) }
    accepted = []
    evhttp_free(http)
  }

  private func makeBufferevent(_ base: OpaquePointer) -> OpaquePointer? {
    let made = tls.map { $0.makeBufferevent(base: base) } ?? bufferevent_socket_new(base, -1, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue))
    guard let made else { return nil }
    bufferevent_incref(made)
    accepted.append(made)
    nonisolated(unsafe) let from = self // as above: on the server's executor
    server.assumeIsolated { $0.acceptedOne(on: from) }
    return made
  }

  /// - Throws: `ListenError` with a sentence that says how to mend it.
  func listen(host: String, port wanted: UInt16, option: String) throws(ListenError) -> SocketAddress {
    guard let socket = evhttp_bind_socket_with_handle(http, host, wanted) else {
      throw ListenError(host: host, port: wanted, option: option, reason: errno)
    }
    self.socket = socket
    // Accepted sockets inherit it. TLS writes headers and body apart, and the second would wait 40 ms for the first one's acknowledgement.
    var on: Int32 = 1
    setsockopt(evhttp_bound_socket_get_fd(socket), Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return SocketAddress.told { getsockname(evhttp_bound_socket_get_fd(socket), $0, $1) }!
  }

  func stopAccepting() {
    guard let socket else { return }
    evhttp_del_accept_socket(http, socket)
    self.socket = nil
  }
}

/// Why a socket cannot listen, in a sentence.
struct ListenError: Error, CustomStringConvertible, Sendable {
  let description: String

  /// - Parameters:
  ///   - option: that of the port.
  ///   - reason: an `errno`; 0 for a name that is not known.
  init(host: String, port: UInt16, option: String, hostOption: String = "--host", reason: Int32) {
    description = switch reason {
    case EADDRINUSE: "Port \(port) on \(host) is in use by another program. Stop that one, or give another \(option) (0 takes a free port)."
    case EACCES: "Port \(port) needs more rights than this user has. Give a \(option) of 1024 or higher, or allow the program low ports."
    case EADDRNOTAVAIL: "\(host) is not an address of this machine. Give another \(hostOption), for example 127.0.0.1 or 0.0.0.0."
    default: "\(host):\(port) cannot be listened on: \(reason == 0 ? "the name is not known" : String(cString: strerror(reason))). Give another \(hostOption) or \(option)."
    }
  }
}
