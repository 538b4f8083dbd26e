import CEvent

/// Ends the server on SIGTERM and SIGINT, a second signal at once; on SIGHUP opens the log file anew, if there is one.
final class ServerSignals {
  private var events: [OpaquePointer] = []
  private let application: Application
  private let log: LogFile?
  private var isStopping = false

  /// Before the loop starts: libevent delivers signals on the loop's thread.
  init(_ application: Application, _ log: LogFile?) {
    self.application = application
    self.log = log
    for number in [SIGTERM, SIGINT] {
      take(number) { _, _, context in ServerSignals.from(context).stop() }
    }
    if log != nil {
      take(SIGHUP) { _, _, context in ServerSignals.from(context).reopenLog() }
    }
  }

  private func take(_ number: Int32, _ callback: @escaping event_callback_fn) {
    let event = event_new(application.loop.base, number, Int16(EV_SIGNAL | EV_PERSIST), callback, Unmanaged.passUnretained(self).toOpaque())
    event_add(event, nil)
    events.append(event!)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> ServerSignals {
    Unmanaged<ServerSignals>.fromOpaque(context!).takeUnretainedValue()
  }

  private func stop() {
    guard !isStopping else { _exit(1) }
    isStopping = true
    ServiceManager.notify("STOPPING=1")
    let application = application
    Task { await application.stop() }
  }

  private func reopenLog() {
    guard let log else { return }
    let logger = application.logger
    guard let problem = log.reopen() else { return logger.log(.info, "the log file was opened anew", ["path": .string(log.path)]) }
    let fields: LogFields = ["path": .string(log.path), "detail": .string(problem)]
    logger.log(.error, "the log file cannot be opened anew; lines go on into the one before", fields)
  }

  deinit { for event in events { event_free(event) } }
}
