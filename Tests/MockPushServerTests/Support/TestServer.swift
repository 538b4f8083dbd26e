import PushStore
import Synchronization
@testable import MockPushServer

/// A whole server on a temporary database without sockets: requests go straight to the dispatcher. Its clock stands still until a test moves it.
struct TestServer: Sendable {
  struct Options: Sendable {
    var apps: [ConfiguredApp] = []
    var strict = false
    var logLevel = LogLevel.info
    var controlHosts: [String] = []
    var adminToken: String?
    var database = ":memory:"
    var seed: String?
    var faults: [FaultRule] = []
    var dataDir = "/nonexistent"
    /// Nil lets the clock run, or go on as the database says.
    var clock: Timestamp? = TestServer.start
    var journal = true
    var webhookHosts: [String] = []
    var webhooks = WebhookTiming(wait: .milliseconds(1))
  }

  /// Where the clock stands unless a test says otherwise: a morning in March, or what `MOCK_PUSH_TEST_START` chooses (`make test-clocks`).
  /// A test whose point is a date states its own.
  static let start = StartMoment.chosen

  let application: Application
  let log = LogCapture()

  fileprivate init(_ options: Options) async throws {
    let configuration = Configuration(
      host: "127.0.0.1", httpPort: .off, httpsPort: .off, tls: TLSConfiguration(hosts: [], files: nil), controlHosts: options.controlHosts,
      adminToken: options.adminToken, dataDir: options.dataDir, database: options.database, durability: .normal, seed: options.seed, apps: options.apps,
      strict: options.strict, faults: options.faults,
      clock: options.clock, journal: options.journal, webhookHosts: options.webhookHosts, logFormat: .text, logLevel: options.logLevel, warnings: [])
    application = try Application(configuration, webhooks: options.webhooks, log: Logger(level: options.logLevel, sink: log))
    _ = try await application.start()
  }

  fileprivate func end() async {
    await application.stop()
    await application.untilStopped()
  }

  /// The moment that the server takes for now.
  var now: Timestamp { application.clock.now }

  /// Moves the clock forward.
  func pass(seconds: Int64) {
    application.clock.set(.frozen(now.advanced(byMilliseconds: seconds * 1_000)))
  }

  /// What the store holds, read as handlers read it.
  func stored<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
    // Reads of a handler share the loop's snapshot; the background reader has a fresh one each time.
    try await application.store.readAside(body)
  }

  /// Sends a request as it would arrive.
  func send(
    _ method: Request.Method, _ target: String, json: JSON? = nil, bytes: [UInt8]? = nil, headers: [(String, String)] = []
  ) async -> TestAnswer {
    var fields = HeaderFields()
    for (name, value) in headers { fields.append(name, value) }
    let body = bytes ?? json?.compactBytes ?? []
    return TestAnswer(await whole(application.dispatcher.respond(Request(method: method, target: target, headers: fields, body: body))))
  }

  /// A stream is read to its end, and stands where a body would; one that fails ends where it failed.
  private func whole(_ response: Response) async -> Response {
    guard let stream = response.stream else { return response }
    var whole = response
    do {
      for try await chunk in stream { whole.body += chunk }
    } catch {
      response.streamFailed?(error)
    }
    return whole
  }

  /// Calls an endpoint of the app `APP`, with credentials that open mode takes.
  func call(
    _ method: Request.Method, _ path: String, _ version: APIVersion = .v24, json: JSON? = nil, text: String? = nil, app: String = "APP"
  ) async -> TestAnswer {
    await send(
      method, "/push/\(version.name)/appkeys/\(app)\(path)", json: json, bytes: text.map { Array($0.utf8) },
      headers: Credentials.wellFormed(version))
  }
}

enum Credentials {
  static let secretKey = ("X-Secret-Key", "aB3dE5gH")
  static let pair = [("X-User-Access-Key-ID", "aB3dE5gHiJ1234567890"), ("X-Secret-Access-Key", "aB3dE5gHiJ123456")]

  static func wellFormed(_ version: APIVersion) -> [(String, String)] { version == .v22 ? pair : [secretKey] }
}

/// Runs `body` with a server of its own, which is ended afterwards. Not to be nested: few servers live at once (`TestServerLimit`).
@discardableResult
func withTestServer<T>(_ options: TestServer.Options = TestServer.Options(), _ body: (TestServer) async throws -> T) async throws -> T {
  await TestServerLimit.shared.enter()
  defer { TestServerLimit.shared.leave() }
  let server = try await TestServer(options)
  do {
    let result = try await body(server)
    await server.end()
    return result
  } catch {
    await server.end()
    throw error
  }
}

/// With the clock at a moment, for a test whose point is a date.
@discardableResult
func withTestServer<T>(at moment: String, apps: [ConfiguredApp] = [], _ body: (TestServer) async throws -> T) async throws -> T {
  try await withTestServer(TestServer.Options(apps: apps, clock: DateText.parse(moment)!), body)
}

@discardableResult
func withTestServer<T>(apps: [ConfiguredApp], strict: Bool = false, _ body: (TestServer) async throws -> T) async throws -> T {
  try await withTestServer(TestServer.Options(apps: apps, strict: strict), body)
}

/// Keeps the lines of the server's log.
final class LogCapture: LogSink {
  private let kept = Mutex<[String]>([])

  func write(_ line: [UInt8]) {
    kept.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
  }

  var lines: [String] { kept.withLock { $0 } }
}
