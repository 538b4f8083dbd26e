import PushStore
import Synchronization
import Testing

@testable import MockPushServer

extension Live {
  /// Bodies that are made while they are sent.
  @Suite struct StreamTests {
    private static let get = HTTPText.request("GET", "/")
    private static let megabyte = 1_048_576

    /// Answers with `count` chunks of `size` bytes, the n-th full of the byte n; counts those that were asked for.
    private static func chunks(_ count: Int, of size: Int, _ made: Tally = Tally()) -> Response {
      var response = Response(contentType: "application/stream+json")
      let next = Tally()
      response.stream = BodyStream {
        let number = next.add()
        guard number < count else { return nil }
        made.add()
        return [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
      }
      return response
    }

    private static func expected(_ count: Int, of size: Int) -> [UInt8] {
      (0..<count).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: size) }
    }

    @Test(arguments: [(0, 0), (1, 1), (3, 65_536), (3, 65_537), (5, 200_000), (200, 7), (3, 0)])
    func aStreamIsOneAnswerInStepWithTheNext(count: Int, size: Int) async throws {
      try await withBareServer(respond: { _ in Self.chunks(count, of: size) }) { _, port in
        let client = try SocketClient(port: port)
        try client.send(Self.get + Self.get)
        for _ in 0..<2 {
          let answer = try client.answer()
          #expect(answer.status == 200)
          #expect(answer.headers["Content-Type"] == "application/stream+json")
          #expect(answer.body == Self.expected(count, of: size))
        }
        #expect(try client.ask(Self.get).body.count == count * size)
      }
    }

    @Test func headHasNoBodyAndNothingIsMadeForIt() async throws {
      let made = Tally()
      try await withBareServer(respond: { _ in Self.chunks(3, of: 10, made) }) { _, port in
        let client = try SocketClient(port: port)
        try client.send(HTTPText.request("HEAD", "/") + Self.get)
        let head = try client.answer(toHead: true)
        #expect(head.status == 200)
        #expect(head.headers["Content-Type"] == "application/stream+json")
        #expect(try client.answer().body.count == 30)
        #expect(made.value == 3)
      }
    }

    /// No chunks before HTTP/1.1: the body ends with the connection.
    @Test(arguments: [[], ["Connection: keep-alive"], ["Connection: Keep-Alive"]]) func anOldClientReadsToTheEnd(headers: [String]) async throws {
      try await withBareServer(respond: { _ in Self.chunks(3, of: 100_000) }) { _, port in
        let client = try SocketClient(port: port)
        try client.send((["GET / HTTP/1.0"] + headers).joined(separator: "\r\n") + "\r\n\r\n")
        let bytes = try client.untilClose()
        let blank = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
        let head = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).lowercased()
        #expect(!head.contains("transfer-encoding") && !head.contains("content-length") && !head.contains("keep-alive"), "\(head)")
        #expect(Array(bytes[blank.upperBound...]) == Self.expected(3, of: 100_000))
      }
    }

    /// However much a client does not take, no more is made than sockets hold.
    @Test func chunksAreMadeAsTheyAreTaken() async throws {
      let made = Tally()
      try await withBareServer(respond: { _ in Self.chunks(64, of: Self.megabyte, made) }) { _, port in
        let client = try SocketClient(port: port, within: .seconds(60), receiveBuffer: 4096)
        try client.send(Self.get)
        var taken = 0
        let end = ContinuousClock.now + .seconds(60)
        while taken < 64 * Self.megabyte {
          taken += try client.socket.receive(until: end).count
          // Kernel buffers on both sides take some megabytes; one chunk is on its way.
          try #require(made.value <= taken / Self.megabyte + 14)
        }
        #expect(made.value == 64)
      }
    }

    enum Manner: CaseIterable { case closing, resetting }

    /// Also while the stream waits for something that may never come.
    @Test(arguments: Manner.allCases) func aStreamIsToldThatItsClientLeft(manner: Manner) async throws {
      let (events, told) = AsyncStream<Void>.makeStream()
      let respond: @Sendable (Request) async -> Response = { _ in
        let (stream, continuation) = BodyStream.makeStream()
        continuation.onTermination = { _ in
          told.yield()
        }
        continuation.yield(Array("first\n".utf8))
        var response = Response(contentType: "text/event-stream")
        response.stream = stream
        return response
      }
      try await withBareServer(respond: respond) { server, port in
        for _ in 0..<20 {
          let client = try SocketClient(port: port)
          try client.send(Self.get)
          _ = try client.socket.receive(until: .now + .seconds(10))
          switch manner {
          case .closing: client.socket.close()
          case .resetting: client.socket.abort()
          }
        }
        var ended = 0
        for await _ in events {
          ended += 1
          if ended == 20 { break }
        }
        #expect(ended == 20)
        #expect(await server.connectionCount == 0)
      }
    }

    @Test func aStreamThatFailsHasNoEnd() async throws {
      struct Broken: Error {}
      let failures = Tally()
      let respond: @Sendable (Request) async -> Response = { _ in
        let number = Tally()
        var response = Response()
        response.stream = BodyStream {
          if number.add() == 2 { throw Broken() }
          return Array("line\n".utf8)
        }
        response.streamFailed = { _ in failures.add() }
        return response
      }
      try await withBareServer(respond: respond) { _, port in
        let client = try SocketClient(port: port)
        try client.send(Self.get)
        let text = String(decoding: try client.untilClose(), as: UTF8.self)
        #expect(text.hasSuffix("5\r\nline\n\r\n5\r\nline\n\r\n"), "the last chunk, which says that all is there, is missing: \(text)")
        #expect(failures.value == 1)
      }
    }

    // MARK: Shutdown

    @Test func drainingWaitsForAStream() async throws {
      try await withBareServer(respond: { _ in Self.chunks(12, of: Self.megabyte) }) { server, port in
        let client = try SocketClient(port: port, within: .seconds(60))
        try client.send(Self.get)
        try client.socket.wait(1, until: .now + .seconds(10), "the answer's beginning")
        await server.stopAccepting()
        async let drained: Void = server.drain()
        #expect(try client.answer().body.count == 12 * Self.megabyte)
        await drained
      }
    }

    @Test func aStreamThatTakesTooLongIsCutAtShutdown() async throws {
      let limits = RequestLimits(drain: .milliseconds(100))
      try await withBareServer(limits: limits, respond: { _ in Self.chunks(1_000_000, of: Self.megabyte) }) { server, port in
        let client = try SocketClient(port: port, receiveBuffer: 4096)
        try client.send(Self.get)
        try client.socket.wait(1, until: .now + .seconds(10), "the answer's beginning")
        await server.stopAccepting()
        await server.drain()
        await server.close()
        #expect(await server.connectionCount == 0)
        #expect(throws: SocketFault.self, "cut, not ended") { _ = try client.answer() }
      }
    }

    // MARK: Bulk logs

    private static let logs = HTTPText.request(
      "GET", "/push/v2.2/appkeys/APP/bulk-logs/message", Credentials.pair.map { "\($0.0): \($0.1)" })

    /// A message to so many tokens, all logged.
    private static func deliver(_ count: Int, _ server: LiveServer) async throws {
      let now = server.application.clock.now
      try await server.application.store.write { store in
        let app = try store.ensureApp("APP", now: now)
        for index in 0..<count {
          try store.register(
            RegistrationRequest(
              pushType: .fcm, token: "t\(index)", uid: "u", agreement: .init(notification: true, ad: false, nightAd: false), timezoneId: "UTC",
              country: "KR", language: "ko"), singleToken: false, app: app, now: now)
        }
      }
      let answer = try server.connect().ask(
        "POST", "/push/v2.4/appkeys/APP/messages", ["X-Secret-Key: abcdefgh"], body: MessageBodyFixture.good)
      try #require(answer.resultCode == 0)
      try await server.application.engine.settle()
    }

    @Test(arguments: [Request.Scheme.http, .https]) func aSlowReaderGetsEveryLine(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: scheme == .https)) { server in
        try await Self.deliver(8_000, server)
        let client = scheme == .http ? try SocketClient(port: server.httpPort, within: .seconds(60), receiveBuffer: 4096) : try server.connect(scheme)
        try client.send(Self.logs)
        try client.socket.wait(1, until: .now + .seconds(10), "the answer's beginning")
        // Others are served while it has not read a byte.
        try server.expectHealthy()
        let answer = try client.answer()
        let lines = answer.body.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 8_000)
        for (index, line) in lines.enumerated() where index % 997 == 0 || index == 7_999 {
          let body = MessageLogTests.body(try JSONParser.parse(line))
          #expect(body["tokens"]?[0]?["token"] == .string("t\(index)"))
        }
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }

    @Test(arguments: Manner.allCases) func aClientMayLeaveInTheMiddle(manner: Manner) async throws {
      try await withLiveServer { server in
        try await Self.deliver(10_000, server)
        for _ in 0..<10 {
          let client = try SocketClient(port: server.httpPort, receiveBuffer: 4096)
          try client.send(Self.logs)
          _ = try client.socket.receive(until: .now + .seconds(10))
          switch manner {
          case .closing: client.socket.close()
          case .resetting: client.socket.abort()
          }
        }
        try await server.expectNoConnections()
        try server.expectHealthy()
      }
    }
  }
}

/// Counts from 0, from any thread.
final class Tally: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  /// One more; gives what it was.
  @discardableResult
  func add() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
