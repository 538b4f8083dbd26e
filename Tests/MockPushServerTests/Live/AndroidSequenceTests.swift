import Testing

@testable import MockPushServer

extension Live {
  /// Both Android SDKs' sequences (android-sdk-wire): v2.3 of the newer and v2.0 of the older, on one store.
  @Suite struct AndroidSequenceTests {
    private static let secure = LiveServer.Options(isSecure: true)
    private static let device = "3b241101-e2bb-4255-8caf-4136c566a962"
    private static let host = "api-push.cloud.toast.com"

    /// With every character that the newer SDK escapes.
    private static let token = "dQw4:APA91bF_-x/ +%y=="
    private static let escaped = "dQw4%3AAPA91bF_-x%2F%20%2B%25y%3D%3D"

    private static func newer(_ server: LiveServer) throws -> SDKCaller { try SDKCaller(server, host: host, base: "/push/v2.3/appkeys/APP") }

    private static func older(_ server: LiveServer) throws -> SDKCaller {
      try SDKCaller(server, host: host, base: "/push/v2.0/appkeys/APP", contentType: "application/json;charset=UTF-8")
    }

    private static func registration(
      _ token: String, pushType: String, flags: [Bool] = [true, true, true], uid: String = "user", country: String = "kr", language: String = "in",
      device: String? = device, oldToken: String? = nil
    ) -> String {
      var values: [(String, JSON)] = [
        ("token", .string(token)), ("isNotificationAgreement", .bool(flags[0])), ("isAdAgreement", .bool(flags[1])),
        ("isNightAdAgreement", .bool(flags[2])), ("pushType", .string(pushType)), ("timezoneId", "Asia/Seoul"), ("uid", .string(uid)),
        ("country", .string(country)), ("language", .string(language)),
      ]
      if let device { values.append(("deviceId", .string(device))) }
      if let oldToken { values.append(("oldToken", .string(oldToken))) }
      return SDKCaller.body(values)
    }

    private static func check(_ token: JSONObject, pushType: String, _ place: SourceLocation = #_sourceLocation) {
      SDKCaller.expectStrings(token, ["pushType", "token", "uid", "country", "language", "timezoneId", "activatedDateTime"], place)
      #expect(token["pushType"]?.stringValue == pushType, sourceLocation: place)
      // 29 characters, or the SDK drops the date.
      #expect(token["activatedDateTime"]?.stringValue?.utf8.count == 29, sourceLocation: place)
    }

    @Test(arguments: ["FCM", "TENCENT"]) func theNewerSDKRegistersQueriesUpdatesAndUnregisters(pushType: String) async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try Self.newer(server)
        let path = "/tokens/\(Self.escaped)?pushType=\(pushType)"
        try sdk.call("POST", "/tokens", Self.registration(Self.token, pushType: pushType))
        let first = try sdk.token(path)
        Self.check(first, pushType: pushType)
        #expect(first["token"]?.stringValue == Self.token)
        #expect(first["country"]?.stringValue == "kr" && first["language"]?.stringValue == "in")
        // updateTokenInfo: GET, POST with the changed fields over those read, GET.
        try sdk.call("POST", "/tokens", Self.registration(Self.token, pushType: pushType, flags: [true, false, false], language: "iw"))
        let updated = try sdk.token(path)
        SDKCaller.expectFlags(updated, [true, false, false])
        #expect(updated["language"]?.stringValue == "iw")
        // The device's token changed.
        try sdk.call("POST", "/tokens", Self.registration("new-token", pushType: pushType, oldToken: Self.token))
        try sdk.call("GET", path, code: 40401)
        Self.check(try sdk.token("/tokens/new-token?pushType=\(pushType)"), pushType: pushType)
        try sdk.call("DELETE", "/tokens/new-token?pushType=\(pushType)")
        #expect(try await server.registrations().isEmpty)
      }
    }

    @Test(arguments: ["GCM", "TENCENT", "ADM"], [[true, true, true], [true, false, false], [false, false, false]])
    func theOlderSDKRegistersAndQueries(pushType: String, flags: [Bool]) async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try Self.older(server)
        try sdk.call("POST", "/tokens", Self.registration("a+b:c", pushType: pushType, flags: flags, country: "KR", language: "ko", device: nil))
        let token = try sdk.token("/tokens/a%2Bb%3Ac?pushType=\(pushType)")
        SDKCaller.expectStrings(token, ["pushType", "token", "uid", "country", "language", "timezoneId", "updateDateTime"])
        SDKCaller.expectFlags(token, flags)
        #expect(token["updateDateTime"]?.stringValue?.utf8.count == 29)
        // Absent or a string.
        #expect((token["adAgreementDateTime"]?.stringValue != nil) == flags[1])
        #expect((token["nightAdAgreementDateTime"]?.stringValue != nil) == flags[2])
        #expect(token["adAgreementDateTime"] == nil || flags[1])
        #expect(token["nightAdAgreementDateTime"] == nil || flags[2])
      }
    }

    /// The app was updated from the older SDK to the newer: one device, one record, and each sees it by its own name.
    @Test func anAppMovesFromTheOlderToTheNewerSDK() async throws {
      try await withLiveServer(Self.secure) { server in
        let (old, new) = (try Self.older(server), try Self.newer(server))
        try old.call("POST", "/tokens", Self.registration("gcm-token", pushType: "GCM"))
        try new.call("POST", "/tokens", Self.registration("fcm-token", pushType: "FCM"))
        #expect(try await server.registrations().map(\.token) == ["fcm-token"])
        #expect(try old.token("/tokens/fcm-token?pushType=GCM")["pushType"]?.stringValue == "GCM")
        #expect(try new.token("/tokens/fcm-token?pushType=FCM")["pushType"]?.stringValue == "FCM")
        try new.call("GET", "/tokens/gcm-token?pushType=FCM", code: 40401)
      }
    }

    /// The offset has a colon here. The newer SDK speaks https, the older one plain http, to the collector's name.
    @Test(arguments: [true, false]) func receiptsAreTaken(isSecure: Bool) async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try SDKCaller(server, host: "collector-push.cloud.toast.com", base: "/push/v2.0/appkeys/APP", isSecure: isSecure)
        for event in ["RECEIVED", "OPENED", "OPENED"] {
          try sdk.call(
            "POST", "/message-delivery-receipts",
            "{\"event\":\"\(event)\",\"eventDateTime\":\"2026-11-21T16:27:19.350+09:00\",\"messageDeliveryReceiptData\":{\"messageId\":\"77\"}}")
        }
      }
    }

    /// An event that is refused comes again every 10 ms for ever: so odd data, and an unknown app, succeed without effect.
    @Test(arguments: ["{}", "{\"messageId\":\"x\"}", "{\"messageId\":9223372036854775807}", "{\"a\":[1,{\"b\":null}]}"])
    func oddReceiptsAreNotRefused(data: String) async throws {
      let app = ConfiguredApp(key: "OTHER", settings: AppSettings())
      try await withLiveServer(.init(isSecure: true, apps: [app])) { server in
        let sdk = try SDKCaller(server, host: "collector-push.cloud.toast.com", base: "/push/v2.0/appkeys/APP")
        let body = "{\"event\":\"OPENED\",\"eventDateTime\":\"2026-11-21T16:27:19.350Z\",\"messageDeliveryReceiptData\":\(data)}"
        for _ in 0..<2 { try sdk.call("POST", "/message-delivery-receipts", body) }
      }
    }
  }
}
