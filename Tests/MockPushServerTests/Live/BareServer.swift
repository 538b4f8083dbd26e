import Testing

@testable import MockPushServer

/// The HTTP layer alone, with an answer of the test's own to every request.
func withBareServer(
  limits: RequestLimits = RequestLimits(), respond: @escaping @Sendable (Request) async -> Response,
  _ test: @Sendable (HTTPServer, UInt16) async throws -> Void
) async throws {
  ProcessPreparation.once
  let loop = LoopExecutor()
  loop.start {}
  let server = HTTPServer(loop: loop, limits: limits) { request, _ in await respond(request) }
  let port = try await server.listen(host: "127.0.0.1", port: 0).port
  var failure: (any Error)?
  do {
    try await withTaskExecutorPreference(BlockingThreads.shared) { try await test(server, port) }
  } catch {
    failure = error
  }
  await server.stopAccepting()
  await server.close()
  loop.requestStop()
  await loop.ended()
  if let failure { throw failure }
}
