import CEvent

/// The proxy's listening socket.
final class ProxyListener {
  let address: SocketAddress
  private let listener: OpaquePointer

  /// - Parameter port: 0 takes a free one.
  /// - Throws: `ListenError` with a sentence that says how to mend it.
  init(host: String, port: UInt16, base: OpaquePointer, proxy: ForwardProxy) throws(ListenError) {
    guard let wanted = HostLookup.find(host, port).first else { throw Self.error(host, port, 0) }
    let made = wanted.withPointer { address, size in
      evconnlistener_new_bind(base, { _, descriptor, _, _, context in
        Unmanaged<ForwardProxy>.fromOpaque(context!).takeUnretainedValue().assumeIsolated { $0.accepted(descriptor) }
      }, Unmanaged.passUnretained(proxy).toOpaque(), LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE, -1, address, Int32(size))
    }
    guard let listener = made, let address = SocketAddress.told(by: { getsockname(evconnlistener_get_fd(listener), $0, $1) }) else {
      throw Self.error(host, port, errno)
    }
    self.listener = listener
    self.address = address
    // Accepted sockets inherit it: what was gathered once is not gathered again.
    var on: Int32 = 1
    setsockopt(evconnlistener_get_fd(listener), Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    evconnlistener_set_error_cb(listener) { _, context in
      Unmanaged<ForwardProxy>.fromOpaque(context!).takeUnretainedValue().assumeIsolated { $0.acceptFailed() }
    }
  }

  private static func error(_ host: String, _ port: UInt16, _ reason: Int32) -> ListenError {
    ListenError(host: host, port: port, option: "--proxy-port", hostOption: "--proxy-host", reason: reason)
  }

  deinit { evconnlistener_free(listener) }

  /// Without this, a process out of descriptors would be told without pause of connections that it cannot accept.
  func pause() { evconnlistener_disable(listener) }

  func goOn() { evconnlistener_enable(listener) }
}
