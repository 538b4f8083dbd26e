import PushStore
import Testing
@testable import MockPushServer

@Suite struct BackgroundReaderTests {
  /// Requests run in tasks that prefer the loop's thread; a long read in one of them must not stop the others.
  @Test func readsAsideLeaveTheLoop() async throws {
    try await withTestServer { server in
      let (loop, store) = (server.application.loop, server.application.store)
      let places = try await Task(executorPreference: loop) {
        let aside = try await store.readAside { _ in loop.isOnLoop }
        return (aside, try await store.read { _ in loop.isOnLoop })
      }.value
      #expect(places == (false, true))
    }
  }
}
