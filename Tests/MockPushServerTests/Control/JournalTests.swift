import PushStore
import Testing

@testable import MockPushServer

/// What the journal keeps of a request and its answer.
@Suite struct JournalTests {
  @Test func anEntryHasTheRequestAndItsAnswer() async throws {
    try await withTestServer { server in
      let body = Fixture.registration()
      let sent = await server.send(
        .post, "/push/v2.4/appkeys/APP/tokens?x=%20y", json: body,
        headers: [("Host", "api-push.cloud.toast.com"), ("Content-Type", "application/json"), ("X-Twice", "a"), ("x-twice", "b")])
      let entry = await server.send(.get, "/_mock/requests/latest").json
      let expected: JSONObject = [
        "number": 1, "at": .string(Fixture.wireTime(0)), "method": "POST", "path": "/push/v2.4/appkeys/APP/tokens", "query": "x=%20y",
        "template": "/push/{version}/appkeys/{appkey}/tokens", "version": "v2.4", "appkey": "APP", "scheme": "http",
        "host": "api-push.cloud.toast.com", "zone": "real",
        "headers": ["Host": "api-push.cloud.toast.com", "Content-Type": "application/json", "X-Twice": "a, b"],
        "requestBody": .string(body.compactText), "requestSize": .number(JSONNumber(body.compactBytes.count)), "status": 200, "resultCode": 0,
        "responseBody": .string(sent.text), "responseSize": .number(JSONNumber(sent.body.count)),
      ]
      for (key, value) in expected.members { #expect(entry[key] == value, "\(key)") }
      #expect(Set(entry.objectValue?.members.map(\.key) ?? []) == Set(expected.members.map(\.key) + ["received", "microseconds"]))
      let received = try #require(entry["received"]?.stringValue.flatMap { DateText.parse($0) })
      #expect(abs(received.milliseconds - SystemClock().now.milliseconds) < 60_000, "the machine's time, though the mock's stands")
      #expect(try #require(entry["microseconds"]?.intValue) > 0)
    }
  }

  @Test func refusedAndUnknownRequestsAreThereToo() async throws {
    try await withTestServer(TestServer.Options(strict: true)) { server in
      _ = await server.call(.get, "/tokens/t?pushType=APNS")
      _ = await server.call(.delete, "/nowhere")
      _ = await server.send(.get, "/push/v9/appkeys/APP/tokens?uid=u")
      _ = await server.send(.get, "/")
      _ = await server.send(.get, "/address-book-sdk/x")
      _ = await server.send(.post, "/push/v1.3/x")
      let requests = await server.journal()
      #expect(requests.reversed().map { $0["template"] } == [
        "/push/{version}/appkeys/{appkey}/tokens/{token}", "(unknown)", "/push/{version}/appkeys/{appkey}/tokens", "(unknown)", "(notification hub)",
        "/push/v1.3",
      ])
      #expect(requests.allSatisfy { $0["hint"]?.stringValue?.isEmpty == false && $0["resultCode"] != 0 })
      #expect(requests.reversed().map { $0["version"]?.stringValue } == ["v2.4", "v2.4", "v9", nil, nil, "v1.3"])
      #expect(requests.reversed().map { $0["appkey"]?.stringValue } == ["APP", "APP", "APP", nil, nil, nil])
    }
  }

  @Test func ourOwnRoutesAreNotIn() async throws {
    try await withTestServer { server in
      _ = await server.send(.get, "/_mock/health")
      _ = await server.send(.get, "/_mock/nothing")
      #expect(await server.journal() == [])
    }
  }

  @Test func credentialsAreMasked() async throws {
    try await withTestServer { server in
      let secret = "zY9xW8vUtS765432"
      _ = await server.send(.get, "/push/v2.2/appkeys/APP/tokens?uid=u", headers: [
        ("x-secret-KEY", secret), ("X-Secret-Access-Key", secret), ("authorization", "Bearer \(secret)"), ("Proxy-Authorization", secret),
        ("X-Secret-Keys", "kept"), ("X-User-Access-Key-ID", "aB3dE5gHiJ1234567890"),
      ])
      let answer = await server.send(.get, "/_mock/requests/1")
      #expect(answer.json["headers"] == [
        "x-secret-KEY": "********", "X-Secret-Access-Key": "********", "authorization": "********", "Proxy-Authorization": "********",
        "X-Secret-Keys": "kept", "X-User-Access-Key-ID": "********",
      ])
      #expect(!answer.text.contains(secret))
    }
  }

  // MARK: Bodies

  /// - Parameters: bytes that are sent; those that are shown, as text or else base64.
  @Test(arguments: [
    (Array("".utf8), "", nil), (Array("한".utf8), "한", nil), ([0xff, 0x00], nil, "/wA="),
    (Array(repeating: 0x61, count: 16_384), String(repeating: "a", count: 16_384), nil),
    (Array(repeating: 0x61, count: 16_385), String(repeating: "a", count: 16_384), nil),
    // The cut lies within a character of three or four bytes.
    (Array(String(repeating: "한", count: 6_000).utf8), String(repeating: "한", count: 5_461), nil),
    (Array(("abc" + String(repeating: "😀", count: 6_000)).utf8), "abc" + String(repeating: "😀", count: 4_095), nil),
  ] as [([UInt8], String?, String?)]) func aLongBodyIsCutAndKeepsItsSize(body: [UInt8], text: String?, base64: String?) async throws {
    try await withTestServer { server in
      _ = await server.send(.post, "/", bytes: body)
      let entry = await server.send(.get, "/_mock/requests/1").json
      #expect(entry["requestBody"]?.stringValue == text)
      #expect(entry["requestBodyBase64"]?.stringValue == base64)
      #expect(entry["requestSize"]?.intValue == body.count)
    }
  }

  @Test func aLongAnswerIsCutAndKeepsItsSize() async throws {
    try await withTestServer { server in
      try await server.store((0..<100).map { .sample("\($0)" + String(repeating: "x", count: 500), uid: "u") })
      let answer = await server.call(.get, "/tokens?uid=u").succeeds()
      let entry = await server.send(.get, "/_mock/requests/1").json
      #expect(answer.body.count > 50_000)
      #expect(entry["responseSize"]?.intValue == answer.body.count)
      #expect(entry["responseBody"]?.stringValue == String(decoding: answer.body.prefix(16_384), as: UTF8.self))
    }
  }

  @Test func aStreamedAnswerSaysSo() async throws {
    try await withTestServer { server in
      _ = await server.send(.get, "/push/v2.2/appkeys/APP/bulk-logs/message", headers: Credentials.pair)
      let entry = await server.send(.get, "/_mock/requests/1").json
      #expect(entry["responseIsStream"] == true && entry["responseSize"] == nil && entry["status"] == 200)
    }
  }

  @Test func anAnswerToHEADHasNoBody() async throws {
    try await withTestServer { server in
      _ = await server.call(.head, "/tokens?uid=u")
      let entry = await server.send(.get, "/_mock/requests/1").json
      #expect(entry["method"] == "HEAD" && entry["responseSize"] == 0 && entry["responseBody"] == "")
    }
  }

  // MARK: Bounds

  @Test func tenThousandAreKept() async throws {
    try await withTestServer(TestServer.Options(logLevel: .error)) { server in
      for _ in 0..<10_050 { _ = await server.send(.get, "/") }
      var numbers: [Int] = []
      var next: String? = ""
      while let before = next {
        let page = await server.send(.get, "/_mock/requests?limit=1000" + (before.isEmpty ? "" : "&before=\(before)")).json
        numbers += page["requests"]?.arrayValue?.compactMap { $0["number"]?.intValue } ?? []
        next = page["next"]?.stringValue
      }
      #expect(numbers == (51...10_050).reversed())
      #expect(await server.send(.get, "/_mock/requests/50").status == 404)
      #expect(await server.send(.get, "/_mock/requests/51").status == 200)
    }
  }

  @Test func thirtyTwoMebibytesAreKept() async throws {
    try await withTestServer(TestServer.Options(logLevel: .error)) { server in
      let body = Array(repeating: UInt8(ascii: "a"), count: 100_000)
      for _ in 0..<2_100 { _ = await server.send(.post, "/", bytes: body) }
      let journal = try #require(server.application.journal)
      let kept = Array(journal.requests())
      let bytes = kept.reduce(0) { $0 + $1.entry.requestBody.count + $1.entry.responseBody.count }
      #expect(bytes <= 32 * 1_048_576 && bytes > 31 * 1_048_576, "\(bytes)")
      #expect(kept.first?.number == 2_100 && kept.last?.number == 2_101 - kept.count)
    }
  }
}

extension TestServer {
  /// Entries of the journal, newest first.
  func journal(_ query: String = "", _ location: SourceLocation = #_sourceLocation) async -> [JSON] {
    let answer = await send(.get, "/_mock/requests?\(query)")
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
    return answer.json["requests"]?.arrayValue ?? []
  }
}
