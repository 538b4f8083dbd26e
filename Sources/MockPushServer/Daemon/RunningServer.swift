/// What a pid file says of the server that keeps it.
enum RunningServer {
  /// The file is locked: by this process, which is 0 when it is out of sight (in another container).
  case running(pid_t)
  case absent
  /// The process is gone.
  case stale(pid_t)
  /// The process lives but is another program.
  case another(pid_t)
  /// There is something else at that path.
  case noPidFile
  /// Why the file cannot be read.
  case unreadable(String)

  init(pidFile path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else {
      self = errno == ENOENT || errno == ENOTDIR ? .absent : .unreadable(systemReason())
      return
    }
    defer { close(file) }
    if let pid = PidFile.holder(of: file) {
      self = .running(pid)
    } else {
      switch PidFile.number(in: file) {
      case .none: self = .absent
      case .other: self = .noPidFile
      case .number(let pid): self = PidFile.isAlive(pid) ? .another(pid) : .stale(pid)
      }
    }
  }

  /// Why no server runs, as a sentence; nil when one does, or nobody knows.
  func whyNot(_ path: String) -> String? {
    switch self {
    case .running, .unreadable: nil
    case .absent: "mock-push-server is not running: there is no pid file \(path)."
    case .stale(let pid): "mock-push-server is not running: process \(pid), which the pid file \(path) names, is gone."
    case .another(let pid): "mock-push-server is not running: process \(pid), which the pid file \(path) names, is another program."
    case .noPidFile: "mock-push-server is not running: \(path) is no pid file."
    }
  }
}
