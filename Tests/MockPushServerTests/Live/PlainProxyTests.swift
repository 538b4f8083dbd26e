import Testing

@testable import MockPushServer

extension Live {
  /// Requests over plain http through the proxy, with the test as server.
  @Suite struct PlainProxyTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private static func get(_ server: ListeningSocket, _ path: String = "/", _ fields: String = "") -> String {
      "GET http://127.0.0.1:\(server.port)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(fields)\r\n"
    }

    @Test func theServerSeesWhatTheClientSent() async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let fields = "x-One:  1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Length: 5\r\nAccept: */*\r\n\r\n"
        let start = "POST http://127.0.0.1:\(server.port)/a%20b?c=d HTTP/1.1\r\nProxy-Connection: keep-alive\r\n"
        let (client, peer) = try proxy.request(start + fields + "hello", of: server)
        let expected = "POST /a%20b?c=d HTTP/1.1\r\n\(fields)hello"
        #expect(try String(decoding: peer.take(expected.utf8.count), as: UTF8.self) == expected)
        try peer.send("HTTP/1.1 201 Made\r\nX-Two: 2\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nok")
        let answer = try client.answer()
        #expect(answer.status == 201)
        #expect(answer.headers.fields.map(\.name) == ["X-Two", "Content-Length"])
        #expect(answer.text == "ok")
        #expect(try peer.untilClose() == [])
      }
    }

    /// The second request leads elsewhere, the third back, and a tunnel ends it.
    @Test func oneConnectionServesRequestsForDifferentHosts() async throws {
      try await withBareProxy { proxy in
        let (one, two) = (try ListeningSocket(), try ListeningSocket())
        let client = try proxy.connect()
        for (server, text) in [(one, "first"), (two, "second"), (one, "third")] {
          try client.send(Self.get(server, "/\(text)"))
          let peer = try server.accept()
          #expect(try String(decoding: peer.take(12), as: UTF8.self) == "GET /\(text) HTTP/".prefix(12))
          try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
          let answer = try client.answer()
          #expect(answer.text == text)
          #expect(!answer.saysClose)
        }
        try client.send("CONNECT api-push.cloud.toast.com:443 HTTP/1.1\r\n\r\nhello")
        #expect(try proxy.mock.accept().take(5) == Array("hello".utf8))
      }
    }

    /// Each goes on its own way, and the answers come in order.
    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
      try await withBareProxy { proxy in
        let servers = try (0..<3).map { _ in try ListeningSocket() }
        let client = try proxy.connect()
        let posts = servers.map {
          "POST http://127.0.0.1:\($0.port)/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + HTTPText.chunked(["hello", "you"])
        }
        try client.send(posts.joined())
        for (number, server) in servers.enumerated() {
          let peer = try server.accept()
          let sent = "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nTransfer-Encoding: chunked\r\n\r\n" + HTTPText.chunked(["hello", "you"])
          #expect(try String(decoding: peer.take(sent.utf8.count), as: UTF8.self) == sent)
          try peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + HTTPText.chunked(["\(number)"]))
          #expect(try client.answer().text == "\(number)")
        }
      }
    }

    @Test func anAnswerWithoutALengthEndsWithTheConnection() async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request(Self.get(server), of: server)
        try peer.send("HTTP/1.0 200 OK\r\nX: 1\r\n\r\nsome text")
        peer.socket.close()
        #expect(try String(decoding: client.untilClose(), as: UTF8.self) == "HTTP/1.1 200 OK\r\nConnection: close\r\nX: 1\r\n\r\nsome text")
        client.socket.close()
        try await proxy.expectNoConnections()
      }
    }

    @Test(arguments: ["HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n"])
    func anAnswerWithoutABodyKeepsTheConnection(text: String) async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request(Self.get(server), of: server)
        try peer.send(text)
        #expect(try String(decoding: client.take(text.utf8.count), as: UTF8.self) == text)
        try client.send(Self.get(server))
        try server.accept().send(Self.ok)
        #expect(try client.answer().text == "ok")
      }
    }

    @Test func anAnswerToHeadHasNoBody() async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request("HEAD http://127.0.0.1:\(server.port)/ HTTP/1.1\r\n\r\n", of: server)
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
        #expect(try client.answer(toHead: true).headers["Content-Length"] == "100")
        try client.send(Self.get(server))
        try server.accept().send(Self.ok)
        #expect(try client.answer().text == "ok")
      }
    }

    /// The client sends its body when the server says so.
    @Test func anInterimAnswerIsPassedOn() async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request(
          "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", of: server)
        try peer.send("HTTP/1.1 100 Continue\r\n\r\n")
        #expect(try String(decoding: client.take(25), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("hello")
        let bytes = "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello"
        #expect(try String(decoding: peer.take(bytes.utf8.count), as: UTF8.self) == bytes)
        try peer.send(Self.ok)
        #expect(try client.answer().text == "ok")
      }
    }

    /// An answer before the request is whole: then nobody knows where the next request would begin.
    @Test func anEarlyAnswerEndsTheConnection() async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request("POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nContent-Length: 1000000\r\n\r\nhello", of: server)
        try peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno")
        peer.socket.close()
        #expect(try client.answer().status == 413)
        #expect(try client.untilClose() == [])
      }
    }

    /// Faults look as they do without a proxy.
    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"], [false, true])
    func aServerThatBreaksOffIsSeenToDoSo(sent: String, resets: Bool) async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request(Self.get(server), of: server)
        #expect(try peer.take(3).count == 3)
        try peer.send(sent)
        if sent.hasSuffix("half") { #expect(try String(decoding: client.take(sent.utf8.count), as: UTF8.self) == sent) }
        if resets {
          peer.socket.abort()
          #expect(try client.endsByReset())
        } else {
          peer.socket.close()
          #expect(try client.untilClose() == [])
        }
      }
    }

    @Test(arguments: [
      "garbage", "\0\u{1}\u{2}\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/2 200\r\n\r\nhello", "http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ])
    func whatIsNoHTTPIsPassedOnAsItIs(sent: String) async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request(Self.get(server), of: server)
        try peer.send(sent + "\u{2}\r\nmore")
        peer.socket.closeSending()
        #expect(try String(decoding: client.untilClose(), as: UTF8.self) == sent + "\u{2}\r\nmore")
      }
    }

    @Test func aClientThatResetsResetsTheServer() async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let (client, peer) = try proxy.request("POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf", of: server)
        #expect(try peer.take(4).count == 4)
        client.socket.abort()
        #expect(try peer.endsByReset())
        try await proxy.expectNoConnections()
      }
    }

    /// Nobody can tell where such a request ends, so the server is given all of it, and judges.
    @Test(arguments: [
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n",
    ])
    func anUnclearEndIsTheServersToJudge(fields: String) async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let rest = "\(fields)\r\nhello GET http://x/ HTTP/1.1\r\n\r\n"
        let (client, peer) = try proxy.request("POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\n\(rest)", of: server)
        let expected = "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(rest)"
        #expect(try String(decoding: peer.take(expected.utf8.count), as: UTF8.self) == expected)
        try peer.send("HTTP/1.1 400 Bad\r\nContent-Length: 2\r\n\r\nno")
        let answer = try client.answer()
        #expect(answer.status == 400)
        #expect(answer.saysClose)
        #expect(try client.untilClose() == [])
      }
    }

    /// More than all buffers hold, both ways.
    @Test func largeBodiesPass() async throws {
      try await withBareProxy { proxy in
        let server = try ListeningSocket()
        let body = [UInt8](repeating: 0x61, count: 8_000_000)
        let (client, peer) = try proxy.request("POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n", of: server)
        nonisolated(unsafe) let sender = client // only this task uses it until the answer
        async let isSent: Void = sender.send(body)
        let head = "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Length: \(body.count)\r\n\r\n"
        #expect(try peer.take(head.utf8.count + body.count).suffix(body.count) == body[...])
        try await isSent
        nonisolated(unsafe) let answerer = peer
        async let isAnswered: Void = answerer.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
        #expect(try client.answer().body == body)
        try await isAnswered
      }
    }
  }
}
