import CEvent

/// evhttp, wrapped in values: requests come out as `Request`, and what the responder answers goes back. Runs on the event loop.
actor HTTPServer {
  private let loop: LoopExecutor
  private let limits: RequestLimits
  private let respond: @Sendable (Request, any WaitingClient) async -> Response
  private let proxy: ProxySockets
  private let open: Gauge
  private var listeners: [Listener] = []
  private var connections: [OpaquePointer: Connection] = [:] {
    didSet { open.set(connections.count) }
  }
  private var sweep: OpaquePointer?
  private var willAdopt = false
  private var openExchanges = 0
  private var isDraining = false
  private var drained: CheckedContinuation<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - proxy: tells which connections are made by our own proxy.
  ///   - open: is told how many connections are open.
  init(
    loop: LoopExecutor, limits: RequestLimits = RequestLimits(), proxy: ProxySockets = ProxySockets(), open: Gauge = Gauge(),
    respond: @escaping @Sendable (Request, any WaitingClient) async -> Response
  ) {
    self.loop = loop
    self.limits = limits
    self.proxy = proxy
    self.open = open
    self.respond = respond
  }

  /// Listens; with a TLS context, for https.
  ///
  /// - Parameter port: 0 takes a free one.
  /// - Returns: what was taken, with the port.
  func listen(host: String, port: UInt16, tls: TLSContext? = nil) throws(ListenError) -> SocketAddress {
    let listener = Listener(server: self, tls: tls, base: loop.base, limits: limits)
    do throws(ListenError) {
      let address = try listener.listen(host: host, port: port, option: tls == nil ? "--http-port" : "--https-port")
      listeners.append(listener)
      return address
    } catch {
      listener.free()
      throw error
    }
  }

  // MARK: Requests

  func received(_ pointer: OpaquePointer, on listener: Listener) {
    let connection = adopt(evhttp_request_get_connection(pointer), isGreeting: false)
    let large = LargeBody(of: pointer)
    var request = Request(pointer, scheme: listener.scheme)
    request.via = connection.via
    let exchange = Exchange(pointer, isHead: request.method == .head)
    connection.beginAnswer(exchange)
    evhttp_request_set_on_complete_cb(pointer, { request, context in
      nonisolated(unsafe) let connection = evhttp_request_get_connection(request)! // on the server's executor, which assumeIsolated checks
      Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue().assumeIsolated { $0.written(on: connection) }
    }, Unmanaged.passUnretained(self).toOpaque())
    openExchanges += 1
    // A body that evhttp did not read would be executed as the next request.
    let mustClose = request.leavesBodyUnread
    if request.method == .connect { connection.isLast = true }
    exchange.task = Task(executorPreference: loop) { await self.answer(request, large, exchange, mustClose) }
  }

  private func answer(_ received: Request, _ large: LargeBody?, _ exchange: Exchange, _ mustClose: Bool) async {
    var request = received
    if let large { request.body = await offLoop { large.bytes() } }
    var response = request.hasUnclearEnd ? .unclearEnd : await respond(request, exchange)
    if mustClose || isDraining { response.closesConnection = true }
    if isDraining, response.isLive { response.stream = nil }
    if let fault = response.connectionFault, let connection = exchange.connection.flatMap({ connections[$0] }) {
      connection.breakOff(fault, sending: fault.showsAnswer ? response.firstPart(isHead: exchange.isHead) : [])
    } else if let stream = response.stream {
      await exchange.reply(response, stream)
    } else {
      exchange.reply(response)
    }
    openExchanges -= 1
    checkDrained()
  }

  private func written(on pointer: OpaquePointer) {
    connections[pointer]?.endAnswer()
    checkDrained()
  }

  // MARK: Connections

  var connectionCount: Int { connections.count }

  /// A connection was accepted. evhttp makes its own object for it after this call, so it is looked up in a later job.
  func acceptedOne(on listener: Listener) {
    guard !willAdopt else { return }
    willAdopt = true
    Task { self.adoptAccepted() }
  }

  private func adoptAccepted() {
    willAdopt = false
    for listener in listeners {
      for bufferevent in listener.accepted {
        // evhttp's callbacks carry its connection; after it freed the bufferevent they are cleared.
        var callback: bufferevent_event_cb?
        var context: UnsafeMutableRawPointer?
        bufferevent_getcb(bufferevent, nil, nil, &callback, &context)
        if callback != nil, let context { _ = adopt(OpaquePointer(context), isGreeting: listener.scheme == .https) }
        bufferevent_decref(bufferevent)
      }
      listener.accepted.removeAll(keepingCapacity: true)
    }
  }

  private func adopt(_ pointer: OpaquePointer, isGreeting: Bool) -> Connection {
    if let known = connections[pointer] { return known }
    let isProxied = proxy.isPeer(of: bufferevent_getfd(evhttp_connection_get_bufferevent(pointer)))
    let connection = Connection(pointer, isGreeting: isGreeting, via: isProxied ? .proxy : nil, limits: limits)
    connections[pointer] = connection
    evhttp_connection_set_closecb(pointer, { pointer, context in
      nonisolated(unsafe) let pointer = pointer! // this runs on the server's executor, which assumeIsolated checks
      Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue().assumeIsolated { $0.closed(pointer) }
    }, Unmanaged.passUnretained(self).toOpaque())
    if connections.count == 1 { startSweep() }
    return connection
  }

  private func closed(_ pointer: OpaquePointer) {
    connections.removeValue(forKey: pointer)?.closes()
    if connections.isEmpty { stopSweep() }
    checkDrained()
  }

  /// Every `sweepInterval`, ends connections whose request does not come to its end, and those that are held for a client that has left.
  /// Silent while nobody is connected.
  private func startSweep() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    sweep = event_new(loop.base, -1, Int16(EV_PERSIST), { _, _, context in
      Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue().assumeIsolated { $0.endOverdue() }
    }, me)
    var interval = timeval(limits.sweepInterval)
    event_add(sweep, &interval)
  }

  private func stopSweep() {
    if let sweep { event_free(sweep) }
    sweep = nil
  }

  private func endOverdue() {
    let now = SystemClock.monotonicMicroseconds
    let limit = limits.wholeRequest
    let ended = connections.values.filter { connection in
      connection.isHeld ? isDraining || connection.clientHasLeft : connection.isOverdue(now: now, limit: limit)
    }
    for connection in ended { evhttp_connection_free(connection.pointer) }
  }

  // MARK: Ending

  /// Also ends the streams that have no end of their own, and answers that are held back on purpose.
  func stopAccepting() {
    isDraining = true
    for listener in listeners { listener.stopAccepting() }
    for connection in Array(connections.values) { connection.endLive() }
    endOverdue()
  }

  /// Returns when every request that was received is answered and written, streams included, or after the limit for it.
  func drain() async {
    guard !isDrained else { return }
    var limit = timeval(limits.drain)
    event_base_once(loop.base, -1, Int16(EV_TIMEOUT), { _, _, context in
      Unmanaged<HTTPServer>.fromOpaque(context!).takeRetainedValue().assumeIsolated { $0.endDrain() }
    }, Unmanaged.passRetained(self).toOpaque(), &limit)
    await withCheckedContinuation { drained = $0 }
  }

  private var isDrained: Bool { openExchanges == 0 && !connections.values.contains(where: \.isAnswering) }

  private func checkDrained() {
    if drained != nil, isDrained { endDrain() }
  }

  private func endDrain() {
    drained?.resume()
    drained = nil
  }

  /// Ends all connections.
  func close() {
    adoptAccepted()
    for listener in listeners { listener.free() }
    listeners = []
    stopSweep()
  }
}
