import Foundation
import Testing

@testable import MockPushServer

extension Live {
  /// Tunnels with the test at both ends.
  @Suite struct ProxyTunnelTests {
    private static let bytes = Array(
      sequence(first: UInt32(1)) { $0 &* 1_664_525 &+ 1_013_904_223 }.prefix(6_000_000).map { UInt8(truncatingIfNeeded: $0 >> 24) })

    /// More than all buffers on the way hold, in both directions at once.
    @Test func bytesPassUntouchedBothWays() async throws {
      try await withBareProxy { proxy in
        let outside = try ListeningSocket()
        for target in [nil, outside] {
          let (client, server) = try proxy.tunnel(to: target)
          try await withThrowingTaskGroup(of: Void.self) { group in
            for (from, to) in [(client, server), (server, client)] {
              nonisolated(unsafe) let (from, to) = (from, to) // one task sends on it, another receives
              group.addTask { try from.send(Self.bytes) }
              group.addTask {
                let taken = try to.take(Self.bytes.count)
                #expect(taken == Self.bytes)
              }
            }
            try await group.waitForAll()
          }
        }
      }
    }

    /// A client need not wait for the answer to CONNECT.
    @Test func whatFollowsConnectAtOnceIsTheTunnelsBeginning() async throws {
      try await withBareProxy { proxy in
        let client = try proxy.connect()
        try client.send("CONNECT api-push.cloud.toast.com:443 HTTP/1.1\r\n\r\nhello")
        let server = try proxy.mock.accept()
        #expect(try server.take(5) == Array("hello".utf8))
        #expect(try String(decoding: client.take(39), as: UTF8.self) == "HTTP/1.1 200 Connection established\r\n\r\n")
      }
    }

    @Test(arguments: [true, false]) func aHalfThatEndsLeavesTheOtherOpen(clientIsFirst: Bool) async throws {
      try await withBareProxy { proxy in
        let (client, server) = try proxy.tunnel()
        let (first, second) = clientIsFirst ? (client, server) : (server, client)
        try first.send("the last word")
        first.socket.closeSending()
        #expect(try second.untilClose() == Array("the last word".utf8))
        try second.send("the answer")
        second.socket.closeSending()
        #expect(try first.untilClose() == Array("the answer".utf8))
        try await proxy.expectNoConnections()
      }
    }

    @Test(arguments: [true, false]) func aResetIsPassedOnAsAReset(clientResets: Bool) async throws {
      try await withBareProxy { proxy in
        let (client, server) = try proxy.tunnel()
        try client.send("ping")
        #expect(try server.take(4).count == 4)
        (clientResets ? client : server).socket.abort()
        #expect(try (clientResets ? server : client).endsByReset())
        try await proxy.expectNoConnections()
      }
    }

    /// As a fault in the middle of an answer does it.
    @Test func whatWasSentBeforeAResetArrives() async throws {
      try await withBareProxy { proxy in
        let (client, server) = try proxy.tunnel()
        try server.send("half an answer")
        #expect(try client.take(14) == Array("half an answer".utf8))
        server.socket.abort()
        #expect(try client.endsByReset())
      }
    }

    @Test func aPoliteEndIsNoReset() async throws {
      try await withBareProxy { proxy in
        let (client, server) = try proxy.tunnel()
        try client.send("ping")
        #expect(try server.take(4).count == 4)
        server.socket.close()
        #expect(try !client.endsByReset())
        client.socket.close()
        try await proxy.expectNoConnections()
      }
    }

    /// The kernel's buffers fill up, and one piece in the proxy; then the server has to wait.
    @Test func aClientThatNeverReadsHoldsTheServerBack() async throws {
      try await withBareProxy { proxy in
        let (client, server) = try proxy.tunnel(receiveBuffer: 4096)
        let much = [UInt8](repeating: 7, count: 64 * 1024 * 1024)
        #expect(throws: SocketFault.deadline("sending")) { try server.socket.send(much, until: .now + .milliseconds(500)) }
        client.socket.abort()
        #expect(try server.endsByReset())
        try await proxy.expectNoConnections()
      }
    }

    /// Nothing is lost while one side waits for the other.
    @Test func aSlowReaderGetsEverything() async throws {
      try await withBareProxy { proxy in
        let (client, server) = try proxy.tunnel(receiveBuffer: 4096)
        nonisolated(unsafe) let sender = server // only this task uses it
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            try sender.send(Self.bytes)
            sender.socket.closeSending()
          }
          #expect(try client.untilClose() == Self.bytes)
          try await group.waitForAll()
        }
      }
    }

    @Test func manyTunnelsAreOpenAtOnce() async throws {
      try await withBareProxy { proxy in
        let tunnels = try (0..<500).map { _ in try proxy.tunnel() }
        for (number, tunnel) in tunnels.enumerated() { try tunnel.client.send("\(number + 1000)") }
        for (number, tunnel) in tunnels.enumerated() { #expect(try tunnel.server.take(4) == Array("\(number + 1000)".utf8)) }
        #expect(await proxy.proxy.connectionCount == 500)
        for tunnel in tunnels { tunnel.client.socket.close() }
        for tunnel in tunnels { #expect(try tunnel.server.untilClose() == []) }
        for tunnel in tunnels { tunnel.server.socket.close() }
        try await proxy.expectNoConnections()
      }
    }

    @Test func clientsMayLeaveAnyTime() async throws {
      try await withBareProxy { proxy in
        for sent in ["", "CONN", "CONNECT api-push.cloud.toast.com:443 HTTP/1.1\r\n", "CONNECT api-push.cloud.toast.com:443 HTTP/1.1\r\n\r\nhello",
          "CONNECT localhost:1 HTTP/1.1\r\n\r\n", "GET http://127.0.0.1:1/ HTTP/1.1\r\n\r\n", "\0\r\n\r\n"]
        {
          for number in 0..<40 {
            let client = try proxy.connect()
            try? client.send(sent)
            if number % 2 == 0 { client.socket.abort() } else { client.socket.close() }
          }
        }
        while proxy.mock.isCalled(within: .milliseconds(50)) { try proxy.mock.accept().socket.close() }
        try await proxy.expectNoConnections()
      }
    }
  }
}
