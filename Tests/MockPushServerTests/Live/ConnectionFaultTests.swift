import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// Connections that break in place of an answer: each is told by what the client sees, over http and TLS alike.
  @Suite struct ConnectionFaultTests {
    /// The sweep, which finds clients that left, is short, and so is the time for one request, which is no limit for an answer.
    private static let quick = LiveServer.Options(isSecure: true, limits: RequestLimits(wholeRequest: .milliseconds(200)))
    private static let schemes = [Request.Scheme.http, .https]
    private static let body = #"{"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"}}"#

    private static func ending(_ scheme: Request.Scheme) -> SocketClient.Ending { scheme == .http ? .closed : .unannounced }

    @Test(arguments: schemes) func resetIsSeenAsSuch(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.quick) { server in
        try server.fault(["then": ["connection": "reset"]])
        for _ in 0..<10 {
          let client = try server.connect(scheme)
          try client.send(SampleBody.register("t"))
          let end = try client.untilEnd()
          #expect(end.bytes == [] && end.ending == .broken(ECONNRESET))
        }
        #expect(try await server.registrations().isEmpty)
        try await server.expectNoConnections()
      }
    }

    @Test(arguments: schemes) func emptyIsAnEndWithoutAByte(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.quick) { server in
        try server.fault(["then": ["connection": "empty"]])
        for _ in 0..<10 {
          let client = try server.connect(scheme)
          try client.send(SampleBody.register("t"))
          let end = try client.untilEnd()
          #expect(end.bytes == [] && end.ending == Self.ending(scheme))
        }
        try await server.expectNoConnections()
      }
    }

    @Test(arguments: schemes) func garbageIsNoHTTP(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.quick) { server in
        try server.fault(["then": ["connection": "garbage"]])
        let client = try server.connect(scheme)
        try client.send(SampleBody.register("t"))
        let end = try client.untilEnd()
        #expect(end.ending == Self.ending(scheme) && end.bytes.count > 20)
        #expect(throws: SocketFault.self) { try HTTPAnswer.parse(end.bytes) }
        try await server.expectNoConnections()
      }
    }

    @Test(arguments: schemes) func truncateEndsInTheMiddleOfTheBody(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.quick) { server in
        try server.fault(["name": "cut", "then": ["connection": "truncate"]])
        let client = try server.connect(scheme)
        try client.send(SampleBody.register("t"))
        let end = try client.untilEnd()
        let text = String(decoding: end.bytes, as: UTF8.self)
        #expect(end.ending == Self.ending(scheme))
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("Content-Length: \(Self.body.utf8.count)\r\n") && text.contains("X-Mock-Fault: cut\r\n"))
        #expect(text.hasSuffix("\r\n\r\n" + Self.body.prefix(Self.body.utf8.count / 2)))
        #expect(try HTTPAnswer.parse(end.bytes) == nil, "less than it promises")
        try await server.expectNoConnections()
      }
    }

    @Test(arguments: schemes) func stallSendsAPartAndIsSilentUntilTheClientLeaves(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.quick) { server in
        let id = try server.fault(["then": ["connection": "stall", "body": "0123456789"]])
        let client = try server.connect(scheme)
        try client.send(SampleBody.register("t"))
        try server.untilApplied(id)
        var text = ""
        while !text.hasSuffix("\r\n\r\n01234") { text += String(decoding: try client.bytes(atLeast: 1), as: UTF8.self) }
        #expect(text.contains("Content-Length: 10\r\n"))
        try await Self.staysQuiet(client, server)
      }
    }

    @Test(arguments: schemes) func silenceLastsUntilTheClientLeaves(scheme: Request.Scheme) async throws {
      try await withLiveServer(Self.quick) { server in
        let id = try server.fault(["then": ["connection": "silence"]])
        let client = try server.connect(scheme)
        try client.send(SampleBody.register("t"))
        try server.untilApplied(id)
        try await Self.staysQuiet(client, server)
        #expect(try await server.registrations().isEmpty)
      }
    }

    /// Longer than a request may take to arrive; then the client leaves, and nothing of it is left.
    private static func staysQuiet(_ client: SocketClient, _ server: LiveServer) async throws {
      for _ in 0..<2 {
        let late = try server.connect()
        try late.send("GET ")
        #expect(try late.untilClose() == [], "closed for its time")
      }
      #expect(client.isQuiet)
      #expect(await server.application.connectionCount >= 1)
      client.socket.close()
      try await server.expectNoConnections()
    }

    @Test(arguments: ConnectionFault.allCases) func requestsBehindABrokenOneAreNotRead(fault: ConnectionFault) async throws {
      try await withLiveServer(Self.quick) { server in
        try server.fault(["match": ["token": "broken"], "then": ["connection": .string(fault.rawValue)]])
        for scheme in Self.schemes {
          let client = try server.connect(scheme)
          #expect(try client.ask(SampleBody.register("before")).resultCode == 0, "the connection lives until then")
          // It may be over before all is sent.
          try? client.send(SampleBody.register("broken") + String(repeating: SampleBody.register("behind"), count: 50))
          if fault == .silence || fault == .stall { client.socket.closeSending() }
          _ = try client.untilClose()
        }
        #expect(try await server.registrations().map(\.token) == ["before"])
        try await server.expectNoConnections()
        #expect(try server.connect(.https).ask(SampleBody.register("after")).resultCode == 0)
      }
    }

    /// What the client wrote behind its request must not turn the end into a reset: that could take the bytes before it away.
    @Test(arguments: ["truncate", "garbage", "empty"]) func anEndIsNoReset(fault: String) async throws {
      try await withLiveServer(Self.quick) { server in
        try server.fault(["match": ["token": "t"], "then": ["connection": .string(fault)]])
        for _ in 0..<20 {
          let client = try server.connect()
          // More than the server reads at once: the rest waits in its kernel.
          try client.send(SampleBody.register("t") + String(repeating: SampleBody.register("u"), count: 150))
          #expect(try client.untilEnd().ending == .closed)
        }
      }
    }

    @Test(arguments: schemes, [true, false]) func aStopEndsWhatIsHeldAtOnce(scheme: Request.Scheme, isDelay: Bool) async throws {
      try await withLiveServer(Self.quick) { server in
        let id = try server.fault(["then": isDelay ? ["delayMs": 600_000] : ["connection": "silence"]])
        let client = try server.connect(scheme)
        try client.send(SampleBody.register("t"))
        try server.untilApplied(id)
        let start = ContinuousClock.now
        await server.application.stop()
        #expect(ContinuousClock.now - start < RequestLimits().drain / 2)
        #expect(try client.untilClose() == [])
      }
    }

    @Test func aHeadRequestIsCutBehindItsHead() async throws {
      try await withLiveServer { server in
        try server.fault(["then": ["connection": "truncate"]])
        let client = try server.connect()
        try client.send(HTTPText.request("HEAD", SampleBody.tokens + "/t?pushType=FCM"))
        let text = String(decoding: try client.untilEnd().bytes, as: UTF8.self)
        #expect(text.hasSuffix("Content-Length: \(Self.body.utf8.count)\r\n\r\n"))
      }
    }
  }
}
