#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One question to a server, `GET /_mock/health` over plain http, on a blocking thread of the caller.
struct HealthProbe {
  enum Answer: Equatable {
    case ready
    /// Why not, as the end of a sentence.
    case notReady(String)
  }

  let address: HealthAddress
  /// When to give up.
  let deadline: ContinuousClock.Instant

  func ask() -> Answer {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Self.streamType
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &list)
    guard code == 0 else { return .notReady("the name \(address.host) cannot be resolved (\(String(cString: gai_strerror(code))))") }
    defer { freeaddrinfo(list) }
    var answer = Answer.notReady("\(address.host) has no address")
    var next = list
    // A name may stand for an IPv6 and an IPv4 address while the server listens on one of them.
    while let info = next?.pointee {
      answer = ask(info)
      if answer == .ready { break }
      next = info.ai_next
    }
    return answer
  }

  private func ask(_ info: addrinfo) -> Answer {
    let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard descriptor >= 0 else { return .notReady(systemReason(errno)) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    if connect(descriptor, info.ai_addr, info.ai_addrlen) != 0 {
      guard errno == EINPROGRESS else { return .notReady("nothing answers there (\(systemReason(errno)))") }
      guard isReady(descriptor, POLLOUT) else { return .notReady(Self.late) }
      var status: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &status, &size)
      guard status == 0 else { return .notReady("nothing answers there (\(systemReason(status)))") }
    }
    let request = "GET /_mock/health HTTP/1.1\r\nHost: \(address.authority)\r\nConnection: close\r\n\r\n"
    if let problem = sendAll(descriptor, Array(request.utf8)) { return .notReady(problem) }
    return receive(descriptor)
  }

  private func sendAll(_ descriptor: Int32, _ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.sendFlags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        if !isReady(descriptor, POLLOUT) { return Self.late }
      } else if errno != EINTR {
        return "the connection broke (\(systemReason(errno)))"
      }
    }
    return nil
  }

  /// Reads until the answer is complete, the peer closes or 64 KiB are there: more is no health answer.
  private func receive(_ descriptor: Int32) -> Answer {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 64 << 10 {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count > 0 {
        bytes += piece[..<count]
        if HealthAnswer(bytes)?.isComplete == true { break }
      } else if count == 0 {
        break
      } else if errno == EAGAIN {
        if !isReady(descriptor, POLLIN) { return .notReady(Self.late) }
      } else if errno != EINTR {
        return .notReady("the connection broke (\(systemReason(errno)))")
      }
    }
    return HealthAnswer(bytes)?.verdict ?? .notReady("what answers there does not speak HTTP")
  }

  /// Waits for the event until the deadline.
  private func isReady(_ descriptor: Int32, _ event: some BinaryInteger) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { return false }
      var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&wanted, 1, Int32(left.rounded(.up)))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  private static let late = "there was no answer in time"

  private func systemReason(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamType = SOCK_STREAM
  #endif

  /// A peer that is gone is an error to report, not a signal to die of; on Darwin the socket option does this.
  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif
}
