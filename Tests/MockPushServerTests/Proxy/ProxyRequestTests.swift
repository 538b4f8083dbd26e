import Testing

@testable import MockPushServer

@Suite struct ProxyRequestTests {
  private static func request(_ text: String) throws -> ProxyRequest {
    var buffer = HeadBuffer()
    buffer.append(text.utf8)
    let head = buffer.takeHead()
    return try ProxyRequest(#require(head))
  }

  private static func plain(_ text: String) throws -> PlainRequest {
    guard case .plain(let plain) = try request(text).kind else { throw NotPlain() }
    return plain
  }

  struct NotPlain: Error {}

  @Test func connectOpensATunnel() throws {
    let request = try Self.request("CONNECT push.test:443 HTTP/1.1\r\nHost: other.test\r\n\r\n")
    #expect(try request.authority == Authority("push.test:443"))
    guard case .tunnel = request.kind else { throw NotPlain() }
  }

  @Test(arguments: [
    ("GET http://push.test/a?b=http://c/ HTTP/1.1", "push.test:80", "GET /a?b=http://c/ HTTP/1.1"),
    ("GET HTTP://Push.Test:8080/ HTTP/1.1", "push.test:8080", "GET / HTTP/1.1"), ("GET http://push.test HTTP/1.1", "push.test:80", "GET / HTTP/1.1"),
    ("GET http://push.test?q HTTP/1.0", "push.test:80", "GET /?q HTTP/1.0"),
    ("OPTIONS http://push.test HTTP/1.1", "push.test:80", "OPTIONS * HTTP/1.1"),
    ("OPTIONS http://push.test/ HTTP/1.1", "push.test:80", "OPTIONS / HTTP/1.1"), ("FOO http://[::1]:81//x HTTP/1.1", "[::1]:81", "FOO //x HTTP/1.1"),
    ("DELETE http://push.test/t%23tenant%3DA/é HTTP/1.1", "push.test:80", "DELETE /t%23tenant%3DA/é HTTP/1.1"),
  ])
  func theAddressBecomesAPath(start: String, authority: String, passedOn: String) throws {
    #expect(try Self.request(start + "\r\n\r\n").authority.description == authority)
    #expect(String(decoding: try Self.plain(start + "\r\n\r\n").head, as: UTF8.self).hasPrefix(passedOn + "\r\n"))
  }

  /// The mock sees what the app sent, in its order and spelling.
  @Test func everyOtherFieldGoesOnAsItCame() throws {
    let fields =
      "hOST:  Push.Test \r\nX-Secret-Key:abcd1234\r\nX-Folded: a\r\n b\r\nContent-Length: 2\r\nX-Twice: 1\r\nx-twice: 2\r\nX-Bytes: \u{e9}\r\n\r\n"
    let head = try Self.plain("POST http://push.test/a HTTP/1.1\r\n" + fields).head
    #expect(String(decoding: head, as: UTF8.self) == "POST /a HTTP/1.1\r\n" + fields)
  }

  @Test func whatWasMeantForTheProxyDoesNotGoOn() throws {
    let head = try Self.plain(
      """
      GET http://push.test/ HTTP/1.1\r
      Host: push.test\r
      Proxy-Connection: keep-alive\r
      Connection: x-mine, content-length\r
      Keep-Alive: timeout=5\r
      Proxy-Authorization: Basic eDp5\r
       continued\r
      Upgrade: h2c\r
      TE: trailers\r
      X-Mine: 1\r
      X-Theirs: 2\r
      Content-Length: 0\r
      \r

      """
    ).head
    #expect(String(decoding: head, as: UTF8.self) == "GET / HTTP/1.1\r\nHost: push.test\r\nX-Theirs: 2\r\nContent-Length: 0\r\n\r\n")
  }

  @Test(arguments: ["", "Host: other.test\r\n", "Host: push.test\r\nHost: push.test\r\n", "Host: push.test:80\r\n"])
  func theHostIsThatOfTheAddress(fields: String) throws {
    let head = try Self.plain("GET http://push.test/ HTTP/1.1\r\n\(fields)\r\n").head
    #expect(String(decoding: head, as: UTF8.self) == "GET / HTTP/1.1\r\nHost: push.test\r\n\r\n")
  }

  @Test(arguments: [
    ("HTTP/1.1", [], true), ("HTTP/1.1", ["Connection: close"], false), ("HTTP/1.1", ["Proxy-Connection: Close"], false), ("HTTP/1.0", [], false),
    ("HTTP/1.0", ["Proxy-Connection: keep-alive"], false), ("HTTP/1.1", ["Transfer-Encoding: gzip"], false),
    ("HTTP/1.1", ["Transfer-Encoding: chunked"], true),
  ] as [(String, [String], Bool)])
  func aConnectionIsKeptWhereTheEndIsClear(version: String, fields: [String], isKept: Bool) throws {
    let lines = ["POST http://push.test/ \(version)"] + fields + ["", ""]
    #expect(try Self.plain(lines.joined(separator: "\r\n")).keepsConnection == isKept)
  }

  @Test(arguments: [
    ("hello", "This is no request of HTTP/1.1"), ("GET  http://push.test/ HTTP/1.1", "This is no request"),
    ("GET http://push.test/", "This is no request"),
    ("GET http://push.test/ HTTP/2.0", "This is no request"), (" http://push.test/ HTTP/1.1", "This is no request"),
    ("CONNECT push.test:443", "This is no request"),
    ("GET /push HTTP/1.1", "set it as the http and https proxy"), ("OPTIONS * HTTP/1.1", "set it as the http and https proxy"),
    ("GET https://push.test/ HTTP/1.1", "This proxy takes https by CONNECT only"),
    ("GET ftp://push.test/ HTTP/1.1", "is no http:// address with a host"),
    ("GET push.test:443 HTTP/1.1", "is no http:// address"), ("GET http:// HTTP/1.1", "is no http:// address"),
    ("GET http:///path HTTP/1.1", "is no host and port"),
    ("GET http://push.test:0/ HTTP/1.1", "has no port that exists"), ("CONNECT push.test HTTP/1.1", "names no port: write push.test:443"),
    ("CONNECT /push/x HTTP/1.1", "is no host and port"), ("connect push.test:443 HTTP/1.1", "is no http:// address"),
  ])
  func anythingElseIsRefusedWithWhatWouldBeRight(start: String, part: String) {
    let refusal = #expect(throws: ProxyRefusal.self) { try Self.request(start + "\r\nHost: x\r\n\r\n") }
    #expect(refusal?.status == 400)
    #expect(refusal?.sentence.contains(part) == true, "\(refusal?.sentence ?? "")")
  }

  // MARK: Heads in a stream of bytes

  @Test(arguments: ["\r\n", "\n"]) func headsAreFoundHoweverTheyArrive(lineEnd: String) throws {
    let text = "\r\nGET http://a/ HTTP/1.1\(lineEnd)X: 1\(lineEnd)\(lineEnd)GET http://b/ HTTP/1.1\(lineEnd)\(lineEnd)rest"
    var dripping = HeadBuffer()
    var starts: [String] = []
    for byte in text.utf8 {
      dripping.append([byte])
      while let head = dripping.takeHead() { starts.append(String(decoding: head.start, as: UTF8.self)) }
    }
    #expect(starts == ["GET http://a/ HTTP/1.1", "GET http://b/ HTTP/1.1"])
    #expect(dripping.takeAll() == Array("rest".utf8))
    var whole = HeadBuffer()
    whole.append(text.utf8)
    #expect(whole.takeHead()?.values("x") == ["1"])
    #expect(whole.takeHead()?.fields.isEmpty == true)
    #expect(whole.takeHead() == nil)
    #expect(whole.bytes == Array("rest".utf8))
  }
}
