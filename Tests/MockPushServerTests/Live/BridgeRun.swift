import Foundation

@testable import MockPushServer

/// The commands that hand on deliveries, as programs of their own, beside a listener that speaks as the server does.
enum BridgeRun {
  /// Runs a command to its end against prepared answers, one per connection.
  static func run(
    _ arguments: [String], _ answers: [String?], _ standIns: StandIns? = nil, environment: [String: String] = [:]
  ) async throws -> (ending: ServerProcess.Ending, requests: [String]) {
    try await withTaskExecutorPreference(BlockingThreads.shared) {
      let listener = try TinyListener(answers: answers)
      defer { listener.stop() }
      let variables = environment.merging(standIns?.environment ?? [:]) { $1 }
      let ending = try ServerProcess.run(arguments + ["--url", "http://127.0.0.1:\(listener.port)"], environment: variables)
      let errors = ending.errors.replacing("http://127.0.0.1:\(listener.port)", with: "URL").replacing("mock-push-server: ", with: "")
      let requests = listener.requests.map { $0.replacing(":\(listener.port)", with: ":PORT") }
      return (ServerProcess.Ending(code: ending.code, output: ending.output, errors: errors), requests)
    }
  }

  static let line = "2026-03-02T20:59:59.000+09:00  APP  kim  token  "
}
