import Foundation
import Synchronization
import Testing

@testable import MockPushServer

extension Live {
  /// `kill -9` in the middle of 10,000 registrations: what was answered is there.
  @Suite struct KillTests {
    private static let (connections, each) = (8, 1250)

    @Test func everyAcknowledgedRegistrationSurvivesAKill() async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let folder = try TemporaryFolder()
        let server = try ServerProcess.serve(folder, database: nil, ["--durability", "full"])
        let (port, pid) = (try server.port(.http), server.pid)
        let counter = Counter()
        let answered = try await withThrowingTaskGroup(of: [String].self) { group in
          for connection in 0..<Self.connections {
            group.addTask {
              let client = try SocketClient(port: port)
              var answered: [String] = []
              for number in 0..<Self.each {
                let token = "c\(connection)-\(number)"
                do {
                  guard try client.ask(SampleBody.register(token)).resultCode == 0 else { break }
                } catch is SocketFault {
                  break
                }
                answered.append(token)
                // Half of them: the others are then in flight on every connection.
                if counter.next() == Self.connections * Self.each / 2 { kill(pid, SIGKILL) }
              }
              return answered
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(try server.ended().code == -SIGKILL)
        #expect(answered.count >= Self.connections * Self.each / 2)
        #expect(answered.count < Self.connections * Self.each)
        let stored = try Self.tokens(of: try ServerProcess.serve(folder))
        #expect(Set(answered).subtracting(stored).isEmpty)
        // What was not answered may be there, but only what was in flight: one request of each connection.
        #expect(stored.count - answered.count <= Self.connections)
      }
    }

    /// All tokens, page by page, as a customer's server reads them.
    private static func tokens(of server: ServerProcess) throws -> Set<String> {
      let client = try server.connect()
      var tokens: Set<String> = []
      var cursor = ""
      while true {
        let answer = try client.ask("GET", "/push/v2.4/appkeys/APP/tokens-by-cursor?limit=1000\(cursor)", ["X-Secret-Key: abcdefgh"])
        let page = try #require(answer.json["tokens"]?.arrayValue)
        for token in page { tokens.insert(try #require(token["token"]?.stringValue)) }
        guard page.count >= 1000, let last = page.last, let uid = last["uid"]?.stringValue, let token = last["token"]?.stringValue else { return tokens }
        cursor = "&cursorUid=\(uid)&cursorToken=\(token)"
      }
    }
  }
}

/// Counts across threads.
private final class Counter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
