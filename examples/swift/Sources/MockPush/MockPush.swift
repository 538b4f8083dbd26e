import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a test says to mock-push-server: the routes below `/_mock`, about one app. Bodies are JSON texts, as in the documents.
public struct MockPush: Sendable {
  /// What became of a message for one token.
  public struct Delivery: Decodable, Sendable {
    public let token, uid, pushType, outcome, reason, explanation: String
  }

  /// The server's own sentence, such as the nearest request when a verification fails.
  public struct Refusal: Error, CustomStringConvertible {
    public let description: String
  }

  public let app: String
  private let url: String

  /// - Parameter url: the plain http address; without it `MOCK_PUSH_HTTP_URL`, then `http://127.0.0.1:8080`.
  public init(app: String, url: String? = nil) {
    self.app = app
    self.url = url ?? ProcessInfo.processInfo.environment["MOCK_PUSH_HTTP_URL"] ?? "http://127.0.0.1:8080"
  }

  /// Deletes everything of every app, faults and journal included.
  public func reset() async throws { try await control("POST", "/reset") }

  /// Stops the clock at a moment such as `2026-03-02T20:59:00+09:00`. Going back deletes all data.
  public func freeze(at moment: String) async throws {
    try await control("PUT", "/clock", #"{"now":"\#(moment)","mode":"frozen","reset":true}"#)
  }

  /// Goes on by an ISO 8601 duration such as `PT1M`. Returns when all that falls due on the way is delivered.
  public func advance(by duration: String) async throws { try await control("POST", "/clock/advance", #"{"by":"\#(duration)"}"#) }

  /// Sends as the console does, and returns when it is delivered: `{"target":…,"content":…,"messageType":…}`.
  public func send(_ message: String) async throws {
    try await control("POST", "/apps/\(app)/messages", message)
    try await control("POST", "/settle")
  }

  /// The deliveries to a token, newest first, as soon as there are so many.
  public func deliveries(to token: String, atLeast count: Int = 1, within seconds: Double = 5) async throws -> [Delivery] {
    struct Page: Decodable { let deliveries: [Delivery] }
    return try await patiently(seconds) {
      let answer = try await control("GET", "/apps/\(app)/tokens/\(Self.escaped(token))/deliveries")
      let found = try JSONDecoder().decode(Page.self, from: answer).deliveries
      guard found.count >= count else { throw Refusal(description: "\(token) got \(found.count) deliveries, not \(count)") }
      return found
    }
  }

  /// Waits until the app's requests are as expected: `{"match":{"method":"POST","path":"*/tokens"},"count":1}`. Fails with the nearest miss.
  public func verify(_ expectation: String, within seconds: Double = 5) async throws {
    try await patiently(seconds) { try await control("POST", "/requests/verify", expectation) }
  }

  /// Breaks calls on purpose: `{"preset":"sdk-timeout","times":1}`.
  public func fault(_ rule: String) async throws { try await control("POST", "/faults", rule) }

  public func mend() async throws { try await control("DELETE", "/faults") }

  /// What a message would do to each token, without sending it.
  public func explain(_ message: String) async throws -> [Delivery] {
    struct Answer: Decodable { let deliveries: [Delivery] }
    return try JSONDecoder().decode(Answer.self, from: try await control("POST", "/apps/\(app)/explain", message)).deliveries
  }

  @discardableResult
  private func control(_ method: String, _ path: String, _ body: String? = nil) async throws -> Data {
    var request = URLRequest(url: URL(string: url + "/_mock" + path)!)
    request.httpMethod = method
    if let token = ProcessInfo.processInfo.environment["MOCK_PUSH_ADMIN_TOKEN"] { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let body {
      request.httpBody = Data(body.utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode ?? 0 < 300 else { throw Refusal(description: String(decoding: data, as: UTF8.self)) }
    return data
  }

  /// Asks again until it does not throw, or time is up.
  @discardableResult
  private func patiently<Result>(_ seconds: Double, _ ask: () async throws -> Result) async throws -> Result {
    let end = Date() + seconds
    while true {
      do { return try await ask() } catch where Date() < end { try await Task.sleep(nanoseconds: 50_000_000) }
    }
  }

  /// As one segment of a path: `#tenant=NAME` of a token too.
  private static func escaped(_ token: String) -> String {
    token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? token
  }
}
