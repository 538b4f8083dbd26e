import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// `kill -9` in the middle of a restore: the old database is there or the new one, whole.
  @Suite struct RestoreKillTests {
    /// What the killer waits for.
    enum Moment: CaseIterable {
      /// The private copy is being made.
      case copying
      /// It has taken the database's place, or is about to.
      case swapped
    }

    @Test(arguments: Moment.allCases) func eitherDatabaseIsWhole(_ moment: Moment) async throws {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let folder = try TemporaryFolder()
        let base = 300
        for round in 0..<4 {
          let server = try ServerProcess.serve(folder, ["--durability", "full"])
          let client = try server.connect()
          if round == 0 {
            for number in 0..<base { #expect(try client.ask(SampleBody.register("base-\(number)")).resultCode == 0) }
            #expect(try client.ask("PUT", "/_mock/snapshots/base").status == 201)
          }
          let new = (0..<50).map { "round\(round)-\($0)" }
          for token in new { #expect(try client.ask(SampleBody.register(token)).resultCode == 0) }
          let before = try Self.count(client)
          let (pid, copy) = (server.pid, folder.file("test.db.restoring"))
          let deadline = ContinuousClock.now + .seconds(30)
          async let killed: Void = {
            while access(copy, F_OK) != 0, ContinuousClock.now < deadline {}
            while moment == .swapped, access(copy, F_OK) == 0, ContinuousClock.now < deadline {}
            kill(pid, SIGKILL)
          }()
          let answer = try? client.ask("POST", "/_mock/snapshots/base/restore")
          await killed
          #expect(try server.ended().code == -SIGKILL)

          let next = try ServerProcess.serve(folder)
          let after = try Self.count(try next.connect())
          #expect(after == base || after == before, "round \(round): \(after)")
          if answer != nil { #expect(after == base, "what was answered is so") }
          #expect(try next.connect().ask("POST", "/_mock/snapshots/base/restore").status == 200)
          #expect(try Self.count(try next.connect()) == base)
          next.send(SIGTERM)
          #expect(try next.ended().code == 0)
        }
      }
    }

    private static func count(_ client: SocketClient) throws -> Int {
      let answer = try client.ask(
        "GET", "/push/v2.4/appkeys/\(SampleBody.app)/stats/total?eventCategory=TOKEN_REGISTRATION", ["X-Secret-Key: abcdefgh"])
      return try #require(answer.json["total"]?["REGISTERED"]?.intValue)
    }
  }
}
