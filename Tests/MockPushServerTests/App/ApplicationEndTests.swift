import Testing
@testable import MockPushServer

private struct Watch: @unchecked Sendable { // read only after the server has ended
  weak var application: Application?
  weak var store: GroupCommitStore?
  weak var loop: LoopExecutor?
}

@Test func anEndedServerGivesEverythingBack() async throws {
  let watch = try await withTestServer { server in
    await server.register()
    let application = server.application
    return Watch(application: application, store: application.store, loop: application.loop)
  }
  #expect(watch.application == nil)
  #expect(watch.store == nil, "its database connections are closed")
  #expect(watch.loop == nil, "its descriptors are closed")
}
