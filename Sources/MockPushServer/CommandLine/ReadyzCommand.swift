#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `mock-push-server readyz`: a health check without curl, for containers and scripts.
enum ReadyzCommand {
  struct Outcome: Equatable {
    let exitCode: Int32
    /// One sentence; for standard output when ready, else for standard error.
    let sentence: String
  }

  /// Blocks until the answer is known.
  static func run(_ options: ReadyzOptions) -> Outcome {
    let place = "http://\(options.address.authority)"
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(options.timeoutMilliseconds))
    while true {
      guard let problem = HealthProbe(address: options.address, deadline: deadline).problem() else {
        return Outcome(exitCode: 0, sentence: "\(place) is ready.")
      }
      if !options.wait || ContinuousClock.now.advanced(by: pause) >= deadline {
        return Outcome(exitCode: 1, sentence: "\(place) is not ready: \(problem).")
      }
      _ = poll(nil, 0, 50)
    }
  }

  /// Between two questions: short beside the start of the server, long beside a question.
  private static let pause = Duration.milliseconds(50)
}
