import Synchronization

/// A log file that can be opened anew under the same descriptor, as logrotate asks for by SIGHUP.
final class LogFile: Sendable {
  let path: String
  /// Stays the same when the file is opened anew: writers need not know.
  let descriptor: Int32
  private let isStandardError = Mutex(false)

  init(path: String) throws(StartFailure) {
    self.path = path
    descriptor = Self.opened(path)
    if descriptor < 0 {
      throw StartFailure("The log file \(path) cannot be written: \(systemReason()). Give another --log-file, or let this user write that one.")
    }
  }

  deinit { close(descriptor) }

  var sink: StandardErrorSink { StandardErrorSink(descriptor: descriptor) }

  /// Opens the path again, after the file was renamed or deleted.
  ///
  /// - Returns: why not; lines then go on into the file that was open before.
  func reopen() -> String? {
    let new = Self.opened(path)
    guard new >= 0 else { return systemReason() }
    defer { close(new) }
    // In one step: no line is lost between the two.
    dup2(new, descriptor)
    if isStandardError.withLock({ $0 }) { dup2(new, STDERR_FILENO) }
    return nil
  }

  /// Lets what the process says of itself, such as the runtime's last words in a crash, go here too.
  func takeStandardError() {
    isStandardError.withLock { $0 = true }
    dup2(descriptor, STDERR_FILENO)
  }

  /// Never as a controlling terminal, and without waiting for the reader of a FIFO.
  private static func opened(_ path: String) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o640)
  }
}

/// What `errno` says, for the middle of a sentence.
func systemReason(_ code: Int32 = errno) -> String { String(cString: strerror(code)).lowercased() }
