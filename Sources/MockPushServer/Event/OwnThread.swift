/// Runs work of seconds, most of it waiting for the disk, on a thread of its own: the global pool has one thread per core, and others need them.
func ownThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    let job = ThreadJob { continuation.resume(with: Result(catching: work)) }
    if !job.start() { job.run() }
  }
}

private final class ThreadJob: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  /// False when no thread can be made.
  func start() -> Bool {
    let me = Unmanaged.passRetained(self).toOpaque()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
    var thread: pthread_t?
    let failure = pthread_create(&thread, &attributes, { ThreadJob.enter($0) }, me)
    #else
    var thread = pthread_t()
    let failure = pthread_create(&thread, &attributes, { ThreadJob.enter($0!) }, me)
    #endif
    if failure != 0 { Unmanaged<ThreadJob>.fromOpaque(me).release() }
    return failure == 0
  }

  private static func enter(_ job: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadJob>.fromOpaque(job).takeRetainedValue().run()
    return nil
  }
}
