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
  let devices = DeviceBook()
  let journal: Journal?
  let feed = ChangeFeed()
  let webhooks: WebhookBook
  private let heartbeat = Heartbeat()
  let apps: AppDirectory
  private let database: DatabaseFile
  private let http: HTTPServer
  private let configuration: Configuration
  private let certificate: ServerCertificate?
  private let isStopping = Mutex(false)

  /// Opens the database, prepares certificates; nothing listens yet.
  ///
  /// - Throws: `StartFailure` with a sentence for people.
  init(
    _ configuration: Configuration, limits: RequestLimits = RequestLimits(), webhooks: WebhookTiming = WebhookTiming(), log: Logger? = nil
  ) throws(StartFailure) {
    FileLimit.raised
    self.configuration = configuration
    logger = log ?? Logger(level: configuration.logLevel, format: configuration.logFormat)
    let started = SystemClock.monotonicMicroseconds
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
      engine = DeliveryEngine(
        store: store, reader: store.engineReader, clock: clock, behaviour: devices, logger: logger, feed: feed)
    } catch {
      database.close()
      throw error
    }
    journal = configuration.journal ? Journal(clock: clock) : nil
    self.webhooks = WebhookBook(feed: feed, store: store, loop: loop, timing: webhooks, hosts: configuration.webhookHosts)
    let initialClock = configuration.clock.map { StoredClock.frozen($0) } ?? .running(aheadBy: 0)
    let state = ServerState(
      store: store, clock: clock, signal: engine, devices: devices, apps: apps, journal: journal, feed: feed, webhooks: self.webhooks,
      eventIDs: EventIDs(run: String(SystemClock().now.milliseconds, radix: 36)), initialClock: initialClock,
      authority: certificate?.authority, database: database.path, startedAt: started)
    let dispatcher = Dispatcher(
      vendor: VendorRoute(endpoints: EndpointIndex(RouteTable.vendor), apps: apps, store: store, signal: engine, clock: clock),
      control: ControlRoute(
        endpoints: RouteTable.control,
        access: ControlGuard(names: [hostName] + configuration.tls.hosts + configuration.controlHosts), server: state),
      journal: journal, logger: logger)
    self.dispatcher = dispatcher
    http = HTTPServer(loop: loop, limits: limits) { await dispatcher.respond($0) }
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
    var addresses: [ListeningAddress] = []
    do {
      for (scheme, choice) in [(Request.Scheme.http, configuration.httpPort), (.https, configuration.httpsPort)] {
        guard case .port(let port) = choice else { continue }
        var tls: TLSContext?
        if scheme == .https, let certificate {
          tls = try TLSContext(certificatePath: certificate.certificatePath, keyPath: certificate.keyPath)
        }
        let taken = try await http.listen(host: configuration.host, port: port, tls: tls)
        addresses.append(ListeningAddress(scheme: scheme, host: configuration.host, port: taken))
      }
    } catch {
      await stop()
      throw StartFailure("\(error)")
    }
    let (journal, feed) = (journal, feed)
    heartbeat.start {
      journal?.entries.beat()
      feed.changes.beat()
    }
    // What was under way when the last server ended goes on.
    await engine.messageAccepted()
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
    await http.drain()
    await http.close()
    await engine.stop()
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
    database.close()
  }

  /// What the user should hear of at start, a sentence each.
  var notices: [String] { certificate?.notices ?? [] }

  var authority: AuthorityCertificate? { certificate?.authority }

  /// Connections that are open now, of both listeners.
  var connectionCount: Int { get async { await http.connectionCount } }

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
