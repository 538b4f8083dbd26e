import Foundation

@testable import MockPushServer

/// A server whose connections a test holds itself, on a free port of loopback.
final class ListeningSocket: Sendable {
  private let descriptor: Int32
  let address: SocketAddress
  var port: UInt16 { address.port }

  /// - Parameter backlog: connections that the kernel takes in before they are accepted.
  init(backlog: Int32 = 64) throws {
    let made = socket(AF_INET, SocketAddress.stream, 0)
    let wanted = SocketAddress(numeric: "127.0.0.1", port: 0)!
    guard wanted.withPointer({ bind(made, $0, $1) }) == 0, listen(made, backlog) == 0 else { throw SocketFault.refused(errno) }
    descriptor = made
    address = SocketAddress.told { getsockname(made, $0, $1) }!
  }

  deinit { close(descriptor) }

  /// The next connection; waits for it.
  func accept(within limit: Duration = .seconds(10)) throws -> SocketClient {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, Int32(limit / .milliseconds(1))) > 0 else { throw SocketFault.deadline("waiting for a connection") }
    return SocketClient(SocketStream(accepted: SystemSocket.accept(descriptor)))
  }

  /// True when somebody connects in that time.
  func isCalled(within limit: Duration) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, Int32(limit / .milliseconds(1))) > 0
  }
}

private enum SystemSocket {
  static func accept(_ listener: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.accept(listener, nil, nil)
    #else
      Darwin.accept(listener, nil, nil)
    #endif
  }
}
