import PushStore
import Testing

@testable import MockPushServer

extension TestServer {
  static let json = [("Content-Type", "application/json")]

  @discardableResult
  func seed(_ text: String, wait: Bool = true) async -> TestAnswer {
    await send(.post, "/_mock/seed" + (wait ? "?wait=true" : ""), bytes: Array(text.utf8), headers: Self.json)
  }

  /// Loads, and expects success.
  @discardableResult
  func loads(_ text: String, _ location: SourceLocation = #_sourceLocation) async -> JSON {
    let answer = await seed(text)
    #expect(answer.status == 200 && answer.json["state"] == "done", "\(answer.text)", sourceLocation: location)
    return answer.json
  }

  /// Registrations of an app that can be seen.
  func registrationCount(_ app: String = "APP") async throws -> Int {
    try await stored { store in try store.appNumber(app).map { try store.registrationCount($0) } ?? 0 }
  }

  func expectRegistrations(_ count: Int, _ app: String = "APP", _ location: SourceLocation = #_sourceLocation) async throws {
    let found = try await registrationCount(app)
    #expect(found == count, sourceLocation: location)
  }
}

extension ReadTransaction {
  func registrationCount(_ app: AppNumber) throws -> Int { try registrations(after: nil, limit: 1_000_000, app: app).count }
}
