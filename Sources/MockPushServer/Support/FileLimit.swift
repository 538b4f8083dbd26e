/// Every connection is a descriptor, and the usual soft limit of 1,024 is soon reached by a load test.
enum FileLimit {
  /// Raises the soft limit to 65,536 or what the hard one allows, once per process.
  static let raised: Void = {
    guard var limit = descriptors else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(resource, &limit)
  }()

  /// Descriptors that this process may have now.
  static var current: Int { descriptors.map { Int(clamping: $0.rlim_cur) } ?? 256 }

  private static var descriptors: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
