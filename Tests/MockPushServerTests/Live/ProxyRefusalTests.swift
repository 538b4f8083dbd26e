import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// What the proxy does not do, and its limits.
  @Suite struct ProxyRefusalTests {
    private static func connect(_ authority: String) -> String { "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n" }

    @Test(arguments: [
      ("hello\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
      (connect(""), 400), (connect("push.test"), 400),
      (connect("push.test:0"), 400), (connect("push.test:99999"), 400), (connect("%00:443"), 400), (connect("api-push.cloud.toast.com:8444"), 403),
      (connect("api-push.cloud.toast.com:80"), 502), (connect("127.0.0.1:1"), 502), (connect("localhost:1"), 502),
      (connect("no-such-host.invalid:443"), 502),
      ("GET http://127.0.0.1:1/ HTTP/1.1\r\n\r\n", 502), ("GET http://no-such-host.invalid/ HTTP/1.1\r\n\r\n", 502),
      ("GET https://api-push.cloud.toast.com/ HTTP/1.1\r\n\r\n", 400),
    ])
    func aRefusalIsAStatusAndASentence(request: String, status: Int) async throws {
      try await withBareProxy { proxy in
        let client = try proxy.connect()
        try client.send(request)
        let answers = try client.answersUntilClose()
        #expect(answers.map(\.status) == [status])
        let answer = try #require(answers.first)
        #expect(answer.headers["Content-Type"] == "text/plain; charset=UTF-8")
        #expect(answer.saysClose)
        #expect(answer.text.hasSuffix(".\n"))
        #expect(answer.text.split(separator: "\n").count == 1)
        client.socket.close()
        try await proxy.expectNoConnections()
      }
    }

    /// The client is still sending; closing at once would take the answer from it.
    @Test func aRefusalIsHeardInTheMiddleOfABody() async throws {
      try await withBareProxy { proxy in
        for _ in 0..<20 {
          let client = try proxy.connect()
          try client.send("POST ftp://x/ HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
          try client.send([UInt8](repeating: 0x61, count: 1_000_000))
          #expect(try client.answersUntilClose().map(\.status) == [400])
        }
      }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "[::]", "0x7f000001", MachineName.current])
    func itDoesNotConnectToItself(host: String) async throws {
      try await withBareProxy { proxy in
        for request in [Self.connect("\(host):\(proxy.port)"), "GET http://\(host):\(proxy.port)/ HTTP/1.1\r\n\r\n"] {
          let client = try proxy.connect()
          try client.send(request)
          let answer = try client.answer()
          #expect(answer.status == 403, "\(answer.text)")
          #expect(answer.text.hasPrefix("Port \(proxy.port) of this machine is this proxy itself"))
        }
      }
    }

    @Test func headersBeyondTheLimitAreRefused() async throws {
      try await withBareProxy { proxy in
        let fields = String(repeating: "X: \(String(repeating: "y", count: 95))\r\n", count: 640)
        let fits = try proxy.connect()
        try fits.send("CONNECT 127.0.0.1:1 HTTP/1.1\r\n\(fields)\r\n")
        #expect(try fits.answer().status == 502)
        for end in ["\r\n", ""] {
          let large = try proxy.connect()
          try large.send("CONNECT 127.0.0.1:1 HTTP/1.1\r\n\(fields)\(fields.prefix(2000))\(end)")
          let answer = try large.answer()
          #expect(answer.status == 431)
          #expect(answer.text == "The request's first line and headers are longer than 65536 bytes.\n")
        }
      }
    }

    @Test func headersThatDripAreRefusedInTime() async throws {
      try await withBareProxy(limits: ProxyLimits(head: .milliseconds(300))) { proxy in
        let client = try proxy.connect()
        try client.send("CONNECT api-push.cloud.toast.com:443 HTTP/1.1\r\n")
        let answer = try client.answer()
        #expect(answer.status == 408)
        #expect(answer.text.hasPrefix("The request's headers did not come to their end within "))
        #expect(try client.untilClose() == [])
      }
    }

    @Test func quietConnectionsAndIdleTunnelsEnd() async throws {
      try await withBareProxy(limits: ProxyLimits(quiet: .milliseconds(200), idle: .milliseconds(200))) { proxy in
        let quiet = try proxy.connect()
        let (client, server) = try proxy.tunnel()
        #expect(try quiet.untilClose() == [])
        #expect(try client.untilClose() == [])
        #expect(try server.untilClose() == [])
        try await proxy.expectNoConnections()
      }
    }

    /// Bytes in one direction keep both alive, as in a long download.
    @Test func aTunnelThatIsUsedOutlivesTheLimit() async throws {
      try await withBareProxy(limits: ProxyLimits(idle: .milliseconds(400))) { proxy in
        let (client, server) = try proxy.tunnel()
        let end = ContinuousClock.now + .milliseconds(1000)
        while ContinuousClock.now < end {
          try server.send("x")
          #expect(try client.take(1).count == 1)
          try await Task.sleep(for: .milliseconds(5))
        }
        try client.send("y")
        #expect(try server.take(1).count == 1)
      }
    }

    /// The kernel leaves connections unanswered where the queue of those not accepted is full.
    @Test func aServerThatDoesNotAnswerIs504() async throws {
      try await withBareProxy(limits: ProxyLimits(connect: .milliseconds(300))) { proxy in
        let silent = try ListeningSocket(backlog: 0)
        let waiting = try? (0..<4).map { _ in try SocketStream(port: silent.port, until: .now + .milliseconds(100)) }
        let client = try proxy.connect()
        try client.send(Self.connect("127.0.0.1:\(silent.port)"))
        let answer = try client.answer()
        #expect(answer.status == 504)
        #expect(answer.text.hasPrefix("127.0.0.1:\(silent.port) did not take the connection"))
        withExtendedLifetime(waiting) {}
      }
    }

    @Test func connectionsBeyondTheMostAreRefused() async throws {
      try await withBareProxy(limits: ProxyLimits(connections: 3)) { proxy in
        var tunnels = try (0..<3).map { _ in try proxy.tunnel() }
        let answer = try proxy.connect().answer()
        #expect(answer.status == 503)
        #expect(answer.text.hasPrefix("The proxy has 3 connections open, the most it takes"))
        tunnels.removeAll()
        try await proxy.expectNoConnections()
        _ = try proxy.tunnel()
      }
    }

    /// On all addresses other machines can reach it, and only the vendor's hosts are relayed.
    @Test(arguments: [false, true]) func aProxyForOtherMachinesRelaysTheVendorOnlyUnlessOpened(isOpen: Bool) async throws {
      try await withBareProxy(configuration: ProxyConfiguration(host: "0.0.0.0", isOpen: isOpen)) { proxy in
        let (client, server) = try proxy.tunnel()
        try client.send("ping")
        #expect(try server.take(4).count == 4)
        // The mock's own port.
        _ = try proxy.tunnel(to: proxy.mock)
        let outside = try ListeningSocket()
        let other = try proxy.connect()
        try other.send(Self.connect("127.0.0.1:\(outside.port)"))
        if isOpen {
          _ = try outside.accept()
        } else {
          let answer = try other.answer()
          #expect(answer.status == 403)
          #expect(answer.text.contains("--proxy-open"))
          #expect(!outside.isCalled(within: .zero))
        }
      }
    }
  }
}
