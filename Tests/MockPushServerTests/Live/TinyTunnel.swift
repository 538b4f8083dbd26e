import Foundation
import Synchronization

/// A forward proxy that leads every CONNECT to one port of this machine.
final class TinyTunnel: Sendable {
  let port: UInt16
  private let destination: UInt16
  private let asked = Mutex<[String]>([])
  private let isStopped = Atomic(false)

  /// The targets of the CONNECTs, in order.
  var targets: [String] { asked.withLock { $0 } }

  init(to destination: UInt16) throws {
    self.destination = destination
    let listener = TinyListener.makeSocket()
    var address = TinyListener.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = TinyListener.withAddress(&address) { bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0 }
    guard isBound, listen(listener, 8) == 0 else { throw TinyListener.Failed() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve(listener) }
  }

  /// Ends the accepting thread, by a last connection.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    close(connected(to: port))
  }

  private func serve(_ listener: Int32) {
    defer { close(listener) }
    while true {
      let client = accept(listener, nil, nil)
      if isStopped.load(ordering: .sequentiallyConsistent) { return _ = close(client) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(client, &bytes, bytes.count, 0)
      let words = String(decoding: bytes[..<max(count, 0)], as: UTF8.self).split(separator: " ")
      if words.count > 1, words[0] == "CONNECT" { asked.withLock { $0.append(String(words[1])) } }
      let server = connected(to: destination)
      _ = send(client, "HTTP/1.1 200 Connection established\r\n\r\n", 39, 0)
      Thread.detachNewThread { Self.relay(client, server) }
    }
  }

  /// Both ways, until one side closes.
  private static func relay(_ a: Int32, _ b: Int32) {
    defer {
      close(a)
      close(b)
    }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      var ready = [a, b].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&ready, 2, -1) > 0 else { return }
      for (from, to, event) in [(a, b, ready[0].revents), (b, a, ready[1].revents)] where event != 0 {
        let count = recv(from, &bytes, bytes.count, 0)
        guard count > 0, send(to, bytes, count, 0) == count else { return }
      }
    }
  }

  private func connected(to port: UInt16) -> Int32 {
    let descriptor = TinyListener.makeSocket()
    var address = TinyListener.loopback(port: port)
    _ = TinyListener.withAddress(&address) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    return descriptor
  }
}
