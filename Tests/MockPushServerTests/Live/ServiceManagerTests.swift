import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// systemd's notification protocol, with a socket as systemd opens one.
  @Suite struct ServiceManagerTests {
    #if os(Linux)
      static let names = ["/tmp/mock-push-notify-\(getpid())", "@mock-push-notify-\(getpid())"]
    #else
      static let names = ["/tmp/mock-push-notify-\(getpid())"]
    #endif

    @Test(arguments: names) func theManagerHearsOfReadinessAndOfTheEnd(name: String) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let socket = try NotifySocket(name)
        let server = try ServerProcess.serve(try TemporaryFolder(), environment: ["NOTIFY_SOCKET": name])
        #expect(try socket.receive().hasPrefix("READY=1\nSTATUS=http://127.0.0.1:\(try server.port(.http)) https://"))
        server.send(SIGTERM)
        #expect(try socket.receive() == "STOPPING=1")
        #expect(try server.ended().code == 0)
      }
    }

    @Test(arguments: ["", "relative", "/nonexistent/socket", "/" + String(repeating: "x", count: 200)])
    func aNameThatLeadsNowhereDoesNoHarm(name: String) {
      ServiceManager.notify("READY=1", environment: ["NOTIFY_SOCKET": name])
    }
  }
}

/// A datagram socket in the file system, or with `@` in Linux's abstract name space.
private final class NotifySocket {
  private let descriptor: Int32
  private let name: String

  init(_ name: String) throws {
    self.name = name
    unlink(name)
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.hasPrefix("@") ? [0] + bytes.dropFirst() : bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count)
    let isBound = withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 } }
    guard isBound else { throw ServerProcess.Failure(text: "\(name) cannot be bound") }
  }

  deinit {
    close(descriptor)
    unlink(name)
  }

  func receive() throws -> String {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, 30_000) == 1 else { throw ServerProcess.Failure(text: "nothing was said") }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
  }
}
