import CEvent

/// `serve`: starts the server, says where it listens, and ends it on SIGTERM or SIGINT.
enum ServeCommand {
  /// - Returns: the exit code.
  static func run(_ configuration: Configuration) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    do throws(StartFailure) {
      let application = try Application(configuration)
      let signals = StopSignals(application)
      for warning in configuration.warnings { application.logger.log(.warning, warning) }
      for notice in application.notices { application.logger.log(.info, notice) }
      printLine(greeting(application, try await application.start()))
      await application.untilStopped()
      withExtendedLifetime(signals) {}
      return 0
    } catch {
      printError(error.description)
      return 1
    }
  }

  private static func greeting(_ application: Application, _ addresses: [ListeningAddress]) -> String {
    var lines = ["mock-push-server \(Version.text) is ready"]
    lines += addresses.map { "  \($0.url)" }
    if let proxy = application.proxyAddress { lines.append("  proxy: \(proxy.url)") }
    lines.append("  database: \(application.databaseText)")
    if let authority = application.authority { lines.append("  CA to trust: \(authority.path) (mock-push-server ca shows how)") }
    return lines.joined(separator: "\n")
  }
}

/// Ends the server on SIGTERM and SIGINT; a second signal ends the program at once.
private final class StopSignals {
  private var events: [OpaquePointer] = []
  private let application: Application
  private var isStopping = false

  /// Before the loop starts: libevent delivers signals on the loop's thread.
  init(_ application: Application) {
    self.application = application
    for number in [SIGTERM, SIGINT] {
      let event = event_new(application.loop.base, number, Int16(EV_SIGNAL | EV_PERSIST), { _, _, context in
        Unmanaged<StopSignals>.fromOpaque(context!).takeUnretainedValue().arrived()
      }, Unmanaged.passUnretained(self).toOpaque())
      event_add(event, nil)
      events.append(event!)
    }
  }

  private func arrived() {
    guard !isStopping else { _exit(1) }
    isStopping = true
    let application = application
    Task { await application.stop() }
  }

  deinit { for event in events { event_free(event) } }
}
