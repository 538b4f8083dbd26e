/// Runs another program to its end, in a process group of its own. For one thread: a child that another one starts meanwhile could get the pipe too.
struct ChildProcess {
  /// The first one is looked up in PATH; no shell takes part.
  let arguments: [String]
  var environment = ProcessEnvironment.current
  /// What it reads from standard input.
  var input: [UInt8] = []
  /// Whether what it prints is kept, instead of going where our own output goes.
  var keepsOutput = false
  /// What ends it early.
  var stop = StopSignal.never

  struct Ending: Equatable {
    /// Negative: the signal it died of.
    let code: Int32
    /// The beginning of what it printed, to both outputs, without blanks at the ends; empty when not kept.
    let output: String
    let hasReadInput: Bool
  }

  /// It could not be started; the reason in the system's words.
  struct Fault: Error, Equatable {
    let code: Int32
    var reason: String { String(cString: strerror(code)).lowercased() }
  }

  func run() throws(Fault) -> Ending {
    // A file rather than a pipe: nobody has to empty it meanwhile, nor wait for a grandchild that keeps it open, as adb's daemon may.
    let output = keepsOutput ? tmpfile() : nil
    defer { if let output { fclose(output) } }
    if keepsOutput, output == nil { throw Fault(code: errno) }
    if let output { _ = fcntl(fileno(output), F_SETFD, FD_CLOEXEC) }
    let ends = try Self.pipeEnds()
    let pid: pid_t
    do throws(Fault) {
      defer { close(ends.read) }
      pid = try spawn(input: ends.read, output: output.map { fileno($0) })
    } catch {
      close(ends.write)
      throw error
    }
    StopSignal.guardsChild(pid)
    if stop.isSet { kill(-pid, SIGTERM) }
    let hasReadInput = feed(ends.write)
    close(ends.write)
    let code = Self.end(of: pid)
    StopSignal.guardsChild(0)
    return Ending(code: code, output: output.map { Self.text(of: fileno($0)) } ?? "", hasReadInput: hasReadInput)
  }

  private func spawn(input: Int32, output: Int32?) throws(Fault) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    for stream in [STDOUT_FILENO, STDERR_FILENO] { if let output { posix_spawn_file_actions_adddup2(&actions, output, stream) } }
    // An ignored SIGPIPE would be inherited, and so would blocked signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var pid: pid_t = 0
    let code = Self.withStrings(arguments) { argv in
      Self.withStrings(environment.map { "\($0)=\($1)" }) { posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, $0) }
    }
    guard code == 0 else { throw Fault(code: code) }
    return pid
  }

  /// - Returns: whether all of it was taken.
  private func feed(_ descriptor: Int32) -> Bool {
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  private static func pipeEnds() throws(Fault) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Fault(code: errno) }
    // The child has its end as standard input only: else it would keep its own input from ending.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func end(of pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : -signal
  }

  private static func text(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = max(0, pread(file, &bytes, bytes.count, 0))
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
    let text = bytes[..<count].drop(while: isBlank)
    return String(decoding: text[..<(text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex)], as: UTF8.self)
  }

  private static func withStrings<Result>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
    let strings = texts.map { strdup($0) }
    defer { strings.forEach { free($0) } }
    return body(strings + [nil])
  }
}

extension ChildProcess.Ending {
  /// Completes "it …".
  var sentencePart: String { code < 0 ? "was ended by signal \(-code)" : "ended with exit code \(code)" }
}
