import Testing
@testable import MockPushServer

/// GET /tokens-by-cursor (contract 7.5).
@Suite struct TokenCursorTests {
  private static func seed(_ server: TestServer, _ records: [(uid: String, token: String, type: String)]) async {
    for (index, record) in records.enumerated() {
      await server.register([
        "uid": .string(record.uid), "token": .string(record.token), "pushType": .string(record.type), "deviceId": .string("d\(index)"),
      ])
    }
  }

  private static func page(_ server: TestServer, _ query: String) async -> [String]? {
    let answer = await server.call(.get, "/tokens-by-cursor\(query)").succeeds()
    return answer.json["tokens"]?.arrayValue?.map { "\($0["uid"]!.stringValue!)/\($0["token"]!.stringValue!)/\($0["pushType"]!.stringValue!)" }
  }

  @Test func orderIsUidTokenPushTypeByCodePoint() async throws {
    try await withTestServer { server in
      // U+FFFD sorts before U+20BB7 by code point, and after it by UTF-16 unit; "Z" before "a"; a prefix before what it begins.
      let uids = ["Z", "a", "a ", "aa", "\u{E9}", "e\u{301}", "가", "\u{FFFD}"]
      var records: [(uid: String, token: String, type: String)] = []
      for uid in uids.reversed() {
        for token in ["\u{20BB7}", "\u{FFFD}", "b", "B"] {
          records.append((uid, "\(token)-\(uid.utf8.count)-\(uid)".replacing("가", with: "ga"), "FCM"))
        }
      }
      await Self.seed(server, records)
      func codePoints(_ record: [String]) -> [[UInt32]] { record.map { $0.unicodeScalars.map(\.value) } }
      let expected = records.map { [$0.uid, $0.token, $0.type] }
        .sorted { codePoints($0).lexicographicallyPrecedes(codePoints($1)) { $0.lexicographicallyPrecedes($1) } }
        .map { $0.joined(separator: "/") }
      #expect(await Self.page(server, "") == expected)
      // Walking one by one meets each once, in the same order.
      var walked: [String] = []
      var query = "?limit=1"
      while let last = await Self.page(server, query)?.last {
        walked.append(last)
        let parts = last.split(separator: "/")
        query = "?limit=1&cursorUid=\(Wire.escaped(String(parts[0])))&cursorToken=\(Wire.escaped(String(parts[1])))"
        if walked.count > expected.count { break }
      }
      #expect(walked == expected)
    }
  }

  @Test func pushTypesOfOneTokenAreNeverSplit() async throws {
    try await withTestServer { server in
      await Self.seed(server, [
        ("u", "a", "FCM"), ("u", "b", "TENCENT"), ("u", "b", "ADM"), ("u", "b", "FCM"), ("u", "b", "APNS"), ("u", "c", "APNS"), ("v", "b", "APNS_VOIP"),
      ])
      let group = ["u/b/ADM", "u/b/APNS", "u/b/FCM", "u/b/TENCENT"]
      #expect(await Self.page(server, "?limit=1") == ["u/a/FCM"])
      #expect(await Self.page(server, "?limit=2") == ["u/a/FCM"] + group)
      #expect(await Self.page(server, "?limit=5") == ["u/a/FCM"] + group)
      #expect(await Self.page(server, "?limit=6") == ["u/a/FCM"] + group + ["u/c/APNS"])
      #expect(await Self.page(server, "?limit=1&cursorUid=u&cursorToken=a") == group)
      #expect(await Self.page(server, "?limit=1&cursorUid=u&cursorToken=b") == ["u/c/APNS"], "the whole pair is passed")
      #expect(await Self.page(server, "?cursorUid=u&cursorToken=c") == ["v/b/APNS_VOIP"])
      #expect(await Self.page(server, "?cursorUid=v&cursorToken=b") == [])
      #expect(await Self.page(server, "?cursorUid=u&cursorToken=aa") == group + ["u/c/APNS", "v/b/APNS_VOIP"], "the cursor need not exist")
    }
  }

  @Test func textsThatOnlyLookAlikeAreTwoGroups() async throws {
    try await withTestServer { server in
      await Self.seed(server, [("u", "e\u{301}", "APNS"), ("u", "\u{E9}", "APNS")])
      #expect(await Self.page(server, "?limit=1") == ["u/e\u{301}/APNS"])
      #expect(await Self.page(server, "?limit=1")?.count == 1)
    }
  }

  @Test func aPageHoldsAThousandByDefault() async throws {
    try await withTestServer { server in
      try await server.application.store.write { store in
        let app = try store.ensureApp("APP", now: TestServer.start)
        for index in 0..<1003 {
          try store.register(.init(
            pushType: .fcm, token: "t", uid: "u\(1000 + index)#", agreement: .init(notification: true, ad: false, nightAd: false),
            timezoneId: "UTC", country: "KR", language: "ko").with(token: "t\(index)"), singleToken: false, app: app, now: TestServer.start)
        }
      }
      #expect(await Self.page(server, "")?.count == 1000)
      #expect(await Self.page(server, "?limit=1000")?.count == 1000)
      #expect(await Self.page(server, "?cursorUid=u1999%23&cursorToken=zzz")?.count == 3)
    }
  }

  @Test func faults() async throws {
    try await withTestServer { server in
      func call(_ query: String) async -> TestAnswer { await server.call(.get, "/tokens-by-cursor?\(query)") }
      await call("cursorUid=u").refuses(40003, "Client Error. Parameter is empty or null. cursorToken<null>")
      await call("cursorToken=t").refuses(40003, "Client Error. Parameter is empty or null. cursorUid<null>")
      await call("cursorUid=u&cursorToken=").refuses(40003, "Client Error. Parameter is empty or null. cursorToken<>")
      await call("limit=0").refuses(40001, "Client Error. Parameter is invalid. limit<0>")
      await call("limit=-1").refuses(40001)
      await call("limit=1001").refuses(40008, "Client Error. Maximum limit exceeded. limit<1001>")
      await call("limit=99999999999999999999").refuses(40008)
      for text in ["x", "1.0", "1e2", "0x10", "%2B5", "+5", "1%20", "%EC%9D%BC"] { await call("limit=\(text)").refuses(40002) }
      await call("limit=").succeeds()
      await call("limit=007").succeeds()
    }
  }

  @Test(arguments: [APIVersion.v20, .v21, .v22, .v23]) func onlyV24HasIt(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let answer = await server.call(.get, "/tokens-by-cursor", version)
      answer.refuses(40011, "Client Error. Unsupported API version. version<\(version.name)>")
      #expect(answer.hint?.contains("v2.4") == true)
    }
  }
}
