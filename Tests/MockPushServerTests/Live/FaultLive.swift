import Testing

@testable import MockPushServer

/// Fault rules of a live server.
extension LiveServer {
  /// Adds a rule, and gives its id.
  @discardableResult
  func fault(_ rule: JSON, _ place: SourceLocation = #_sourceLocation) throws -> String {
    let answer = try connect().ask("POST", "/_mock/faults", body: rule.compactText)
    #expect(answer.status == 201, "\(answer.text)", sourceLocation: place)
    return answer.json["id"]?.stringValue ?? ""
  }

  /// Waits until a rule has been applied so often: then the server has taken these requests up.
  func untilApplied(_ id: String, _ count: Int = 1) throws {
    let client = try connect()
    let end = ContinuousClock.now + .seconds(20)
    while try client.ask("GET", "/_mock/faults/\(id)").json["applied"]?.intValue != count {
      guard ContinuousClock.now < end else { throw SocketFault.deadline("the fault \(id)") }
    }
  }
}
