import Testing
@testable import MockPushServer

/// The call sequences of `ios-sdk-wire.md`, as the SDK 1.9 sends them: v2.3 for tokens and tags, v2.0 for metrics, no credential,
/// `Content-Type: application/json` on every request.
@Suite struct IOSCallTests {
  private struct SDK {
    let server: TestServer
    var uid = "user@example.com"
    var type = "APNS"
    var device = "9F0E1C2D-3B4A-4D5E-8F90-A1B2C3D4E5F6"
    var agreements = (true, true, false)

    func call(_ method: Request.Method, _ path: String, json: JSON? = nil, _ version: String = "v2.3") async -> TestAnswer {
      await server.send(
        method, "/push/\(version)/appkeys/APP\(path)", json: json,
        headers: [("Host", "api-push.cloud.toast.com"), ("Content-Type", "application/json")])
    }

    /// POST, then GET, whose token the app is handed.
    @discardableResult
    func register(_ token: String, old: String? = nil) async -> JSON? {
      var body: JSONObject = [
        "appKey": "APP", "country": "KR", "language": "ko-KR", "uid": .string(uid), "pushType": .string(type),
        "isNotificationAgreement": .bool(agreements.0),
        "isAdAgreement": .bool(agreements.1), "isNightAdAgreement": .bool(agreements.2), "timezoneId": "Asia/Seoul", "token": .string(token),
        "deviceId": .string(device),
      ]
      body["oldToken"] = old.map { .string($0) }
      let answer = await call(.post, "/tokens", json: .object(body)).succeeds()
      #expect(answer.json.objectValue?.count == 1)
      return await query(token)
    }

    /// What the SDK reads must be there in the types it expects.
    func query(_ token: String) async -> JSON? {
      let record = await call(.get, "/tokens/\(Wire.escaped(token))?pushType=\(type)").succeeds().json["token"]
      for key in ["uid", "token", "country", "language", "timezoneId", "updatedDateTime", "pushType"] {
        #expect(record?[key]?.stringValue != nil, "\(key)")
      }
      for key in ["isNotificationAgreement", "isAdAgreement", "isNightAdAgreement"] { #expect(record?[key]?.boolValue != nil, "\(key)") }
      return record
    }
  }

  static let first = String(repeating: "0123456789abcdef", count: 4), second = String(repeating: "fedcba9876543210", count: 4)

  @Test func registerLooksForThePreviousTokenFirstWhenTheUserIsNotSet() async throws {
    try await withTestServer { server in
      var sdk = SDK(server: server)
      // 40401 lets the SDK go on; any other error would end the registration.
      await sdk.call(.get, "/tokens/\(Self.first)?pushType=APNS").refuses(40401)
      sdk.uid = sdk.device
      #expect(await sdk.register(Self.first)?["uid"] == .string(sdk.device), "a missing user ID falls back to the device ID")
      #expect(await sdk.query(Self.first)?["uid"] == .string(sdk.device))
    }
  }

  @Test func aChangedTokenReplacesTheOldOne() async throws {
    try await withTestServer { server in
      let sdk = SDK(server: server)
      await sdk.register(Self.first)
      server.pass(seconds: 86_400)
      #expect(await sdk.register(Self.second, old: Self.first)?["token"] == .string(Self.second))
      await sdk.call(.get, "/tokens/\(Self.first)?pushType=APNS").refuses(40401)
      #expect(await server.tokens(of: sdk.uid) == [Self.second])
    }
  }

  @Test func aChangedUserIsAnUpdateNotASecondToken() async throws {
    try await withTestServer { server in
      var sdk = SDK(server: server)
      await sdk.register(Self.first)
      let before = sdk.uid
      sdk.uid = "사용자-8"
      #expect(await sdk.register(Self.first)?["uid"] == "사용자-8")
      #expect(await server.tokens(of: before) == [])
      #expect(await server.tokens(of: sdk.uid) == [Self.first])
      // Logout sends nothing: the token stays.
      #expect(await sdk.query(Self.first) != nil)
    }
  }

  @Test func userTags() async throws {
    try await withTestServer { server in
      let sdk = SDK(server: server)
      var tags: [String] = []
      for name in ["a", "b", "c", "d"] { tags.append(await server.tag(name)) }
      let path = "/uids/user@example.com/tag-ids"
      func get() async -> [String]? { await sdk.call(.get, path).succeeds().texts("tagIds") }
      func body(_ ids: [String]) -> JSON { ["tagIds": .array(ids.map { .string($0) })] }
      await sdk.call(.get, path).refuses(40401) // "User ID not found."
      await sdk.register(Self.first)
      #expect(await get() == [], "add with an empty set: only the GET")
      await sdk.call(.post, path, json: body([tags[0], tags[1]])).succeeds()
      #expect(await get() == [tags[0], tags[1]])
      await sdk.call(.post, path, json: body(["ZZPP00b6"])).refuses(40001) // "parameter invalid"
      await sdk.call(.put, path, json: body([tags[2], tags[3]])).succeeds()
      #expect(await get() == [tags[2], tags[3]])
      await sdk.call(.delete, "\(path)?tagIds=\(tags[2])").succeeds()
      #expect(await get() == [tags[3]])
      // Remove all: GET, then DELETE with all IDs.
      await sdk.call(.post, path, json: body([tags[0]])).succeeds()
      await sdk.call(.delete, "\(path)?tagIds=\((await get() ?? []).joined(separator: ","))").succeeds()
      #expect(await get() == [])
    }
  }

  @Test func receivedAndOpenedAreCountedOnceHoweverOftenTheyCome() async throws {
    try await withTestServer { server in
      let sdk = SDK(server: server)
      await sdk.register(Self.first)
      let messageId = try await ReadFixture(server: server).send()
      for event in ["RECEIVED", "OPENED", "RECEIVED"] {
        let body: JSON = [
          "event": .string(event), "eventDateTime": "2026-11-21T09:30:00.123+0900",
          "messageDeliveryReceiptData": ["messageId": .number(JSONNumber(messageId)), "deliveryId": "d", "sentDateTime": "2026-11-21T09:29:59.000+09:00",
          "pushType": "APNS"],
        ]
        await sdk.call(.post, "/message-delivery-receipts", json: body, "v2.0").succeeds()
      }
      let events = try await server.stored { store in try store.receipts(app: store.appNumber("APP")!).map(\.event.name) }
      #expect(events == ["RECEIVED", "OPENED"])
    }
  }

  @Test func unregisterTwiceIsFine() async throws {
    try await withTestServer { server in
      let sdk = SDK(server: server)
      await sdk.register(Self.first)
      for _ in 0..<2 { await sdk.call(.delete, "/tokens/\(Self.first)?pushType=APNS").succeeds() }
      await sdk.call(.get, "/tokens/\(Self.first)?pushType=APNS").refuses(40401)
      await sdk.register(Self.first)
    }
  }

  @Test func voipAndSandboxLiveBesideTheNormalToken() async throws {
    try await withTestServer { server in
      var sdk = SDK(server: server)
      await sdk.register(Self.first)
      for (type, token) in [("APNS_VOIP", Self.second), ("APNS_SANDBOX", Self.first), ("APNS_SANDBOXVOIP", Self.second)] {
        sdk.type = type
        // VoIP has no consent of its own: notification true, both others false.
        sdk.agreements = type.contains("VOIP") ? (true, false, false) : (true, true, false)
        let record = await sdk.register(token)
        #expect(record?["pushType"] == .string(type))
        #expect(record?["isAdAgreement"] == .bool(sdk.agreements.1))
      }
      #expect(await server.tokens(of: sdk.uid)?.count == 4)
      await sdk.call(.delete, "/tokens/\(Self.second)?pushType=APNS_SANDBOXVOIP").succeeds()
      sdk.type = "APNS_VOIP"
      #expect(await sdk.query(Self.second) != nil)
    }
  }

  @Test func tenantTokens() async throws {
    try await withTestServer { server in
      var sdk = SDK(server: server)
      await sdk.register(Self.first)
      sdk.uid = "tenant-user"
      #expect(await sdk.register("\(Self.first)#tenant=SHOP")?["token"] == .string("\(Self.first)#tenant=SHOP"))
      sdk.uid = "user@example.com"
      #expect(await sdk.query(Self.first)?["uid"] == "user@example.com", "one device, two records")
      await sdk.call(.delete, "/tokens/\(Self.first)%23tenant%3DSHOP?pushType=APNS").succeeds()
      #expect(await server.tokens(of: "tenant-user") == [])
      #expect(await sdk.query(Self.first) != nil)
    }
  }
}
