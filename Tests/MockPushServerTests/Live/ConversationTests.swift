import Testing

@testable import MockPushServer

extension Live {
  /// Several requests on one connection, answered in step.
  @Suite struct ConversationTests {
    @Test func oneConnectionServesManyRequests() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        for number in 0..<20 {
          #expect(try client.ask(SampleBody.register("t\(number)")).resultCode == 0)
          #expect(try client.ask(SampleBody.query("t\(number)")).resultCode == 0)
        }
        #expect(try await server.registrations().count == 20)
        #expect(await server.application.connectionCount == 1)
      }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let numbers = 0..<50
        try client.send(numbers.map { SampleBody.register("t\($0)") + SampleBody.query("t\($0)") + SampleBody.query("no\($0)") }.joined())
        for number in numbers {
          #expect(try client.answer().resultMessage == "success")
          let found = try client.answer()
          #expect(found.json["token"]?.objectValue?["token"]?.stringValue == "t\(number)")
          #expect(try client.answer().resultMessage == "Client Error. Not found. token<no\(number)>")
        }
        #expect(try await server.registrations().count == numbers.count)
      }
    }

    @Test func aRequestMayArriveByteByByte() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        for byte in Array(SampleBody.register("slow").utf8) { try client.send([byte]) }
        #expect(try client.answer().resultCode == 0)
        #expect(try client.ask(SampleBody.query("slow")).resultCode == 0)
      }
    }

    @Test func headHasNoBodyAndKeepsStep() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        _ = try client.ask(SampleBody.register("t"))
        let target = "\(SampleBody.tokens)/t?pushType=FCM"
        try client.send(HTTPText.request("HEAD", target) + HTTPText.request("HEAD", "/_mock/health") + SampleBody.query("t"))
        let head = try client.answer(toHead: true)
        #expect(try client.answer(toHead: true).status == 200)
        let get = try client.answer()
        #expect(head.status == 200)
        #expect(head.headers["Content-Length"] == get.headers["Content-Length"])
        #expect(head.headers["Content-Type"] == "application/json;charset=UTF-8")
        #expect(get.resultCode == 0)
      }
    }

    /// Contract 2.1: bodies on GET and DELETE are accepted and ignored.
    @Test(arguments: ["GET", "DELETE", "OPTIONS", "PATCH"], [false, true])
    func aBodyWhereNoneBelongsIsIgnored(method: String, isChunked: Bool) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let inner = SampleBody.register("inner")
        let target = "\(SampleBody.tokens)/t?pushType=FCM"
        if isChunked {
          try client.send(HTTPText.request(method, target, ["Transfer-Encoding: chunked"]) + HTTPText.chunked([inner]))
        } else {
          try client.send(HTTPText.request(method, target, body: inner))
        }
        _ = try client.answer()
        let next = try client.ask("GET", "/_mock/health")
        #expect(next.json["status"]?.stringValue == "ok")
        #expect(try await server.registrations().isEmpty)
      }
    }

    /// Android's HttpURLConnection says this on every request, and a DELETE or GET has no length.
    @Test(arguments: ["GET", "DELETE"])
    func keepAliveWithoutALengthIsNoFault(method: String) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        _ = try client.ask(SampleBody.register("t"))
        let answer = try client.ask(method, "\(SampleBody.tokens)/t?pushType=FCM", ["Connection: Keep-Alive", "Content-Type: application/json"])
        #expect(answer.resultCode == 0)
        #expect(try client.ask("GET", "/_mock/health").status == 200)
      }
    }

    @Test(arguments: [
      ("HTTP/1.1", [], false), ("HTTP/1.1", ["Connection: close"], true), ("HTTP/1.1", ["Connection: keep-alive"], false),
      ("HTTP/1.0", [], true), ("HTTP/1.0", ["Connection: keep-alive"], false), ("HTTP/1.0", ["Connection: close"], true),
    ])
    func theConnectionEndsWhenTheVersionOrTheClientSaysSo(version: String, headers: [String], closes: Bool) async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let lines = ["GET \(SampleBody.tokens)/t?pushType=FCM \(version)", "Host: localhost"] + headers
        try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        if closes {
          #expect(try client.answersUntilClose().map(\.resultCode) == [40401])
        } else {
          #expect(try client.answer().resultCode == 40401)
          #expect(try client.ask("GET", "/_mock/health").status == 200)
        }
      }
    }

    @Test func anExpectedContinueIsGivenBeforeTheBody() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let body = SampleBody.registration("t")
        let interim = try client.ask(HTTPText.request("POST", SampleBody.tokens, ["Expect: 100-continue", "Content-Length: \(body.utf8.count)"]))
        #expect(interim.status == 100)
        #expect(try client.ask(body).resultCode == 0)
        #expect(try client.ask(SampleBody.query("t")).resultCode == 0)
      }
    }

    @Test func anUnknownExpectationIsRefused() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        try client.send(SampleBody.register("t", ["Expect: miracles"]))
        #expect(try client.answersUntilClose().map(\.status) == [417])
        #expect(try await server.registrations().isEmpty)
      }
    }

    @Test func chunksOfAnySizeMakeUpTheBody() async throws {
      try await withLiveServer { server in
        let client = try server.connect()
        let body = SampleBody.registration("t")
        let head = HTTPText.request("POST", SampleBody.tokens, ["Transfer-Encoding: chunked"])
        try client.send(head + HTTPText.chunked(body.map { String($0) }) + head + HTTPText.chunked([body]))
        #expect(try client.answer().resultCode == 0)
        #expect(try client.answer().resultCode == 0)
        #expect(try client.ask(SampleBody.query("t")).resultCode == 0)
      }
    }
  }
}
