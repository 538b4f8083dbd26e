import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// Server-sent events over sockets: clients that leave, that do not read, and a server that stops.
  @Suite struct EventStreamTests {
    private static let stream = HTTPText.request("GET", "/_mock/requests/stream?after=0")

    /// Opens a stream and waits for its beginning.
    private static func open(_ client: SocketClient, _ request: String = stream) throws -> SocketClient {
      try client.send(request)
      let text = try client.wait(for: "\nid: ")
      #expect(text.contains("Content-Type: text/event-stream\r\n") && text.contains("Transfer-Encoding: chunked\r\n"))
      return client
    }

    @Test(arguments: [Request.Scheme.http, .https]) func eventsComeWhileTheAnswerIsOpen(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let client = try Self.open(try server.connect(scheme))
        let other = try server.connect(scheme)
        for number in 1...20 {
          #expect(try other.ask("GET", "/n\(number)").status == 200)
          try client.wait(for: #""path":"/n\#(number)""#)
        }
        let deliveries = try Self.open(try server.connect(scheme), HTTPText.request("GET", "/_mock/deliveries/stream"))
        #expect(try other.ask(SampleBody.register("t")).resultCode == 0)
        #expect(try other.ask("POST", "/push/v2.4/appkeys/APP/messages", ["X-Secret-Key: abcdefgh"], body: MessageBodyFixture.good).resultCode == 0)
        try deliveries.wait(for: "event: delivery\ndata: {")
      }
    }

    @Test func headHasTheHeadersAlone() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        #expect(try client.ask("HEAD", "/_mock/requests/stream").headers["Content-Type"] == "text/event-stream")
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }

    enum Manner: CaseIterable { case closing, resetting }

    /// While nothing happens, and while much does.
    @Test(arguments: Manner.allCases, [Request.Scheme.http, .https]) func aClientThatLeavesIsNoticed(manner: Manner, scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true)) { server in
        let busy = try server.connect()
        for round in 0..<10 {
          let client = try Self.open(try server.connect(scheme))
          if round % 2 == 0 { for _ in 0..<20 { try busy.send(HTTPText.request("GET", "/")) } }
          switch manner {
          case .closing: client.socket.close()
          case .resetting: client.socket.abort()
          }
        }
        busy.socket.close()
        try await server.expectNoConnections()
        try server.expectHealthy()
      }
    }

    /// More comes than the journal keeps: others are served, and when it reads again, it hears what it missed.
    @Test func aClientThatDoesNotReadHoldsNothingUp() async throws {
      try await withLiveServer { server in
        let client = try SocketClient(port: server.httpPort, within: .seconds(60), receiveBuffer: 4096)
        try client.send(Self.stream)
        try client.socket.wait(1, until: .now + .seconds(10), "the stream's beginning")
        let busy = try server.connect()
        let body = String(repeating: "x", count: 16_384)
        for _ in 0..<2_200 { #expect(try busy.ask("POST", "/", body: body).status == 200) }
        try server.expectHealthy()
        let text = try client.wait(for: "event: gap")
        #expect(text.contains(#"event: gap"#) && text.utf8.count < 24_000_000, "what was on its way, and no more")
        try client.wait(for: #""number":2200,"#)
      }
    }

    /// Nothing happens for a long time; the beats keep it from being taken for dead.
    @Test func aBeatKeepsAStreamOpen() async throws {
      try await withLiveServer(.init(limits: RequestLimits(inactivity: .milliseconds(400)))) { server in
        let client = try Self.open(try server.connect())
        for _ in 0..<30 {
          try await Task.sleep(for: .milliseconds(50))
          server.application.journal?.entries.beat()
        }
        #expect(try server.connect().ask("GET", "/end").status == 200)
        let text = try client.wait(for: #""path":"/end""#)
        #expect(text.contains("\n:\nid: "))
      }
    }

    // MARK: Shutdown

    /// However long requests may take: streams are no reason to wait.
    @Test(arguments: [Request.Scheme.http, .https]) func aStopEndsStreamsAtOnce(scheme: Request.Scheme) async throws {
      try await withLiveServer(.init(isSecure: true, limits: RequestLimits(drain: .seconds(3_600)))) { server in
        let end = HTTPText.request("GET", "/_mock/requests/stream?path=/end")
        let reading = try (0..<5).map { _ in try Self.open(try server.connect(scheme), end) }
        let asleep = try SocketClient(port: server.httpPort, receiveBuffer: 4096)
        try asleep.send(Self.stream)
        try asleep.socket.wait(1, until: .now + .seconds(10), "the stream's beginning")
        let busy = try server.connect()
        let body = String(repeating: "x", count: 16_384)
        for _ in 0..<500 { _ = try busy.ask("POST", "/", body: body) }
        _ = try busy.ask("GET", "/end")
        for client in reading { try client.wait(for: #""path":"/end""#) }
        await server.application.stop()
        for client in reading {
          let bytes = try client.untilClose()
          #expect(bytes.suffix(5) == Array("0\r\n\r\n".utf8), "ended properly")
        }
        _ = try asleep.untilClose()
      }
    }

    /// A request that came before the stop, answered after it.
    @Test func noStreamBeginsWhileTheServerStops() async throws {
      let (gate, open) = AsyncStream<Void>.makeStream()
      let (arrivals, arrived) = AsyncStream<Void>.makeStream()
      let respond: @Sendable (Request) async -> Response = { _ in
        arrived.yield()
        for await _ in gate { break }
        var response = Response(contentType: ServerSentEvent.contentType)
        response.stream = BodyStream { Array(":\n".utf8) }
        response.isLive = true
        return response
      }
      try await withBareServer(limits: RequestLimits(drain: .seconds(3_600)), respond: respond) { server, port in
        let client = try SocketClient(port: port)
        try client.send(Self.stream)
        for await _ in arrivals { break }
        await server.stopAccepting()
        open.yield()
        await server.drain()
        #expect(try client.answer().status == 200)
      }
    }
  }
}
