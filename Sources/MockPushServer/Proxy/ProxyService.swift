/// What the connections of a proxy share, and the way back to it. On the event loop only.
final class ProxyService {
  let base: OpaquePointer
  let rules: ProxyRules
  let limits: ProxyLimits
  let sockets: ProxySockets
  /// Where bytes are received before they go on: one for all, since they go on at once.
  let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  var isStopping = false
  private let logger: Logger
  private unowned let proxy: ForwardProxy

  init(_ proxy: ForwardProxy, base: OpaquePointer, rules: ProxyRules, limits: ProxyLimits, sockets: ProxySockets, logger: Logger) {
    self.proxy = proxy
    self.base = base
    self.rules = rules
    self.limits = limits
    self.sockets = sockets
    self.logger = logger
  }

  deinit { space.deallocate() }

  func lookUp(_ authority: Authority, until end: Moment, for id: Int) { proxy.assumeIsolated { $0.lookUp(authority, until: end, for: id) } }

  func ended(_ id: Int) { proxy.assumeIsolated { $0.ended(id) } }

  func log(_ refusal: ProxyRefusal, _ target: String) {
    logger.log(
      .info, "proxy refused",
      ["target": .string(ShownValue.oneLine(target)), "status": .int(refusal.status), "hint": .string(refusal.sentence)])
  }
}
