import Foundation

@testable import MockPushServer

/// A thread of its own for every piece of work: blocking clients must not take the few threads that the server's background reads need.
final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
