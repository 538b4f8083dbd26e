import Synchronization
import Testing

@testable import MockPushServer

/// A web server that takes what is posted.
final class WebhookReceiver: Sendable {
  struct Post: Sendable {
    let request: Request
    let json: JSON
  }

  let port: UInt16
  private let arrivals: Arrivals

  var url: String { "http://127.0.0.1:\(port)" }
  var count: Int { arrivals.kept.withLock { $0.posts.count } }

  init(port: UInt16, arrivals: Arrivals) { (self.port, self.arrivals) = (port, arrivals) }

  final class Arrivals: Sendable {
    struct State {
      var posts: [Post] = []
      var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let kept = Mutex(State())

    func add(_ post: Post) {
      let woken = kept.withLock { state in
        state.posts.append(post)
        let count = state.posts.count
        defer { state.waiting.removeAll { $0.count <= count } }
        return state.waiting.filter { $0.count <= count }.map(\.continuation)
      }
      for continuation in woken { continuation.resume() }
    }
  }

  /// The first posts, once there are so many.
  func posts(_ count: Int) async -> [Post] {
    await withCheckedContinuation { continuation in
      let isThere = arrivals.kept.withLock { state in
        if state.posts.count < count { state.waiting.append((count, continuation)) }
        return state.posts.count >= count
      }
      if isThere { continuation.resume() }
    }
    return arrivals.kept.withLock { $0.posts }
  }
}

/// Runs a test with a receiver that answers each post with a status.
func withReceiver(
  answer: @escaping @Sendable (JSON) -> Int = { _ in 200 }, _ test: @Sendable (WebhookReceiver) async throws -> Void
) async throws {
  let arrivals = WebhookReceiver.Arrivals()
  try await withBareServer(respond: { request in
    let json = (try? JSONParser.parse(request.body)) ?? .null
    let status = answer(json)
    arrivals.add(WebhookReceiver.Post(request: request, json: json))
    return Response(status: status)
  }) { _, port in try await test(WebhookReceiver(port: port, arrivals: arrivals)) }
}

extension TestServer {
  /// Replaces the webhooks, and expects success.
  func hooks(_ hooks: JSON, _ location: SourceLocation = #_sourceLocation) async {
    let answer = await send(.put, "/_mock/webhooks", json: hooks, headers: [("Content-Type", "application/json")])
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
  }

  func hookList() async -> [JSON] { await send(.get, "/_mock/webhooks").json["webhooks"]?.arrayValue ?? [] }

  /// Waits until a webhook is shown with these members.
  func hook(_ index: Int = 0, becomes expected: JSONObject, _ location: SourceLocation = #_sourceLocation) async {
    let end = ContinuousClock.now + .seconds(60)
    var shown: JSON = .null
    repeat {
      shown = await hookList()[index]
      if expected.members.allSatisfy({ shown[$0.key] == $0.value }) { return }
      await Task.yield()
    } while ContinuousClock.now < end
    Issue.record("it stays \(shown.compactText)", sourceLocation: location)
  }
}
