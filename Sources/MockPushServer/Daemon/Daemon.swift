/// `serve --daemon` on the side of the user: starts the program anew in the background, and waits until that one is ready.
///
/// Started anew, not forked: a forked child has none of the threads of the runtime, and must not touch what they held.
enum Daemon {
  /// - Returns: 0 when the server is ready, else its exit code; it says why by itself, on the same standard error.
  static func start(_ arguments: [String] = CommandLine.arguments) throws(StartFailure) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard let program = programPath, pipe(&ends) == 0 else { throw failure(errno) }
    keepFromChildren()
    _ = fcntl(ends[1], F_SETFD, 0)
    let child: pid_t
    do throws(StartFailure) {
      child = try spawn(program, arguments, variable: "\(DaemonStarter.variable)=\(ends[1])")
    } catch {
      ends.forEach { close($0) }
      throw error
    }
    close(ends[1])
    defer { close(ends[0]) }
    var byte: UInt8 = 0
    while true {
      let count = read(ends[0], &byte, 1)
      if count == 1 { return 0 }
      if count == 0 || errno != EINTR { return try exitCode(of: child) }
    }
  }

  /// What this process has open is its caller's business: a pipe that the server kept would never end for who reads it.
  private static func keepFromChildren() {
    guard let folder = opendir("/dev/fd") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
  }

  private static func spawn(_ program: String, _ arguments: [String], variable: String) throws(StartFailure) -> pid_t {
    var actions = SpawnActions()
    posix_spawn_file_actions_init(&actions.value)
    defer { posix_spawn_file_actions_destroy(&actions.value) }
    posix_spawn_file_actions_addopen(&actions.value, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let environment = ProcessEnvironment.current.map { "\($0.key)=\($0.value)" } + [variable]
    var child = pid_t()
    let code = withCStrings(arguments) { arguments in
      withCStrings(environment) { posix_spawn(&child, program, &actions.value, nil, arguments, $0) }
    }
    guard code == 0 else { throw failure(code) }
    return child
  }

  private static func exitCode(of child: pid_t) throws(StartFailure) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw failure(errno) }
    }
    let signal = status & 0x7f
    if signal == 0 { return (status >> 8) & 0xff }
    throw StartFailure("The server was ended by signal \(signal) before it was ready. Start it without --daemon to see what it says.")
  }

  /// The file of this program; the name that it was called by may lead elsewhere.
  private static var programPath: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    #if canImport(Darwin)
      var size = UInt32(path.count)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
    #else
      guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return nil }
    #endif
    return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func failure(_ code: Int32) -> StartFailure {
    StartFailure("The server cannot be started in the background: \(systemReason(code)). Start it without --daemon.")
  }

  /// The texts as C has them: a null pointer ends the list.
  private static func withCStrings<Result>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}

/// An opaque value on Linux, a pointer on macOS.
private struct SpawnActions {
  #if canImport(Darwin)
    var value: posix_spawn_file_actions_t?
  #else
    var value = posix_spawn_file_actions_t()
  #endif
}
