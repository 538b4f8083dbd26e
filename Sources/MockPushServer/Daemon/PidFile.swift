/// The process number of a running server, in a file that it keeps locked until it ends.
///
/// The lock tells whether that server lives; its number alone may belong to another program by now.
final class PidFile: Sendable {
  let path: String
  /// Of a server that ended without taking its file away.
  let replaced: pid_t?
  private let descriptor: Int32

  /// Takes the file for this process. What is no pid file, or names a living process, is left untouched.
  init(path: String) throws(StartFailure) {
    self.path = path
    descriptor = try Self.locked(path)
    replaced = try Self.leftover(descriptor, path)
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
      let reason = systemReason()
      close(descriptor)
      throw Self.unwritable(path, reason)
    }
  }

  /// Says what is to be known of the running server, for `status`.
  func publish(_ record: RunRecord) throws(StartFailure) {
    let path = RunRecord.path(besides: path)
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o644)
    guard file >= 0 else { throw Self.unwritable(path, systemReason()) }
    defer { close(file) }
    let text = Array((record.json.prettyText + "\n").utf8)
    guard write(file, text, text.count) == text.count else { throw Self.unwritable(path, systemReason()) }
  }

  /// Takes the files away. The lock stays until the process has ended, which is what `stop` waits for.
  func remove() {
    unlink(RunRecord.path(besides: path))
    unlink(path)
  }

  /// An open descriptor of the file at `path`, which is locked.
  private static func locked(_ path: String) throws(StartFailure) -> Int32 {
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o644)
      guard file >= 0 else { throw unwritable(path, systemReason()) }
      var status = stat(), current = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(file)
        throw StartFailure("\(path) is not a regular file, so it cannot be the pid file. Give another --pid-file.")
      }
      if let code = setLock(file) {
        let owner = holder(of: file)
        close(file)
        guard code == EAGAIN || code == EACCES else { throw unwritable(path, systemReason(code)) }
        // Without one, it has just ended.
        guard let owner else { continue }
        let who = owner > 0 ? "process number \(owner)" : "a process number of another container"
        throw StartFailure("A server with \(who) has the pid file \(path) already. Stop it with `mock-push-server stop`, or give another --pid-file.")
      }
      // The server before may have taken the file away between the two calls.
      if stat(path, &current) == 0, current.st_ino == status.st_ino, current.st_dev == status.st_dev { return file }
      close(file)
    }
  }

  /// The number in a file that nobody has locked; nil when it is empty.
  private static func leftover(_ file: Int32, _ path: String) throws(StartFailure) -> pid_t? {
    switch number(in: file) {
    case .none: return nil
    case .number(let pid) where pid == getpid() || isGone(pid): return pid
    case .number(let pid):
      close(file)
      throw StartFailure(
        "The pid file \(path) names process \(pid), which runs but is no mock-push-server. "
          + "Delete the file if it was left over, or give another --pid-file.")
    case .other:
      close(file)
      throw StartFailure("\(path) is no pid file, and was left untouched. Give another --pid-file.")
    }
  }

  /// One that was just killed lets go of the file a moment before it is gone.
  private static func isGone(_ pid: pid_t) -> Bool {
    for _ in 0..<15 {
      if !isAlive(pid) { return true }
      _ = poll(nil, 0, 20)
    }
    return false
  }

  private static func unwritable(_ path: String, _ reason: String) -> StartFailure {
    StartFailure("The pid file \(path) cannot be written: \(reason). Give another --pid-file, or let this user write that one.")
  }
}

extension PidFile {
  enum Content {
    case none, other
    case number(pid_t)
  }

  static func number(in file: Int32) -> Content {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(file, &bytes, bytes.count, 0)
    if count == 0 { return .none }
    let text = String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    let digits = text.hasSuffix("\n") ? text.dropLast() : text[...]
    guard let pid = pid_t(digits), pid > 0, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .other }
    return .number(pid)
  }

  /// Not one that has ended, and that its parent (in a container often nobody) has not asked after.
  static func isAlive(_ pid: pid_t) -> Bool {
    guard kill(pid, 0) == 0 || errno == EPERM else { return false }
    #if os(Linux)
      // `4711 (name) Z …`; the name may hold anything.
      let text = (try? FileReader.read("/proc/\(pid)/stat")).map { String(decoding: $0, as: UTF8.self) }
      if let end = text?.lastIndex(of: ")"), let state = text?[end...].dropFirst(2).first { return state != "Z" && state != "X" }
    #endif
    return true
  }

  /// The process that has the file locked, not counting this one; 0 when it is out of this process's sight, nil when there is none.
  static func holder(of file: Int32) -> pid_t? {
    var region = wholeFile()
    guard fcntl(file, F_GETLK, &region) == 0, region.l_type != Int16(F_UNLCK) else { return nil }
    return max(region.l_pid, 0)
  }

  /// - Returns: why not, as `errno` has it.
  private static func setLock(_ file: Int32) -> Int32? {
    var region = wholeFile()
    return fcntl(file, F_SETLK, &region) == 0 ? nil : errno
  }

  private static func wholeFile() -> flock {
    var region = flock()
    region.l_type = Int16(F_WRLCK)
    region.l_whence = Int16(SEEK_SET)
    return region
  }
}
