import CEvent

extension Command {
  static let serve = Command(
    name: "serve", summary: "Run the server; also what happens without a command.",
    explanation: """
      Runs the server until SIGTERM or SIGINT. Every option can also be an environment variable or a key of the configuration file, named \
      with it; a flag wins over a variable, a variable over the file.
      """,
    sections: ServeOptions.groups.map { $0.section(hasTwins: true) }
  ) { given, resolver throws(UsageError) in try Configuration(try resolver.draft(given: given), environment: resolver.environment) }
}

extension Configuration: Invocation {
  func run() async -> Int32 { await ServeCommand.run(self) }
}

/// `serve`: starts the server, says where it listens, and ends it on SIGTERM or SIGINT.
enum ServeCommand {
  /// - Returns: the exit code.
  static func run(_ configuration: Configuration) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    do throws(StartFailure) {
      let starter = DaemonStarter.inherited()
      if configuration.isDaemon, starter == nil { return try Daemon.start() }
      starter?.detach()
      return try await serve(configuration, starter)
    } catch {
      printError(error.description)
      return 1
    }
  }

  private static func serve(_ configuration: Configuration, _ starter: DaemonStarter?) async throws(StartFailure) -> Int32 {
    if configuration.needsDataFolder { try DataFolder.prepare(configuration.dataDir) }
    let log = try configuration.logFile.map { path throws(StartFailure) in try LogFile(path: path) }
    let logger = Logger(level: configuration.logLevel, format: configuration.logFormat, sink: log?.sink ?? StandardErrorSink())
    let pidFile = try configuration.pidFile.map { path throws(StartFailure) in try PidFile(path: path) }
    defer { pidFile?.remove() }
    if let pidFile, let gone = pidFile.replaced {
      logger.log(.warning, "The pid file \(pidFile.path) was left by process \(gone), which is gone; it is this server's now.")
    }
    let application = try Application(configuration, log: logger)
    let signals = ServerSignals(application, log)
    for warning in configuration.warnings { logger.log(.warning, warning) }
    for notice in application.notices { logger.log(.info, notice) }
    let addresses = try await application.start()
    do throws(StartFailure) {
      try pidFile?.publish(application.record(addresses))
    } catch {
      await application.stop()
      throw error
    }
    printLine(greeting(application, addresses, configuration))
    ServiceManager.notify("READY=1\nSTATUS=\(addresses.map(\.url).joined(separator: " "))")
    if let starter, let log, !starter.ready(log) {
      logger.log(.error, "whoever started the server is gone before it was ready, so it ends")
      await application.stop()
    }
    await application.untilStopped()
    withExtendedLifetime((signals, log)) {}
    return 0
  }

  private static func greeting(_ application: Application, _ addresses: [ListeningAddress], _ configuration: Configuration) -> String {
    var lines = ["mock-push-server \(Version.text) is ready"]
    lines += addresses.map { "  \($0.url)" }
    if let proxy = application.proxyAddress { lines.append("  proxy: \(proxy.url)") }
    lines.append("  database: \(application.databaseText)")
    if let authority = application.authority { lines.append("  CA to trust: \(authority.path) (mock-push-server ca shows how)") }
    if let path = configuration.pidFile { lines.append("  process number: \(getpid()), in \(path)") }
    if let path = configuration.logFile { lines.append("  log: \(path)") }
    return lines.joined(separator: "\n")
  }
}
