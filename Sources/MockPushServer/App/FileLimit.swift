/// Every connection is a descriptor, and the usual soft limit of 1,024 is soon reached by a load test.
enum FileLimit {
  /// Raises the soft limit to 65,536 or what the hard one allows, once per process.
  static let raised: Void = {
    var limit = rlimit()
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(resource, &limit)
  }()
}
