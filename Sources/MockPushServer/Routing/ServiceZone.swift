/// Which of the vendor's zones a client means, from its Host header (ios-sdk-wire, android-sdk-wire: hosts).
enum ServiceZone: String, Sendable {
  case real, alpha, beta
  /// Not one of the vendor's hosts.
  case local

  init(host: String?) {
    guard let host else { self = .local; return }
    let name = host.lowercased()
    guard name.contains("cloud.toast.com") || name.contains("nhncloudservice.com") else { self = .local; return }
    // `alpha-api-push.cloud.toast.com`, `notification-stats-alpha.api.nhncloudservice.com`
    let first = name.prefix { $0 != "." }
    self = first.hasPrefix("alpha-") || first.hasSuffix("-alpha") ? .alpha : first.hasPrefix("beta-") || first.hasSuffix("-beta") ? .beta : .real
  }
}
