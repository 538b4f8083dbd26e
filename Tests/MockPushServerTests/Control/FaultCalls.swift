import PushStore
import Synchronization
import Testing

@testable import MockPushServer

extension TestServer {
  private static let type = [("Content-Type", "application/json")]

  /// Adds a fault rule, and gives it as it is shown.
  @discardableResult
  func fault(_ rule: JSON, _ location: SourceLocation = #_sourceLocation) async -> JSON {
    let answer = await send(.post, "/_mock/faults", json: rule, headers: Self.type)
    #expect(answer.status == 201, "\(answer.text)", sourceLocation: location)
    return answer.json
  }

  func clearFaults() async { _ = await send(.delete, "/_mock/faults") }

  /// The rules in force, as they are shown.
  func faults() async -> [JSON] { await send(.get, "/_mock/faults").json["faults"]?.arrayValue ?? [] }

  /// Whether anything was ever stored for the app.
  func knowsApp() async -> Bool {
    (try? await stored { try $0.appNumber("APP") }) != nil
  }

  /// Registers a token as a client that waits.
  func register(_ token: String, as client: PatientClient) async -> Response {
    let body = Fixture.registration(["token": .string(token)]).compactBytes
    return await application.dispatcher.respond(Request(method: .post, target: "/push/v2.4/appkeys/APP/tokens", body: body), client)
  }
}

/// A client for which waiting takes no time.
final class PatientClient: WaitingClient {
  private let kept = Mutex<[Duration]>([])
  private let stays: Bool
  private let meanwhile: @Sendable () async -> Void

  /// - Parameters:
  ///   - stays: whether it waits to the end.
  ///   - meanwhile: what happens during a wait.
  init(stays: Bool = true, meanwhile: @escaping @Sendable () async -> Void = {}) {
    self.stays = stays
    self.meanwhile = meanwhile
  }

  var waits: [Duration] { kept.withLock { $0 } }

  func wait(_ duration: Duration) async -> Bool {
    kept.withLock { $0.append(duration) }
    await meanwhile()
    return stays
  }
}

extension TestAnswer {
  /// The fault that had a part in it.
  var fault: String? { headers.first { $0.name == "X-Mock-Fault" }?.value }
}
