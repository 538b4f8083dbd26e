import CEvent
import PushStore
import Synchronization

/// The server as a whole: builds its parts in order, runs, and ends cleanly.
final class Application: Sendable {
  let logger: Logger
  let dispatcher: Dispatcher
  let store: GroupCommitStore
  let clock: TravelClock
  let loop: LoopExecutor
  let engine: DeliveryEngine
  let reservations: ReservationFiring
  let scheduler: Scheduler
  let devices: DeviceBook
  let faults: FaultBook
  let seeds: SeedLoader
  let purger: AppPurger
  let snapshots: SnapshotShelf
  let receipts: ReceiptSimulator
  let journal: Journal?
  let feed = ChangeFeed()
  let webhooks: WebhookBook
  let metrics = ServerMetrics(requests: RequestMetrics(RouteTable.vendor))
  private let heartbeat = Heartbeat()
  let apps: AppDirectory
  let database: DatabaseFile
  private let http: HTTPServer
  private let proxy: ForwardProxy
  private let proxySockets = ProxySockets()
  private let proxiedNames: MockNames
  private let configuration: Configuration
  /// What `--seed` loads.
  private let seed: SeedPlan?
  private let certificate: ServerCertificate?
  /// `SystemClock.monotonicMicroseconds`.
  private let started: Int64
  private let isStopping = Mutex(false)

  /// Opens the database, prepares certificates; nothing listens yet.
  ///
  /// - Throws: `StartFailure` with a sentence for people.
  init(
    _ configuration: Configuration, limits: RequestLimits = RequestLimits(), proxyLimits: ProxyLimits = ProxyLimits(),
    webhooks: WebhookTiming = WebhookTiming(), log: Logger? = nil
  ) throws(StartFailure) {
    FileLimit.raised
    self.configuration = configuration
    proxiedNames = MockNames(tlsHosts: configuration.tls.hosts)
    logger = log ?? Logger(level: configuration.logLevel, format: configuration.logFormat)
    started = SystemClock.monotonicMicroseconds
    devices = DeviceBook(configured: Dictionary(configuration.apps.map { ($0.key, $0.devices) }) { _, last in last })
    faults = FaultBook(configured: configuration.faults)
    let hostName = MachineName.current
    if configuration.needsDataFolder { try DataFolder.prepare(configuration.dataDir) }
    database = try Self.explained { try DatabaseFile(path: configuration.database, durability: configuration.durability) }
    loop = LoopExecutor()
    do throws(StartFailure) {
      certificate = try Self.explained { try Self.certificate(configuration, hostName) }
      let loop = loop, database = database
      store = try Self.explained { try GroupCommitStore(database, loop: loop) }
      clock = try Self.startClock(configuration, database)
      apps = try Self.apps(configuration, database)
      seed = try Self.seed(configuration, apps, clock)
      receipts = ReceiptSimulator(store: store, decode: ReceiptRoutes.decode)
      engine = DeliveryEngine(
        store: store, reader: store.engineReader, clock: clock, behaviour: devices, logger: logger, feed: feed)
      try Self.followGuides(apps, clock, database)
      reservations = ReservationFiring(store: store, settings: apps)
      let sources: [any DueSource] = [reservations, AdOptInGuideRuns(store: store, apps: apps), receipts]
      purger = AppPurger(store, logger: logger)
      snapshots = SnapshotShelf(folder: (database.isTemporary ? database.folder : configuration.dataDir) + "/snapshots", database, store)
      scheduler = Scheduler(sources, clock: clock, engine: engine, store: store, logger: logger)
    } catch {
      database.close()
      throw error
    }
    seeds = SeedLoader(store: store, apps: apps, devices: devices, faults: faults, clock: clock, scheduler: scheduler, purger: purger, logger: logger)
    journal = configuration.journal ? Journal(clock: clock) : nil
    self.webhooks = WebhookBook(feed: feed, store: store, loop: loop, timing: webhooks, hosts: configuration.webhookHosts)
    let initialClock = configuration.clock.map { StoredClock.frozen($0) } ?? .running(aheadBy: 0)
    let signal = DeliverySignal(engine: engine, scheduler: scheduler)
    let state = ServerState(
      store: store, clock: clock, scheduler: scheduler, purger: purger, snapshots: snapshots, signal: signal, devices: devices, faults: faults,
      apps: apps, journal: journal, feed: feed, seeds: seeds,
      webhooks: self.webhooks, eventIDs: EventIDs(run: String(SystemClock().now.milliseconds, radix: 36)), initialClock: initialClock,
      authority: certificate?.authority, proxy: proxySockets, proxiedNames: proxiedNames, database: database.path, startedAt: started, metrics: metrics)
    let access = ControlGuard(names: [hostName] + configuration.tls.hosts + configuration.controlHosts)
    let dispatcher = Dispatcher(
      vendor: VendorRoute(endpoints: EndpointIndex(RouteTable.vendor), apps: apps, store: store, signal: signal, clock: clock),
      control: ControlRoute(endpoints: RouteTable.control, access: access, admin: configuration.adminToken.map(AdminToken.init), server: state),
      console: ConsoleRoute(access: access), faults: FaultPoint(book: faults), journal: journal, metrics: metrics.requests, logger: logger)
    self.dispatcher = dispatcher
    http = HTTPServer(loop: loop, limits: limits, proxy: proxySockets, open: metrics.connections) { await dispatcher.respond($0, $1) }
    proxy = ForwardProxy(loop: loop, sockets: proxySockets, limits: proxyLimits, logger: logger)
  }

  private static func certificate(_ configuration: Configuration, _ hostName: String) throws -> ServerCertificate? {
    guard configuration.httpsPort != .off else { return nil }
    if let files = configuration.tls.files {
      return try CertificateAuthority.own(certificate: files.certificate, key: files.key, now: SystemClock().now.milliseconds / 1000)
    }
    return try CertificateAuthority.prepare(
      dataDirectory: configuration.dataDir, extraNames: configuration.tls.hosts, hostName: hostName,
      now: SystemClock().now.milliseconds / 1000)
  }

  /// The clock that the database remembers; `--clock` starts it anew, frozen.
  private static func startClock(_ configuration: Configuration, _ database: DatabaseFile) throws(StartFailure) -> TravelClock {
    let wanted = configuration.clock
    let stored: StoredClock? = try explained {
      let writer = try Writer(database)
      guard let wanted else { return try writer.read { try $0.clock() } }
      if let newest = try writer.read({ try $0.newestMoment() }), wanted < newest {
        throw StartFailure(
          "--clock \(DateText.iso(wanted)) is before \(DateText.iso(newest)), the newest time in the database. "
            + "Give a later moment, or another --database (:memory: starts empty).")
      }
      try writer.perform { try $0.setClock(.frozen(wanted)) }
      try writer.commit()
      return .frozen(wanted)
    }
    return TravelClock(stored ?? .running(aheadBy: 0))
  }

  static func explained<T>(_ work: () throws -> T) throws(StartFailure) -> T {
    do {
      return try work()
    } catch let error as StartFailure {
      throw error
    } catch {
      throw StartFailure("\(error)")
    }
  }

  // MARK: Running

  /// Starts the loop and listens.
  func start() async throws(StartFailure) -> [ListeningAddress] {
    let store = store
    loop.start { store.assumeIsolated { $0.endTick() } }
    do throws(StartFailure) {
      try await loadSeed(seed)
    } catch {
      await stop()
      throw error
    }
    var addresses: [ListeningAddress] = []
    var own = ProxyRules.OwnListeners()
    do {
      for (scheme, choice) in [(Request.Scheme.http, configuration.httpPort), (.https, configuration.httpsPort)] {
        guard case .port(let port) = choice else { continue }
        var tls: TLSContext?
        if scheme == .https, let certificate {
          tls = try TLSContext(certificatePath: certificate.certificatePath, keyPath: certificate.keyPath)
        }
        let taken = try await http.listen(host: configuration.host, port: port, tls: tls)
        addresses.append(ListeningAddress(scheme: scheme, host: configuration.host, port: taken.port))
        own.isLoopbackOnly = own.isLoopbackOnly && taken.isLoopback
        if tls == nil { own.http = taken.fromHere } else { own.https = taken.fromHere }
      }
      if case .port(let port) = configuration.proxy.port {
        try await proxy.listen(configuration.proxy, port: port, own: own, names: proxiedNames)
      }
    } catch {
      await stop()
      throw StartFailure("\(error)")
    }
    // Weak: the scheduler holds the engine.
    await engine.whenDueChanges { [weak scheduler] in await scheduler?.dueChanged() }
    await scheduler.start()
    await purger.start()
    let (journal, feed) = (journal, feed)
    heartbeat.start {
      journal?.entries.beat()
      feed.changes.beat()
    }
    return addresses
  }

  /// Stops accepting, finishes open requests (for at most `RequestLimits.drain`), commits, empties the write-ahead log, ends the loop.
  func stop() async {
    let isFirst = isStopping.withLock { stopping in
      defer { stopping = true }
      return !stopping
    }
    guard isFirst else { return }
    heartbeat.stop()
    await http.stopAccepting()
    await webhooks.clear()
    await proxy.stopAccepting()
    await seeds.stop()
    // Who waits for deliveries hears of the end at once.
    await scheduler.stop()
    await purger.stop()
    await http.drain()
    await http.close()
    await proxy.drain()
    await proxy.close()
    await snapshots.finished()
    do {
      try await store.close()
    } catch {
      logger.log(.error, "the last commit failed", ["detail": .string("\(error)")])
    }
    loop.requestStop()
  }

  /// Returns when `stop` has ended everything, and gives the database back.
  func untilStopped() async {
    await loop.ended()
    if database.isTemporary { snapshots.removeAll() }
    database.close()
  }

  /// What the user should hear of at start, a sentence each.
  var notices: [String] { certificate?.notices ?? [] }

  var authority: AuthorityCertificate? { certificate?.authority }

  /// Where the proxy listens; nil when it is off.
  var proxyAddress: ListeningAddress? {
    proxySockets.port.map { ListeningAddress(scheme: .http, host: configuration.proxy.host, port: $0) }
  }

  /// Connections of the proxy that are open now.
  var proxyConnectionCount: Int { get async { await proxy.connectionCount } }

  /// Connections that are open now, of both listeners.
  var connectionCount: Int { get async { await http.connectionCount } }

  /// What `status` tells of this server.
  func record(_ addresses: [ListeningAddress]) -> RunRecord {
    RunRecord(
      pid: Int(getpid()), version: Version.text, addresses: addresses.map(\.url), database: databaseText, startedAt: systemTime(),
      startedMicroseconds: Int(started))
  }

  var databaseText: String { database.isTemporary ? "temporary, deleted at exit" : database.path }
}

/// Where a server listens.
struct ListeningAddress: Sendable {
  let scheme: Request.Scheme
  let host: String
  let port: UInt16

  var url: String { "\(scheme.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// Why the server cannot start: one sentence that says how to mend it.
struct StartFailure: Error, CustomStringConvertible, Sendable {
  let description: String
  init(_ description: String) { self.description = description }
}
