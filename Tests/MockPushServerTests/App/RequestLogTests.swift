import Testing
@testable import MockPushServer

/// A log line per request: method, path template, status, result code, microseconds; never token values at the default level.
@Suite struct RequestLogTests {
  @Test func aLineHasTheTemplateNotThePath() async throws {
    try await withTestServer { server in
      _ = await server.call(.get, "/tokens/secret-token?pushType=APNS")
      let line = try #require(server.log.lines.last)
      for word in ["method=GET", "path=/push/{version}/appkeys/{appkey}/tokens/{token}", "status=200", "resultCode=40401", "us=", "hint="] {
        #expect(line.contains(word), "\(line)")
      }
      _ = await server.send(.get, "/_mock/health")
      #expect(server.log.lines.last?.contains("path=/_mock/health status=200 us=") == true)
      #expect(server.log.lines.count == 2)
    }
  }

  @Test func noTokenUidOrDeviceReachesTheLog() async throws {
    try await withTestServer { server in
      let secrets: JSONObject = ["token": "SECRETtoken", "uid": "SECRETuid", "deviceId": "SECRETdevice"]
      await server.register(secrets)
      await server.register(["token": "SECRETnew", "oldToken": "SECRETtoken", "uid": "SECRETuid", "deviceId": "SECRETdevice"])
      let tag = await server.tag("t")
      let faults: [JSONObject] = [
        ["token": "SECRET한"], ["token": .string(String(repeating: "SECRET", count: 300))],
        ["oldToken": .string(String(repeating: "SECRET", count: 300))],
        ["uid": "SECRET😀"], ["uid": .string(String(repeating: "SECRET", count: 11))], ["deviceId": .string(String(repeating: "SECRET", count: 7))],
        ["uid": ["SECRET"]], ["token": "SECRET\u{0}"],
      ]
      for fault in faults { #expect(await server.call(.post, "/tokens", json: Fixture.registration(fault)).code != 0) }
      for (method, path) in [
        (Request.Method.get, "/tokens/SECRET?pushType=APNS"), (.get, "/tokens/SECRET"), (.delete, "/tokens/SECRET?pushType=X"),
        (.get, "/tokens?uid=SECRET"),
        (.get, "/tokens-by-cursor?cursorUid=SECRET"), (.get, "/tokens-by-cursor?cursorToken=SECRET"), (.get, "/uids/SECRET"),
        (.get, "/uids/SECRET/tag-ids"),
        (.delete, "/uids/SECRET/tag-ids"), (.delete, "/uids?uids=SECRET,\(String(repeating: "SECRET", count: 11))"),
        (.get, "/tags/\(tag)/uids?offsetUid=SECRET&limit=x"),
        (.get, "/token/SECRET"), (.put, "/tokens/SECRET"), (.get, "/SECRET"),
      ] { _ = await server.call(method, path) }
      for body: JSON in [["uids": ["SECRET😀"]], ["uids": [.string(String(repeating: "SECRET", count: 11))]]] {
        _ = await server.call(.post, "/tags/\(tag)/uids", json: body)
      }
      _ = await server.call(.post, "/uids", json: ["uid": "SECRET😀", "tagIds": []])
      _ = await server.call(.post, "/tokens", text: "{\"token\":\"SECRET\"")
      #expect(server.log.lines.count > 20)
      #expect(server.log.lines.filter { $0.contains("SECRET") } == [])
    }
  }

  @Test func withoutInfoNothingIsLoggedForARequest() async throws {
    try await withTestServer(TestServer.Options(logLevel: .warning)) { server in
      await server.register()
      _ = await server.send(.get, "/nothing")
      #expect(server.log.lines == [])
    }
  }
}
