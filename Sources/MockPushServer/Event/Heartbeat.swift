import Synchronization

/// Calls again and again, so that silent streams are not taken for dead: more often than `RequestLimits.inactivity` ends a connection.
final class Heartbeat: Sendable {
  private static let interval = Duration.seconds(15)

  private let task = Mutex<Task<Void, Never>?>(nil)

  func start(_ beat: @escaping @Sendable () -> Void) {
    task.withLock { task in
      task = Task { while (try? await Task.sleep(for: Self.interval)) != nil { beat() } }
    }
  }

  func stop() { task.withLock { $0.take() }?.cancel() }
}
