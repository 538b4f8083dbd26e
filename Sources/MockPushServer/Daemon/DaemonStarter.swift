/// `serve --daemon` on the side of the server: the process that started it and waits until it is ready.
struct DaemonStarter {
  /// Names the descriptor to write to. Not `MOCK_PUSH_…`, because it is no option.
  static let variable = "_MOCK_PUSH_DAEMON_PIPE"

  private let descriptor: Int32

  /// Nil when nobody waits. The variable is taken away, so that no other program sees it.
  static func inherited() -> DaemonStarter? {
    guard let text = getenv(variable), let descriptor = Int32(String(cString: text)), descriptor > STDERR_FILENO else { return nil }
    unsetenv(variable)
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
    return DaemonStarter(descriptor: descriptor)
  }

  /// Leaves the starter's session, so that neither its terminal nor its keys end the server, and its folder, which may be unmounted.
  func detach() {
    setsid()
    chdir("/")
  }

  /// Gives back the terminal, and says that the server is ready.
  ///
  /// - Returns: false when nobody waits any more.
  func ready(_ log: LogFile) -> Bool {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    close(nothing)
    log.takeStandardError()
    defer { close(descriptor) }
    var byte: UInt8 = 1
    return write(descriptor, &byte, 1) == 1
  }
}
