/// An IP address that a name stands for.
struct ProbeAddress: Hashable, Sendable {
  /// As people write it, without brackets.
  let text: String

  var family: Int32 { HostText.isIPv6(bare) ? AF_INET6 : AF_INET }

  /// What the name, or the address itself, stands for on this machine, each address once.
  static func resolve(_ host: String) throws(ProbeFault) -> [ProbeAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = stream
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    guard code == 0 else { throw ProbeFault(reason: "the name cannot be resolved (\(String(cString: gai_strerror(code))))") }
    defer { freeaddrinfo(list) }
    var addresses: [ProbeAddress] = []
    var next = list
    while let info = next?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      if getnameinfo(info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
        let address = ProbeAddress(text: String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        if !addresses.contains(address) { addresses.append(address) }
      }
      next = info.ai_next
    }
    return addresses
  }

  /// What `connect(2)` returns.
  func connect(_ descriptor: Int32, port: UInt16) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    hints.ai_socktype = Self.stream
    var list: UnsafeMutablePointer<addrinfo>?
    // Through the resolver, because only it reads the zone of a link-local address (`fe80::1%en0`).
    guard getaddrinfo(text, String(port), &hints, &list) == 0, let list else {
      errno = EADDRNOTAVAIL
      return -1
    }
    defer { freeaddrinfo(list) }
    return systemConnect(descriptor, list.pointee.ai_addr, list.pointee.ai_addrlen)
  }

  /// Without the zone of a link-local address.
  private var bare: String { String(text.prefix { $0 != "%" }) }

  #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    static let stream = SOCK_STREAM
  #endif
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  connect(descriptor, address, size)
}

extension ProbeAddress {
  /// Of this machine or a network of our own: loopback, private, link-local. The vendor's servers are never there.
  var isLocal: Bool {
    var four = in_addr()
    if inet_pton(AF_INET, bare, &four) == 1 { return Self.isLocal(withUnsafeBytes(of: &four) { Array($0) }) }
    var six = in6_addr()
    guard inet_pton(AF_INET6, bare, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff { return Self.isLocal(Array(bytes[12...])) }
    let isLoopback = bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] <= 1
    return isLoopback || bytes[0] & 0xfe == 0xfc || (bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80)
  }

  private static func isLocal(_ four: [UInt8]) -> Bool {
    switch (four[0], four[1]) {
    case (0, _), (10, _), (127, _), (172, 16...31), (192, 168), (169, 254), (100, 64...127): true
    default: false
    }
  }
}
