/// systemd's notification protocol (sd_notify(3)): a datagram to the socket that `NOTIFY_SOCKET` names. Without the variable nothing happens.
enum ServiceManager {
  static func notify(_ state: String, environment: [String: String] = ProcessEnvironment.current) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // `@` stands for the zero byte of Linux's abstract names.
    let bytes = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count)
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(descriptor, state, state.utf8.count, 0, $0, size) }
    }
  }
}
