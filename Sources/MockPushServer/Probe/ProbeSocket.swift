/// Why a question to another program failed, as the end of a sentence.
struct ProbeFault: Error, Equatable {
  let reason: String

  static let late = ProbeFault(reason: "there was no answer in time")

  static func broken(_ code: Int32) -> ProbeFault { ProbeFault(reason: "the connection broke (\(systemReason(code)))") }
}

/// Bytes to and from a peer, on a blocking thread of the caller.
protocol ProbeStream {
  func send(_ bytes: [UInt8]) throws(ProbeFault)
  /// Some bytes; none when the peer has closed.
  func receive() throws(ProbeFault) -> [UInt8]
}

extension ProbeStream {
  /// Asks with GET over HTTP/1.1, and reads until the answer is complete, the peer closes, or 64 KiB are there.
  func get(_ target: String, host: String, adminToken: String? = nil) throws(ProbeFault) -> ProbeAnswer {
    let authorization = adminToken.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    try send(Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(authorization)Connection: close\r\n\r\n".utf8))
    var bytes: [UInt8] = []
    while bytes.count < 64 << 10, ProbeAnswer(bytes)?.isComplete != true {
      let piece = try receive()
      if piece.isEmpty { break }
      bytes += piece
    }
    guard let answer = ProbeAnswer(bytes) else { throw ProbeFault(reason: "what answers there does not speak HTTP") }
    return answer
  }
}

/// A TCP connection that gives up at a deadline.
final class ProbeSocket: ProbeStream {
  let descriptor: Int32
  private let deadline: ContinuousClock.Instant

  init(_ address: ProbeAddress, port: UInt16, deadline: ContinuousClock.Instant) throws(ProbeFault) {
    self.deadline = deadline
    descriptor = socket(address.family, ProbeAddress.stream, 0)
    guard descriptor >= 0 else { throw ProbeFault(reason: systemReason()) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    guard address.connect(descriptor, port: port) != 0 else { return }
    guard errno == EINPROGRESS else { throw Self.nobody(errno) }
    try wait(POLLOUT)
    var status: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &status, &size)
    if status != 0 { throw Self.nobody(status) }
  }

  deinit { close(descriptor) }

  private static func nobody(_ code: Int32) -> ProbeFault { ProbeFault(reason: "nothing answers there (\(systemReason(code)))") }

  func send(_ bytes: [UInt8]) throws(ProbeFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(POLLOUT)
      } else if errno != EINTR {
        throw .broken(errno)
      }
    }
  }

  func receive() throws(ProbeFault) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count >= 0 { return Array(piece[..<count]) }
      if errno == EAGAIN { try wait(POLLIN) } else if errno != EINTR { throw .broken(errno) }
    }
  }

  /// Waits for the event until the deadline.
  func wait(_ event: some BinaryInteger) throws(ProbeFault) {
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { throw .late }
      var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&wanted, 1, Int32(left.rounded(.up)))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw ProbeFault(reason: systemReason()) }
    }
  }
}

/// A peer that is gone is an error to report, not a signal to die of; on Darwin the socket option does this.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}
