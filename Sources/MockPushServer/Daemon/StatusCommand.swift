/// `status`: whether a server keeps the pid file, and what is to be known of it.
struct StatusOptions: Invocation, Equatable {
  var pidFile: String
  var isJSON = false

  static let group = OptionGroup<StatusOptions>(
    title: "Output", options: [.toggle("json", \.isJSON, help: "Print one JSON object in place of text.")])

  func run() async -> Int32 {
    let server = RunningServer(pidFile: pidFile)
    switch server {
    case .running(let pid): report(pid, RunRecord(besides: pidFile, of: pid))
    case .unreadable(let reason):
      printError("The pid file \(pidFile) cannot be read: \(reason). Ask as the user who started the server.")
      return 4
    default:
      let sentence = server.whyNot(pidFile) ?? ""
      printLine(isJSON ? JSON.object(["running": false, "reason": .string(sentence)]).prettyText : sentence)
      return 3
    }
    return 0
  }

  private func report(_ pid: pid_t, _ record: RunRecord?) {
    let uptime = record.map { (Int(SystemClock.monotonicMicroseconds) - $0.startedMicroseconds) / 1_000_000 }
    if isJSON {
      var object: JSONObject = ["running": true, "ready": .bool(record != nil), "pid": .number(JSONNumber(Int(pid))), "pidFile": .string(pidFile)]
      for key in ["version", "addresses", "database", "startedAt"] { object[key] = record?.json[key] }
      object["uptimeSeconds"] = uptime.map { .number(JSONNumber($0)) }
      printLine(JSON.object(object).prettyText)
      return
    }
    let process = pid > 0 ? "process number: \(pid)" : "its process is out of sight, perhaps in another container"
    guard let record, let uptime else {
      printLine("mock-push-server is starting or ending\n  \(process)")
      return
    }
    let lines = ["mock-push-server \(record.version) is running"] + record.addresses
    printLine((lines + ["database: \(record.database)", process, "up: \(UptimeText.of(seconds: uptime))"]).joined(separator: "\n  "))
  }
}

extension Command {
  static let status = Command(
    name: "status", summary: "Tell whether a server that was started with --daemon runs.",
    explanation: """
      Tells whether a server runs that was started with --daemon or --pid-file: its process number, version, addresses, database and uptime. \
      `readyz` asks any server, by its address.
      """,
    sections: [ServeOptions.section("Which server", of: "pid-file", "data-dir", "config"), StatusOptions.group.section()],
    exitCodes: [
      ExitCode(code: 0, meaning: "It runs."), ExitCode(code: 3, meaning: "It does not."),
      ExitCode(code: 4, meaning: "The pid file cannot be read."),
    ]
  ) { given, resolver throws(UsageError) in
    let draft = try resolver.draft(given: given)
    var options = StatusOptions(pidFile: try Configuration.pidFile(draft, environment: resolver.environment))
    try StatusOptions.group.apply(given, to: &options)
    return options
  }
}

/// A stretch of time for people: its two largest units.
enum UptimeText {
  static func of(seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(seconds, 0)) s"
    case ..<3_600: "\(seconds / 60) min \(seconds % 60) s"
    case ..<86_400: "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    default: "\(seconds / 86_400) d \(seconds / 3_600 % 24) h"
    }
  }
}
