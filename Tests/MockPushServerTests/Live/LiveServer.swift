import Foundation
import PushStore
import Synchronization
import Testing

@testable import MockPushServer

/// A whole server in the test process, listening on free ports of loopback.
struct LiveServer: Sendable {
  let application: Application
  let addresses: [ListeningAddress]
  let folder: TemporaryFolder
  let log: LogLines

  /// What a test may choose.
  struct Options: Sendable {
    var isPlain = true
    var isSecure = false
    var proxy = ProxyConfiguration()
    var proxyLimits = ProxyLimits()
    var tlsHosts: [String] = []
    /// Nil is the private temporary database.
    var database: String?
    var limits = RequestLimits()
    var apps: [ConfiguredApp] = []
    var adminToken: String?
    /// A moment at which the clock stands; nil runs.
    var clock: Timestamp?
  }

  var httpPort: UInt16 { port(.http) }
  var httpsPort: UInt16 { port(.https) }
  var proxyPort: UInt16 { application.proxyAddress!.port }

  func port(_ scheme: Request.Scheme) -> UInt16 { addresses.first { $0.scheme == scheme }!.port }

  /// A connection over plain http.
  func connect() throws -> SocketClient { try SocketClient(port: httpPort) }

  /// A connection over TLS that trusts this server's CA only and insists on the host's name.
  func connect(host: String, versions: ClosedRange<Int32> = TLSStream.modern, sendsName: Bool = true) throws -> SocketClient {
    let settings = TLSStream.Settings(host: host, authority: application.authority!.pem, versions: versions, sendsName: sendsName)
    return try SocketClient(port: httpsPort, tls: settings)
  }

  /// A connection to the proxy.
  func connectToProxy() throws -> SocketClient { try SocketClient(port: proxyPort) }

  /// TLS through a tunnel of the proxy, as `connect(host:)`.
  func tunnel(
    to authority: String = "api-push.cloud.toast.com:443", host: String = "api-push.cloud.toast.com", authorityPEM: String? = nil,
    versions: ClosedRange<Int32> = TLSStream.modern, sendsName: Bool = true
  ) throws -> SocketClient {
    let settings = TLSStream.Settings(
      host: host, authority: authorityPEM ?? application.authority!.pem, versions: versions, sendsName: sendsName)
    return try SocketClient(port: proxyPort, tunnel: authority, tls: settings)
  }

  func connect(_ scheme: Request.Scheme) throws -> SocketClient {
    switch scheme {
    case .http: try connect()
    case .https: try connect(host: "localhost")
    }
  }

  /// The registrations of an app as stored, by token text.
  func registrations(_ appkey: String = SampleBody.app) async throws -> [Registration] {
    try await application.store.readAside { store in
      guard let app = try store.appNumber(appkey) else { return [] }
      return try store.registrations(after: nil, limit: 100_000, app: app)
    }
  }

  /// Waits until the server knows of no connection, or fails.
  func expectNoConnections(within limit: Duration = .seconds(10), _ place: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + limit
    var count = await application.connectionCount + application.proxyConnectionCount
    while count > 0, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(2))
      count = await application.connectionCount + application.proxyConnectionCount
    }
    #expect(count == 0, "connections are left", sourceLocation: place)
  }

  /// The server takes a connection and answers as ever.
  func expectHealthy(_ place: SourceLocation = #_sourceLocation) throws {
    let answer = try connect().ask("GET /_mock/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(answer.status == 200, sourceLocation: place)
    #expect(answer.json["status"]?.stringValue == "ok", sourceLocation: place)
  }
}

/// Starts a server, runs the test on a thread where it may block, and stops the server. Nothing may have gone wrong inside it.
func withLiveServer(_ options: LiveServer.Options = LiveServer.Options(), _ test: @Sendable (LiveServer) async throws -> Void) async throws {
  ProcessPreparation.once
  let folder = try TemporaryFolder()
  let log = LogLines()
  let configuration = Configuration(
    host: "127.0.0.1", httpPort: options.isPlain ? .port(0) : .off, httpsPort: options.isSecure ? .port(0) : .off,
    tls: TLSConfiguration(hosts: options.tlsHosts, files: nil), proxy: options.proxy, controlHosts: [], adminToken: options.adminToken, dataDir: folder.path, database: options.database ?? ":memory:", durability: .full, apps: options.apps, strict: false,
    clock: options.clock, logFormat: .text, logLevel: .warning, warnings: [])
  let application = try Application(configuration, limits: options.limits, proxyLimits: options.proxyLimits, log: Logger(level: .warning, sink: log))
  let server = LiveServer(application: application, addresses: try await application.start(), folder: folder, log: log)
  let outcome = await Result.of { try await withTaskExecutorPreference(BlockingThreads.shared) { try await test(server) } }
  await application.stop()
  await application.untilStopped()
  #expect(log.lines == [], "the server complained")
  try outcome.get()
}

extension Result where Success == Void, Failure == any Error {
  fileprivate static func of(_ work: () async throws -> Void) async -> Self {
    do { return .success(try await work()) } catch { return .failure(error) }
  }
}

/// Lines of the server's log, warnings and errors only.
final class LogLines: LogSink {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  func write(_ line: [UInt8]) { kept.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
}

/// What the command does before it serves, for servers inside the test process.
enum ProcessPreparation {
  static let once: Void = {
    signal(SIGPIPE, SIG_IGN)
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    getrlimit(resource, &limit)
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(resource, &limit)
  }()
}

/// A folder that goes away with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/mock-push-live-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
