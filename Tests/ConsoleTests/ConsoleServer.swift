import Foundation
import Testing

@testable import MockPushServer

/// A server in the test process, with what a test puts into it by the vendor's API and the control API.
struct ConsoleServer: Sendable {
  let url: String
  static let app = "DEMO"

  /// Sends a request and gives the answer's JSON.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: Any? = nil) async throws -> [String: Any] {
    try PlainHTTP.send(method, url, path, headers: ["X-Secret-Key": "aB3dE5gH"], json: body).json
  }

  func register(
    _ token: String, _ type: String = "FCM", uid: String? = nil, notification: Bool = true, ad: Bool = true, nightAd: Bool = false,
    country: String = "KR", language: String = "ko"
  ) async throws {
    let answer = try await call("POST", "/push/v2.4/appkeys/\(Self.app)/tokens", [
      "token": token, "pushType": type, "uid": uid ?? "user-\(token)", "deviceId": String(token.hashValue, radix: 36), "isNotificationAgreement": notification,
      "isAdAgreement": ad, "isNightAdAgreement": nightAd, "timezoneId": "Asia/Seoul", "country": country, "language": language,
    ])
    let header = answer["header"] as? [String: Any]
    #expect(header?["resultCode"] as? Int == 0, "\(answer)")
  }

  /// Sends to everybody by the REST API, and waits until it is delivered.
  func send(_ title: String, _ more: [String: Any] = [:]) async throws {
    try await call(
      "POST", "/push/v2.4/appkeys/\(Self.app)/messages",
      ["target": ["type": "ALL"], "messageType": "NOTIFICATION", "content": ["default": ["title": title, "body": "A body"]]].merging(more) { $1 })
    try await call("POST", "/_mock/settle")
  }
}

/// One browser driver for all tests, which run one after the other; it ends with the process.
enum SharedDriver {
  static let driver = Result { try ChromeDriver() }
}

/// Starts a server and a browser on its console, runs the test, and ends both. Whatever the page complained of fails the test.
func withConsole(
  _ look: Browser.Look = Browser.Look(), at moment: String = "2026-03-02T10:00:00+09:00", adminToken: String? = nil,
  prepare: (ConsoleServer) async throws -> Void = { _ in }, allows: [String] = [], _ test: (Browser, ConsoleServer) async throws -> Void
) async throws {
  signal(SIGPIPE, SIG_IGN)
  let configuration = Configuration(
    host: "127.0.0.1", httpPort: .port(0), httpsPort: .off, tls: TLSConfiguration(hosts: [], files: nil), controlHosts: [], adminToken: adminToken,
    dataDir: "/nonexistent", database: ":memory:", durability: .normal, apps: [], strict: false, clock: DateText.parse(moment), logFormat: .text,
    logLevel: .error, warnings: [])
  let application = try Application(configuration)
  let address = try #require(try await application.start().first)
  let server = ConsoleServer(url: address.url)
  do {
    try await prepare(server)
    let browser = try await Browser(try SharedDriver.driver.get(), server: server.url, look)
    do {
      try await test(browser, server)
      let complaints = try await browser.complaints().filter { line in !allows.contains { line.contains($0) } }
      #expect(complaints == [])
    } catch {
      await browser.close()
      throw error
    }
    await browser.close()
  } catch {
    await application.stop()
    await application.untilStopped()
    throw error
  }
  await application.stop()
  await application.untilStopped()
}
