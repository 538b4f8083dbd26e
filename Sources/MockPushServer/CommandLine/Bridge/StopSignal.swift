import Synchronization

/// SIGINT and SIGTERM as something to wait for, so that a command ends between two deliveries. A second signal ends it at once.
struct StopSignal: Sendable {
  /// Becomes readable with the first signal, and stays so.
  let descriptor: Int32

  /// Of a command that no signal shall end in an orderly way.
  static let never = StopSignal(descriptor: -1)

  /// Once per process. A closed pipe is an error to read from then on, not a signal to die of.
  static func install() -> StopSignal {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .never }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The first access also makes the atomic values, which a signal handler must not do.
    wakeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    runningChild.store(0, ordering: .sequentiallyConsistent)
    hasStopped.store(false, ordering: .sequentiallyConsistent)
    signal(SIGPIPE, SIG_IGN)
    // Who started the command may have blocked them; that is inherited.
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM] {
      signal(number, arrived)
      sigaddset(&wanted, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
    return StopSignal(descriptor: ends[0])
  }

  var isSet: Bool { wait(milliseconds: 0) }

  /// - Returns: whether it came.
  func wait(milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&wanted, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Names the process group that a signal ends too; 0 for none.
  static func guardsChild(_ pid: pid_t) { runningChild.store(pid, ordering: .sequentiallyConsistent) }
}

private let wakeEnd = Atomic<Int32>(-1)
private let runningChild = Atomic<pid_t>(0)
private let hasStopped = Atomic(false)

/// Only what is safe in a signal handler.
private func arrived(_ number: Int32) {
  if hasStopped.exchange(true, ordering: .sequentiallyConsistent) { _exit(1) }
  let code = errno
  var byte: UInt8 = 0
  _ = write(wakeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  let child = runningChild.load(ordering: .sequentiallyConsistent)
  if child > 0 { kill(-child, SIGTERM) }
  errno = code
}
