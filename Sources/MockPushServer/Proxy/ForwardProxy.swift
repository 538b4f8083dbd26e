import CEvent

/// A forward proxy: CONNECT, and requests for `http://` addresses. What is meant for the vendor's hosts goes to the mock's own listeners, over
/// loopback; everything else goes where it is meant for. Runs on the event loop.
///
/// It has a listener and a relay of its own because evhttp cannot be handed a connection that was accepted elsewhere.
actor ForwardProxy {
  private let loop: LoopExecutor
  private let limits: ProxyLimits
  private let sockets: ProxySockets
  private let logger: Logger
  private let lookup = HostLookup()
  private var service: ProxyService?
  private var listener: ProxyListener?
  private var connections: [Int: ProxyConnection] = [:]
  private var lastId = 0
  private var mostConnections = 0
  private var isPaused = false
  private var sweep: OpaquePointer?
  private var drained: CheckedContinuation<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: LoopExecutor, sockets: ProxySockets, limits: ProxyLimits = ProxyLimits(), logger: Logger) {
    self.loop = loop
    self.sockets = sockets
    self.limits = limits
    self.logger = logger
  }

  /// - Parameters:
  ///   - own: the mock's own listeners, which listen already.
  ///   - names: the hosts that are the mock.
  func listen(_ configuration: ProxyConfiguration, port: UInt16, own: ProxyRules.OwnListeners, names: MockNames) throws(ListenError) {
    let listener = try ProxyListener(host: configuration.host, port: port, base: loop.base, proxy: self)
    let address = listener.address
    let rules = ProxyRules(names: names, own: own, port: address.port, isRestricted: !address.isLoopback && !configuration.isOpen)
    service = ProxyService(self, base: loop.base, rules: rules, limits: limits, sockets: sockets, logger: logger)
    self.listener = listener
    mostConnections = limits.mostConnections
    sockets.listening = .init(port: address.port, isOnlyWayForOthers: rules.isRestricted && own.isLoopbackOnly)
  }

  // MARK: Connections

  var connectionCount: Int { connections.count }

  func accepted(_ descriptor: Int32) {
    guard let service, connections.count < mostConnections else {
      let refusal = ProxyRefusal(
        503, "The proxy has \(connections.count) connections open, the most it takes: close some, or raise the limit (ulimit -n).")
      service?.log(refusal, "")
      _ = refusal.answer.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      evutil_closesocket(descriptor)
      return
    }
    lastId += 1
    connections[lastId] = ProxyConnection(descriptor, id: lastId, service: service)
    startSweep()
  }

  /// The process has no descriptor left: the next sweep tries again.
  func acceptFailed() {
    listener?.pause()
    isPaused = true
    startSweep()
  }

  func ended(_ id: Int) {
    connections[id] = nil
    guard connections.isEmpty else { return }
    if !isPaused { stopSweep() }
    drained?.resume()
    drained = nil
  }

  func lookUp(_ authority: Authority, until end: Moment, for id: Int) {
    Task {
      let addresses = await lookup.addresses(of: authority.host, port: authority.port, until: end)
      connections[id]?.found(addresses)
    }
  }

  // MARK: Time limits

  /// Silent while nobody is connected.
  private func startSweep() {
    guard sweep == nil else { return }
    sweep = event_new(loop.base, -1, Int16(EV_PERSIST), { _, _, context in
      Unmanaged<ForwardProxy>.fromOpaque(context!).takeUnretainedValue().assumeIsolated { $0.look() }
    }, Unmanaged.passUnretained(self).toOpaque())
    var interval = timeval(limits.sweepInterval)
    event_add(sweep, &interval)
  }

  private func stopSweep() {
    if let sweep { event_free(sweep) }
    sweep = nil
  }

  private func look() {
    if isPaused {
      isPaused = false
      listener?.goOn()
    }
    let now = SystemClock.monotonicMicroseconds
    for connection in connections.values.filter({ $0.deadline < now }) { connection.expire() }
    if connections.isEmpty, !isPaused { stopSweep() }
  }

  // MARK: Ending

  /// Takes no more connections, and ends those that the mock is not answering.
  func stopAccepting() {
    listener = nil
    sockets.listening = nil
    service?.isStopping = true
    for connection in Array(connections.values) { connection.stop() }
  }

  /// Returns when what the mock has sent has reached the clients, or after the limit for it. The mock's connections must be closed.
  func drain() async {
    guard !connections.isEmpty else { return }
    var limit = timeval(limits.drain)
    let end = event_new(loop.base, -1, 0, { _, _, context in
      Unmanaged<ForwardProxy>.fromOpaque(context!).takeUnretainedValue().assumeIsolated { $0.close() }
    }, Unmanaged.passUnretained(self).toOpaque())
    event_add(end, &limit)
    await withCheckedContinuation { drained = $0 }
    event_free(end)
  }

  /// Ends all connections.
  func close() {
    for connection in Array(connections.values) { connection.close() }
    stopSweep()
  }
}
