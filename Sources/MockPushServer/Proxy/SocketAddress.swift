/// An IP address with a port. IPv4 that came mapped into IPv6 is IPv4 here, so that equal ends are equal values.
struct SocketAddress: Hashable, Sendable {
  enum Host: Hashable, Sendable {
    /// In the order of the wire.
    case v4([UInt8])
    /// The scope tells link-local networks apart.
    case v6([UInt8], scope: UInt32)
  }

  let host: Host
  var port: UInt16

  /// nil for other families.
  init?(_ pointer: UnsafePointer<sockaddr>) {
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      self = pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        SocketAddress(host: .v4(withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }), port: UInt16(bigEndian: address.pointee.sin_port))
      }
    case AF_INET6:
      self = pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        SocketAddress(host: Self.host(address.pointee.sin6_addr, address.pointee.sin6_scope_id), port: UInt16(bigEndian: address.pointee.sin6_port))
      }
    default: return nil
    }
  }

  /// From `127.0.0.1` or `::1`; nil for a name.
  init?(numeric text: String, port: UInt16) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(host: .v4(withUnsafeBytes(of: four) { Array($0) }), port: port)
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self.init(host: Self.host(six, 0), port: port)
    } else {
      return nil
    }
  }

  private static func host(_ address: in6_addr, _ scope: UInt32) -> Host {
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff])
    return isMapped ? .v4(Array(bytes[12...])) : .v6(bytes, scope: scope)
  }

  private init(host: Host, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// What `getsockname`, `getpeername` and their like say.
  static func told(by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> SocketAddress? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &size) == 0 ? SocketAddress($0) : nil }
    }
  }

  func withPointer<T>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
    switch host {
    case .v4(let bytes):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
      return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
      }
    case .v6(let bytes, let scope):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_scope_id = scope
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
      return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
      }
    }
  }

  var family: Int32 {
    if case .v4 = host { AF_INET } else { AF_INET6 }
  }

  var isLoopback: Bool {
    switch host {
    case .v4(let bytes): bytes[0] == 127
    case .v6(let bytes, _): bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
  }

  /// `0.0.0.0` or `::`: all addresses to listen on, and this machine to connect to.
  var isWildcard: Bool {
    switch host {
    case .v4(let bytes): bytes.allSatisfy { $0 == 0 }
    case .v6(let bytes, _): bytes.allSatisfy { $0 == 0 }
    }
  }

  /// Where what listens here is reached from this machine.
  var fromHere: SocketAddress {
    guard isWildcard else { return self }
    return SocketAddress(numeric: family == AF_INET ? "127.0.0.1" : "::1", port: port)!
  }

  /// Only an own address can be bound.
  var isOfThisMachine: Bool {
    if isLoopback || isWildcard { return true }
    let probe = socket(family, Self.datagram, 0)
    guard probe >= 0 else { return false }
    defer { close(probe) }
    var anyPort = self
    anyPort.port = 0
    return anyPort.withPointer { bind(probe, $0, $1) } == 0
  }

  #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
  #else
    static let stream = SOCK_STREAM
    private static let datagram = SOCK_DGRAM
  #endif
}
