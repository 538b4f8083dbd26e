import Testing

@testable import MockPushServer

/// GET /_mock/requests/stream, and what all event streams have in common.
@Suite struct RequestStreamTests {
  @Test func requestsComeAsTheyHappen() async throws {
    try await withTestServer { server in
      _ = await server.send(.get, "/before")
      let response = await server.application.dispatcher.respond(Request(method: .get, target: "/_mock/requests/stream"))
      #expect(response.status == 200 && response.contentType.description == "text/event-stream" && response.isLive)
      #expect(response.headers.contains { $0 == ("Cache-Control", "no-store") })
      let (reader, start) = try await server.events("/requests/stream")
      #expect(start?.number == 1 && start?.name == "", "behind what is there already")
      for path in ["/a", "/b"] {
        _ = await server.send(.get, path)
        let event = try await reader.next()
        #expect(event.name == "request" && event.data["path"] == .string(path))
        #expect(event.data == (await server.send(.get, "/_mock/requests/latest").json), "as GET shows it")
        #expect(event.number == event.data["number"]?.intValue)
      }
    }
  }

  @Test func onlyWhatMatchesComes() async throws {
    try await withTestServer { server in
      let (reader, _) = try await server.events("/requests/stream?method=POST&uid=u2")
      for uid in ["u1", "u2", "u3", "u2"] { await server.register(["uid": .string(uid)]) }
      #expect(try await reader.next(2).map(\.number) == [2, 4])
    }
  }

  @Test func aClientThatComesBackMissesNothing() async throws {
    try await withTestServer { server in
      let (reader, _) = try await server.events("/requests/stream?path=/a")
      for path in ["/a", "/a", "/b", "/a"] { _ = await server.send(.get, path) }
      let seen = try await reader.next()
      let (again, start) = try await server.events("/requests/stream?path=/a", [("Last-Event-ID", seen.id)])
      #expect(start?.number == 1)
      #expect(try await again.next(2).map(\.number) == [2, 4])
    }
  }

  @Test(arguments: [("after=0", [1, 2, 3]), ("after=2", [3]), ("after=9223372036854775807", [4]), ("after=", [4])])
  func afterNamesWhereToBegin(query: String, expected: [Int]) async throws {
    try await withTestServer { server in
      for _ in 0..<3 { _ = await server.send(.get, "/") }
      let (reader, _) = try await server.events("/requests/stream?\(query)")
      if expected == [4] { _ = await server.send(.get, "/") }
      #expect(try await reader.next(expected.count).map(\.number) == expected)
    }
  }

  @Test(arguments: ["abc-1", "1", "-", "", "RUN-99", "RUN--1", "RUN-x"]) func anotherRunsIDIsAGapAndThenAllThatIsKept(id: String) async throws {
    try await withTestServer { server in
      for _ in 0..<3 { _ = await server.send(.get, "/") }
      let run = server.application.dispatcher.control.server.eventIDs.run
      let (reader, _) = try await server.events("/requests/stream", [("Last-Event-ID", id.replacing("RUN", with: run))])
      if id.isEmpty {
        _ = await server.send(.get, "/")
        #expect(try await reader.next().number == 4, "an empty one is as none")
      } else {
        let gap = try await reader.next()
        #expect(gap.name == "gap" && gap.data["missed"] == nil && gap.data["sentence"] != nil && gap.number == 0)
        #expect(try await reader.next(3).map(\.number) == [1, 2, 3])
      }
    }
  }

  @Test func aResetIsAnEventAndTheStreamGoesOn() async throws {
    try await withTestServer { server in
      let (reader, _) = try await server.events("/requests/stream")
      let (deliveries, _) = try await server.events("/deliveries/stream")
      _ = await server.send(.get, "/")
      #expect(try await reader.next().number == 1)
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      let reset = try await reader.next()
      #expect(reset.name == "reset" && reset.number == 2 && reset.data == [:])
      #expect(try await deliveries.next().name == "reset")
      _ = await server.send(.get, "/")
      #expect(try await reader.next().number == 3)
      // Who was away meanwhile hears of it as well.
      let (late, _) = try await server.events("/requests/stream?after=0")
      #expect(try await late.next(2).map(\.name) == ["reset", "request"])
      #expect(await server.send(.delete, "/_mock/requests").status == 200)
      #expect(try await reader.next().name == "reset")
    }
  }

  @Test(arguments: [
    ("/requests/stream?outcome=SENT", 400, "outcome"), ("/deliveries/stream?outcome=SEND", 400, "SENT"),
    ("/deliveries/stream?pushType=GCMX", 400, "pushType"),
    ("/deliveries/stream?messageId=latest", 400, "messageId"), ("/requests/stream?after=x", 400, "after"),
  ]) func wrongQueriesAreToldInOneSentence(path: String, status: Int, word: String) async throws {
    try await withTestServer { server in
      let answer = await server.send(.get, "/_mock" + path)
      #expect(answer.status == status && answer.sentence?.contains(word) == true, "\(answer.text)")
    }
  }

  @Test(arguments: ["/requests/stream", "/deliveries/stream", "/requests", "/webhooks"], [("Host", "evil.test"), ("Origin", "http://evil.test")])
  func otherOriginsAreKeptAway(path: String, header: (String, String)) async throws {
    try await withTestServer { server in #expect(await server.send(.get, "/_mock" + path, headers: [header]).status == 403) }
  }

  // MARK: Any stream

  /// Elements `e1`, `e2`, … as events.
  private static func stream(_ chronicle: Chronicle<Int>, after position: Int = 0) -> EventStream<Int> {
    let ids = EventIDs(run: "r")
    return EventStream(chronicle, EventStart(position: position, isForeign: false), ids: ids) { elements, _ in
      (elements.flatMap { ServerSentEvent.event("e\($0.element)", id: ids.id($0.first), data: Array("{}".utf8)) }, elements.last!.first)
    }
  }

  private static func reader(_ stream: EventStream<Int>) throws -> EventReader {
    var response = Response()
    response.stream = BodyStream { try await stream.next() }
    return try EventReader(response)
  }

  /// Nothing is kept for it; what the chronicle has no more is told.
  @Test func whoReadsTooSlowlyMeetsAGap() async throws {
    let chronicle = Chronicle<Int>(limits: .init(count: 10, weight: 1_000))
    let reader = try Self.reader(Self.stream(chronicle))
    for number in 1...3 { chronicle.append(number, weight: 1) }
    _ = try await reader.block()
    #expect(try await reader.next(3).map(\.name) == ["e1", "e2", "e3"])
    for number in 4...103 { chronicle.append(number, weight: 1) }
    let gap = try await reader.next()
    #expect(gap.name == "gap" && gap.data["missed"] == 90 && gap.id == "r-93")
    #expect(try await reader.next(10).map(\.name) == (94...103).map { "e\($0)" })
  }

  /// A comment line and the position, so that a client of a filtered stream comes back behind what it need not see again.
  @Test func aBeatIsNoEvent() async throws {
    let chronicle = Chronicle<Int>(limits: .init(count: 10, weight: 1_000))
    chronicle.append(1, weight: 1)
    let stream = Self.stream(chronicle, after: 1)
    _ = try await stream.next()
    let beating = Task {
      while !Task.isCancelled {
        chronicle.beat()
        await Task.yield()
      }
    }
    #expect(try await stream.next() == Array(":\nid: r-1\n\n".utf8))
    beating.cancel()
  }

  @Test func aCancelledStreamEnds() async throws {
    let stream = Self.stream(Chronicle<Int>(limits: .init(count: 10, weight: 1_000)))
    _ = try await stream.next()
    let waiting = Task { try await stream.next() }
    waiting.cancel()
    #expect(try await waiting.value == nil)
  }
}
