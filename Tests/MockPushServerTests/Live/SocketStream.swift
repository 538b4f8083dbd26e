import Foundation

/// Why a client gave up.
enum SocketFault: Error, Equatable {
  case deadline(String)
  case refused(Int32)
  case broken(Int32)
  case tls(String)
  /// TLS ended without its goodbye.
  case unannouncedEnd
  /// What came is no HTTP answer.
  case malformed(String)
  /// The peer closed before the answer was whole.
  case closedEarly(String)
}

/// Bytes to and from a peer, each call before a deadline.
protocol ByteStream {
  /// Sends all of it.
  func send(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws
  /// Some bytes; none when the peer has closed.
  func receive(until end: ContinuousClock.Instant) throws -> [UInt8]
}

/// A connected socket that never blocks beyond a deadline.
final class SocketStream: ByteStream {
  let descriptor: Int32
  private var isOpen = true

  /// - Parameter receiveBuffer: bytes that the kernel takes in before the peer must wait; nil is the system's choice.
  init(port: UInt16, until end: ContinuousClock.Instant, receiveBuffer: Int32? = nil) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw SocketFault.refused(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    set(SOL_SOCKET, SO_REUSEADDR, 1)
    if let receiveBuffer {
      set(SOL_SOCKET, SO_RCVBUF, receiveBuffer)
      // The kernel of the peer keeps some segments more, and one of the loopback's is 64 KB: together megabytes.
      set(Int32(IPPROTO_TCP), TCP_MAXSEG, 536)
    }
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    if result != 0 {
      guard errno == EINPROGRESS else { throw SocketFault.refused(errno) }
      try wait(POLLOUT, until: end, "connecting")
      var status: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &status, &size)
      guard status == 0 else { throw SocketFault.refused(status) }
    }
  }

  /// One that was accepted.
  init(accepted: Int32) {
    descriptor = accepted
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  deinit { close() }

  func close() {
    guard isOpen else { return }
    isOpen = false
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  /// Says that nothing more will be sent.
  func closeSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes with a reset.
  func abort() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  func wait(_ event: some BinaryInteger, until end: ContinuousClock.Instant, _ doing: String) throws {
    while true {
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      guard left > 0 else { throw SocketFault.deadline(doing) }
      var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&wanted, 1, Int32(left.rounded(.up))) > 0 { return }
    }
  }

  func send(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      #else
        let count = rest.withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, 0) }
      #endif
      if count > 0 { rest = rest.dropFirst(count) } else if errno == EAGAIN { try wait(POLLOUT, until: end, "sending") } else if errno != EINTR {
        throw SocketFault.broken(errno)
      }
    }
  }

  func receive(until end: ContinuousClock.Instant) throws -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count >= 0 { return Array(piece[..<count]) }
      if errno == EAGAIN { try wait(POLLIN, until: end, "receiving") } else if errno != EINTR { throw SocketFault.broken(errno) }
    }
  }
}
