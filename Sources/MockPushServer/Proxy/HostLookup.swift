import Synchronization

/// Looks names up as other programs on this machine do, with hosts file, mDNS and a VPN's resolvers: by `getaddrinfo`, which libevent's own resolver
/// does not replace. It blocks, for as long as the network likes, so it runs on threads of its own.
final class HostLookup: Sendable {
  private struct Job {
    let name: String
    let port: UInt16
    /// Nobody waits any more after this.
    let end: Moment
    let continuation: CheckedContinuation<[SocketAddress], Never>
  }

  private struct State {
    var waiting: [Job] = []
    var threads = 0
  }

  /// A name server that does not answer holds one of them for half a minute.
  private static let mostThreads = 16
  private let state = Mutex(State())

  /// The addresses in the order in which they are to be tried; none when the name is not known.
  func addresses(of name: String, port: UInt16, until end: Moment) async -> [SocketAddress] {
    await withCheckedContinuation { continuation in
      let needsThread = state.withLock { state in
        state.waiting.append(Job(name: name, port: port, end: end, continuation: continuation))
        guard state.threads < Self.mostThreads else { return false }
        state.threads += 1
        return true
      }
      if needsThread { startThread() }
    }
  }

  private func startThread() {
    let me = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = pthread_create(&thread, nil, { HostLookup.enter($0) }, me)
    #else
      var thread = pthread_t()
      let failure = pthread_create(&thread, nil, { HostLookup.enter($0!) }, me)
    #endif
    precondition(failure == 0, "no thread can be made: \(String(cString: strerror(failure)))")
    #if canImport(Darwin)
      pthread_detach(thread!)
    #else
      pthread_detach(thread)
    #endif
  }

  private static func enter(_ lookup: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<HostLookup>.fromOpaque(lookup).takeRetainedValue().work()
    return nil
  }

  private func work() {
    while let job = next() {
      job.continuation.resume(returning: SystemClock.monotonicMicroseconds < job.end ? Self.find(job.name, job.port) : [])
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.threads -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Blocks.
  static func find(_ name: String, _ port: UInt16) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = SocketAddress.stream
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, String(port), &hints, &found) == 0 else { return [] }
    defer { freeaddrinfo(found) }
    return sequence(first: found) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { $0?.pointee.ai_addr.flatMap { SocketAddress($0) } }
  }
}
