/// `stop`: ends the server that keeps the pid file, and waits until it is gone.
struct StopOptions: Invocation, Equatable {
  var pidFile: String
  var timeoutMilliseconds = 30_000

  static let group = OptionGroup<StopOptions>(
    title: "Options",
    options: [
      .value("timeout", "SECONDS", \.timeoutMilliseconds, default: "30", parse: OptionText.seconds, help: "Wait no longer than so many seconds.")
    ])

  func run() async -> Int32 {
    let server = RunningServer(pidFile: pidFile)
    switch server {
    case .running(let pid): return stop(pid)
    case .unreadable(let reason): return failed("The pid file \(pidFile) cannot be read: \(reason). Stop it as the user who started it.")
    case .another(let pid):
      return failed(
        "The pid file \(pidFile) names process \(pid), which is no mock-push-server: nothing was stopped. Delete the file if it was left over.")
    case .noPidFile: return failed("\(pidFile) is no pid file: nothing was stopped. Name the right one with --pid-file.")
    case .stale: (try? PidFile(path: pidFile))?.remove()
    case .absent: break
    }
    printLine(server.whyNot(pidFile) ?? "")
    return 0
  }

  /// Asks it to end, as SIGTERM does: it finishes open requests first.
  private func stop(_ pid: pid_t) -> Int32 {
    // 0 would be this process's own group.
    guard pid > 0 else { return failed("The server that keeps the pid file \(pidFile) is out of sight: stop it in the container where it runs.") }
    // Opened before the server can take it away, so that its end is seen by the lock.
    let file = open(pidFile, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    defer { if file >= 0 { close(file) } }
    let end = ContinuousClock.now + .milliseconds(timeoutMilliseconds)
    if kill(pid, SIGTERM) != 0, errno != ESRCH {
      return failed("Process \(pid) cannot be stopped: \(systemReason()). Stop it as the user who started it.")
    }
    // First it lets go of the file, and last of its ports.
    while file >= 0 && PidFile.holder(of: file) == pid || PidFile.isAlive(pid) {
      guard ContinuousClock.now < end else {
        return failed(
          "mock-push-server (process number \(pid)) has not ended yet; it finishes open requests first. "
            + "Wait with a longer --timeout, or end it at once with `kill -9 \(pid)`: no acknowledged write is lost.")
      }
      _ = poll(nil, 0, 20)
    }
    printLine("mock-push-server (process number \(pid)) has ended.")
    return 0
  }

  private func failed(_ sentence: String) -> Int32 {
    printError(sentence)
    return 1
  }
}

extension Command {
  static let stop = Command(
    name: "stop", summary: "End a server that was started with --daemon, and wait until it is gone.",
    explanation: """
      Ends a server that was started with --daemon or --pid-file: sends SIGTERM, and waits until it has finished open requests and is gone. \
      A second `stop` meanwhile ends it at once.
      """,
    sections: [ServeOptions.section("Which server", of: "pid-file", "data-dir", "config"), StopOptions.group.section()],
    exitCodes: [
      ExitCode(code: 0, meaning: "It has ended, or none was running."), ExitCode(code: 1, meaning: "It still runs, or may not be stopped."),
    ]
  ) { given, resolver throws(UsageError) in
    let draft = try resolver.draft(given: given)
    var options = StopOptions(pidFile: try Configuration.pidFile(draft, environment: resolver.environment))
    try StopOptions.group.apply(given, to: &options)
    return options
  }
}
