import CEvent

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The hosts that the server's certificate is good for, in the order in which it lists them.
struct CertificateNames: Equatable {
  private enum Entry: Hashable {
    case dns(String), address(String)

    var text: String {
      switch self {
      case .dns(let name): "DNS:" + name
      case .address(let address): "IP:" + address
      }
    }
  }

  /// Every zone of the hosts that the SDKs and guides use is one label in front of these (`alpha-api-push.cloud.toast.com`).
  static let vendorFamilies = ["*.cloud.toast.com", "*.api.nhncloudservice.com", "*.capi.nhncloudservice.com"]
  private static let loopback: [Entry] = [.dns("localhost"), .address("127.0.0.1"), .address("::1")]

  private let entries: [Entry]

  /// `hostName` counts only if it is a DNS name. `extraNames` are DNS names, perhaps with a leading `*.`, or IP addresses, IPv6 with or without brackets.
  init(extraNames: [String], hostName: String) throws(CertificateError) {
    var entries = Self.loopback
    if let machine = Self.dnsName(hostName) { entries.append(.dns(machine)) }
    entries += Self.vendorFamilies.map { .dns($0) }
    var extras: [Entry] = []
    for name in extraNames { extras.append(try Self.entry(name)) }
    // Sorted, so that the same options in another order do not renew the certificate.
    entries += extras.sorted { $0.text < $1.text }
    var seen: Set<Entry> = []
    self.entries = entries.filter { seen.insert($0).inserted }
  }

  /// In the notation of OpenSSL's configuration files. Safe because entries are made only of letters, digits and `.:-_*`.
  var openSSLText: String { entries.map(\.text).joined(separator: ",") }

  private static func entry(_ text: String) throws(CertificateError) -> Entry {
    let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    if let address = address(bare) { return .address(address) }
    let isWildcard = bare.hasPrefix("*.")
    if let name = dnsName(isWildcard ? String(bare.dropFirst(2)) : bare) { return .dns(isWildcard ? "*." + name : name) }
    throw CertificateError(
      "\"\(text)\" cannot be put into the server's certificate. "
        + "Give --tls-host a host name (in ASCII, perhaps with a leading \"*.\") or an IP address, without a port."
    )
  }

  /// In its canonical spelling.
  private static func address(_ text: String) -> String? {
    for family in [AF_INET, AF_INET6] {
      var binary = in6_addr()
      var spelled = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      if inet_pton(family, text, &binary) == 1, inet_ntop(family, &binary, &spelled, socklen_t(spelled.count)) != nil {
        return String(decoding: spelled.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    return nil
  }

  /// In lower case and without a closing dot. ruling: an underscore is allowed, because container networks hand out such names.
  /// A name whose last label is a number would be taken for a broken IPv4 address, and is none.
  private static func dnsName(_ text: String) -> String? {
    let name = text.lowercased()
    let bare = name.hasSuffix(".") ? name.dropLast() : name[...]
    let labels = bare.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard bare.utf8.count <= 253, let last = labels.last, !last.allSatisfy(isDigit) else { return nil }
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
    return isName ? String(bare) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
