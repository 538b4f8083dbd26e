import Testing

@testable import MockPushServer

/// The proxy alone. What is meant for the mock goes to a socket of the test.
struct BareProxy: Sendable {
  let port: UInt16
  /// Plays the mock's https.
  let mock: ListeningSocket
  let proxy: ForwardProxy

  func connect(receiveBuffer: Int32? = nil) throws -> SocketClient { try SocketClient(port: port, receiveBuffer: receiveBuffer) }

  /// Both ends of a tunnel, to the mock or to a server outside.
  func tunnel(to outside: ListeningSocket? = nil, receiveBuffer: Int32? = nil) throws -> (client: SocketClient, server: SocketClient) {
    let authority = outside.map { "127.0.0.1:\($0.port)" } ?? "api-push.cloud.toast.com:443"
    let client = try SocketClient(port: port, tunnel: authority, receiveBuffer: receiveBuffer)
    return (client, try (outside ?? mock).accept())
  }

  /// Sends a plain request for a server outside, and takes its connection.
  func request(_ text: String, of server: ListeningSocket) throws -> (client: SocketClient, server: SocketClient) {
    let client = try connect()
    try client.send(text)
    return (client, try server.accept())
  }

  /// Waits until the proxy knows of no connection, or fails.
  func expectNoConnections(within limit: Duration = .seconds(10), _ place: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + limit
    while await proxy.connectionCount > 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(2)) }
    #expect(await proxy.connectionCount == 0, "connections are left", sourceLocation: place)
  }
}

func withBareProxy(
  limits: ProxyLimits = ProxyLimits(), configuration: ProxyConfiguration = ProxyConfiguration(),
  _ test: @Sendable (BareProxy) async throws -> Void
) async throws {
  ProcessPreparation.once
  let mock = try ListeningSocket()
  let loop = LoopExecutor()
  loop.start {}
  let sockets = ProxySockets()
  let proxy = ForwardProxy(loop: loop, sockets: sockets, limits: limits, logger: Logger(level: .error))
  try await proxy.listen(configuration, port: 0, own: .init(http: nil, https: mock.address), names: MockNames(tlsHosts: []))
  let bare = BareProxy(port: sockets.port!, mock: mock, proxy: proxy)
  var failure: (any Error)?
  do {
    try await withTaskExecutorPreference(BlockingThreads.shared) { try await test(bare) }
  } catch {
    failure = error
  }
  await proxy.stopAccepting()
  await proxy.close()
  loop.requestStop()
  await loop.ended()
  if let failure { throw failure }
}
