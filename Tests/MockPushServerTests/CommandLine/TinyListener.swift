#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Foundation
import Synchronization

/// A listener on a free loopback port that gives each connection the next of some prepared answers, then closes it.
final class TinyListener: Sendable {
  struct Failed: Error {}

  let port: UInt16
  private let received = Mutex<[String]>([])
  private let isStopped = Atomic(false)

  var requests: [String] { received.withLock { $0 } }

  /// - Parameter answers: nil keeps a connection open without a word, the last answer is repeated; without any answer nobody listens at the port.
  init(answers: [String?]) throws {
    let listener = Self.makeSocket()
    var address = Self.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = Self.withAddress(&address) { bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0 }
    guard isBound, answers.isEmpty || listen(listener, 8) == 0 else { throw Failed() }
    port = UInt16(bigEndian: address.sin_port)
    // A thread of its own: blocking calls would starve the few threads of the pool.
    if !answers.isEmpty { Thread.detachNewThread { [self] in serve(answers, on: listener) } }
  }

  /// Ends the accepting thread, by a last connection; only that thread closes its socket, so that no other takes over the number meanwhile.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    let knock = Self.makeSocket()
    var address = Self.loopback(port: port)
    _ = Self.withAddress(&address) { connect(knock, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    close(knock)
  }

  private func serve(_ answers: [String?], on listener: Int32) {
    var open = [listener]
    defer { open.forEach { close($0) } }
    for turn in 0... {
      let connection = accept(listener, nil, nil)
      open.append(connection)
      if connection < 0 || isStopped.load(ordering: .sequentiallyConsistent) { return }
      guard let answer = answers[min(turn, answers.count - 1)] else { continue }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &piece, piece.count, 0)
      received.withLock { $0.append(String(decoding: piece[..<max(count, 0)], as: UTF8.self)) }
      _ = Array(answer.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      open.removeLast()
      close(connection)
    }
  }

  static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  static func withAddress<Result>(_ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
    withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }
}
