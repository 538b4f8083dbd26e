/// Which of the vendor's zones a client means, from its Host header (ios-sdk-wire, android-sdk-wire: hosts).
enum ServiceZone: String, Sendable {
  case real, alpha, beta
  /// Not one of the vendor's hosts.
  case local

  init(host: String?) {
    guard let host, Self.vendorDomains.contains(where: { Self.isIn($0, host) }) else { self = .local; return }
    // `alpha-api-push.cloud.toast.com`, `notification-stats-alpha.api.nhncloudservice.com`
    let first = host.lowercased().prefix { $0 != "." }
    self = first.hasPrefix("alpha-") || first.hasSuffix("-alpha") ? .alpha : first.hasPrefix("beta-") || first.hasSuffix("-beta") ? .beta : .real
  }

  private static let vendorDomains: [StaticString] = ["cloud.toast.com", "nhncloudservice.com"]

  /// Whether a host, without its port, ends in a domain. Compared by bytes: this runs for every request.
  private static func isIn(_ domain: StaticString, _ host: String) -> Bool {
    let name = host.utf8.prefix { $0 != UInt8(ascii: ":") }
    let length = domain.utf8CodeUnitCount
    guard name.count >= length else { return false }
    return domain.withUTF8Buffer { text in name.suffix(length).elementsEqual(text) { $0 == $1 || ($0 | 0x20) == $1 } }
  }
}
