/// Runs work of seconds on a thread of its own. On the global pool it would take one of as many threads as the machine has cores, and whatever
/// else runs there would wait for it.
func onOwnThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    let box = Unmanaged.passRetained(ThreadWork { continuation.resume(with: Result { try work() }) }).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = pthread_create(&thread, nil, { ThreadWork.enter($0) }, box)
    #else
      var thread = pthread_t()
      let failure = pthread_create(&thread, nil, { ThreadWork.enter($0!) }, box)
    #endif
    precondition(failure == 0, "no thread can be made: \(String(cString: strerror(failure)))")
    #if canImport(Darwin)
      pthread_detach(thread!)
    #else
      pthread_detach(thread)
    #endif
  }
}

private final class ThreadWork: Sendable {
  private let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  static func enter(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadWork>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
}
