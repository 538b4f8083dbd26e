/// The host names whose requests the mock answers itself: those of its certificate that stand for the vendor, and each `--tls-host` that is a name.
///
/// ruling: an address in `--tls-host` is a way to reach this machine, not a host to stand in for.
struct MockNames: Sendable {
  /// Each with its leading dot; one label stands in front.
  let families: [String]
  let names: [String]

  init(tlsHosts: [String]) {
    let given = tlsHosts.filter { !HostText.isAddress($0) }
    families = Self.vendorFamilies + given.filter { $0.hasPrefix("*") }.map { String($0.dropFirst()) }
    names = given.filter { !$0.hasPrefix("*") }
  }

  private static let vendorFamilies = CertificateNames.vendorFamilies.map { String($0.dropFirst()) }

  /// - Parameter host: in lower case.
  func contains(_ host: String) -> Bool { names.contains(host) || families.contains(Self.family(of: host)) }

  static func isVendor(_ host: String) -> Bool { vendorFamilies.contains(family(of: host)) }

  /// From the first dot on.
  private static func family(of host: String) -> String { String(host.drop { $0 != "." }) }
}
