import CEvent
import Synchronization

/// One thread that runs a libevent loop and the jobs of all actors that name it as their executor.
///
/// A tick: poll → run jobs, again while requests keep coming → end of tick (commit) → run the jobs that the commit resumed → end of tick again. So a response leaves right
/// after its commit, and no write and no snapshot is left open while the loop sleeps.
///
/// It is a task executor as well: a continuation resumes on the global pool first unless its task prefers another place, which cost two
/// thread switches per write. Tasks on the hot path are made with `Task(executorPreference: loop)`.
///
/// `@unchecked Sendable`: `jobs` and `endOfTick` are touched on the loop's thread only (`endOfTick` is set before the thread starts), `inbox`
/// is behind a lock, and the rest never changes after `start`.
final class LoopExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// libevent's `event_base`. Use it on the loop's thread only.
  let base: OpaquePointer
  private var jobs: [UnownedJob] = []
  /// How often a tick asks for more before it commits: bounds how long the first request of a tick waits for the others.
  private static let pollsPerTick = 8
  private var endOfTick: () -> Void = {}
  private let inbox = Mutex(Inbox())
  private let wakeRead: Int32
  private let wakeWrite: Int32
  private var wakeEvent: OpaquePointer?
  private var thread: pthread_t?

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var isWoken = false
    var isStopping = false
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  init() {
    let configuration = event_config_new()
    // evhttp turns reading and writing on and off several times per request: changes are gathered per tick instead of a system call each.
    event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST.rawValue))
    base = event_base_new_with_config(configuration)
    event_config_free(configuration)
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe can be made: \(String(cString: strerror(errno)))")
    (wakeRead, wakeWrite) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    if let wakeEvent { event_free(wakeEvent) }
    event_base_free(base)
    close(wakeRead)
    close(wakeWrite)
  }

  /// Starts the thread. `endOfTick` runs on it at each tick's end.
  func start(endOfTick: @escaping @Sendable () -> Void) {
    self.endOfTick = endOfTick
    // The loop never ends by itself while this event is there, and other threads end its sleep through it.
    wakeEvent = event_new(base, wakeRead, Int16(EV_READ | EV_PERSIST), { file, _, _ in
      var bytes: (UInt64, UInt64) = (0, 0)
      while read(file, &bytes, 16) > 0 {}
    }, nil)
    event_add(wakeEvent, nil)
    let me = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    let failure = pthread_create(&thread, nil, { LoopExecutor.enter($0) }, me)
    #else
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, { LoopExecutor.enter($0!) }, me)
    #endif
    precondition(failure == 0, "no thread can be made: \(String(cString: strerror(failure)))")
    self.thread = thread
  }

  private static func enter(_ loop: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<LoopExecutor>.fromOpaque(loop).takeRetainedValue().run()
    return nil
  }

  private func run() {
    LoopExecutor.current = Unmanaged.passUnretained(self).toOpaque()
    var stopping = false
    while !stopping {
      event_base_loop(base, jobs.isEmpty ? EVLOOP_ONCE : EVLOOP_ONCE | EVLOOP_NONBLOCK)
      stopping = takeInbox()
      // Requests that came in meanwhile join this tick's commit: the more share one, the less each waits for the disk.
      var polls = 1
      while !jobs.isEmpty, polls < Self.pollsPerTick {
        runJobs()
        event_base_loop(base, EVLOOP_ONCE | EVLOOP_NONBLOCK)
        stopping = takeInbox() || stopping
        polls += 1
      }
      runJobs()
      endOfTick()
      runJobs()
      endOfTick()
      if !jobs.isEmpty { stopping = false }
    }
    // It holds the store, which holds this loop.
    endOfTick = {}
    let waiting = inbox.withLock { inbox in
      inbox.hasEnded = true
      return inbox.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when the loop has ended.
  func ended() async {
    await withCheckedContinuation { continuation in
      let isOver = inbox.withLock { inbox in
        if !inbox.hasEnded { inbox.waiting.append(continuation) }
        return inbox.hasEnded
      }
      if isOver { continuation.resume() }
    }
    join()
  }

  /// True when the loop shall end.
  private func takeInbox() -> Bool {
    let (arrived, isStopping) = inbox.withLock { inbox in
      let arrived = inbox.jobs
      inbox.jobs.removeAll(keepingCapacity: true)
      inbox.isWoken = false
      return (arrived, inbox.isStopping)
    }
    jobs.append(contentsOf: arrived)
    return isStopping
  }

  private func runJobs() {
    var next = 0
    while next < jobs.count {
      let job = jobs[next]
      next += 1
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    jobs.removeAll(keepingCapacity: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isOnLoop {
      jobs.append(job)
      return
    }
    inbox.withLock { inbox in
      inbox.jobs.append(job)
      wake(&inbox)
    }
  }

  /// Ends the loop after what is queued has run.
  func requestStop() {
    inbox.withLock { inbox in
      inbox.isStopping = true
      wake(&inbox)
    }
  }

  private func join() {
    guard let thread else { return }
    pthread_join(thread, nil)
    self.thread = nil
  }

  private func wake(_ inbox: inout Inbox) {
    guard !inbox.isWoken else { return }
    inbox.isWoken = true
    var byte: UInt8 = 1
    // A full pipe wakes the loop as well.
    _ = write(wakeWrite, &byte, 1)
  }

  var isOnLoop: Bool { LoopExecutor.current == Unmanaged.passUnretained(self).toOpaque() }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() {
    precondition(isOnLoop, "this must run on the event loop's thread")
  }

  /// The loop whose thread this is.
  private static var current: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    set { pthread_setspecific(key, newValue) }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "no thread-specific key can be made")
    return key
  }()
}
