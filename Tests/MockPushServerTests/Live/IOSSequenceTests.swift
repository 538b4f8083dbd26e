import Testing

@testable import MockPushServer

extension Live {
  /// The iOS SDK's sequences (ios-sdk-wire), over https to the vendor's names.
  @Suite struct IOSSequenceTests {
    private static let secure = LiveServer.Options(isSecure: true)
    private static let device = "9F0E1C5A-4B7D-4C1B-9E7A-0C0F5B6A7D8E"

    private static func caller(_ server: LiveServer, host: String = "api-push.cloud.toast.com") throws -> SDKCaller {
      try SDKCaller(server, host: host, base: "/push/v2.3/appkeys/APP")
    }

    private static func registration(_ token: String, uid: String, pushType: String = "APNS", ad: Bool = true, oldToken: String? = nil) -> String {
      let old: [(String, JSON)] = oldToken.map { [("oldToken", .string($0))] } ?? []
      return SDKCaller.body(
        [
          ("appKey", "APP"), ("country", "KR"), ("language", "ko"), ("uid", .string(uid)), ("pushType", .string(pushType)),
          ("isNotificationAgreement", true), ("isAdAgreement", .bool(ad)), ("isNightAdAgreement", false), ("timezoneId", "Asia/Seoul"),
          ("token", .string(token)), ("deviceId", .string(device)),
        ] + old)
    }

    private static func check(_ token: JSONObject, uid: String, flags: [Bool] = [true, true, false], _ place: SourceLocation = #_sourceLocation) {
      SDKCaller.expectStrings(token, ["uid", "token", "country", "language", "timezoneId", "updatedDateTime", "pushType"], place)
      SDKCaller.expectFlags(token, flags, place)
      #expect(token["uid"]?.stringValue == uid, sourceLocation: place)
    }

    @Test(arguments: ["api-push.cloud.toast.com", "alpha-api-push.cloud.toast.com", "push.api.nhncloudservice.com"])
    func registerQueryAndUnregister(host: String) async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try Self.caller(server, host: host)
        // New: no previous token, so the SDK looks none up; POST, then GET.
        try sdk.call("POST", "/tokens", Self.registration("aa11", uid: "user"))
        Self.check(try sdk.token("/tokens/aa11?pushType=APNS"), uid: "user")
        // The token changed: the previous one is asked for its uid, replaced, and gone.
        Self.check(try sdk.token("/tokens/aa11?pushType=APNS"), uid: "user")
        try sdk.call("POST", "/tokens", Self.registration("bb22", uid: "user", oldToken: "aa11"))
        Self.check(try sdk.token("/tokens/bb22?pushType=APNS"), uid: "user")
        try sdk.call("GET", "/tokens/aa11?pushType=APNS", code: 40401)
        // The user changed: the same token moves.
        try sdk.call("POST", "/tokens", Self.registration("bb22", uid: "other"))
        Self.check(try sdk.token("/tokens/bb22?pushType=APNS"), uid: "other")
        #expect(try await server.registrations().count == 1)
        try sdk.call("DELETE", "/tokens/bb22?pushType=APNS")
        try sdk.call("GET", "/tokens/bb22?pushType=APNS", code: 40401)
        try sdk.call("DELETE", "/tokens/bb22?pushType=APNS")
        #expect(try await server.registrations().isEmpty)
      }
    }

    /// A previous token that the server does not know must not end the registration.
    @Test func aForgottenPreviousTokenIsNoObstacle() async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try Self.caller(server)
        try sdk.call("GET", "/tokens/lost?pushType=APNS", code: 40401)
        try sdk.call("POST", "/tokens", Self.registration("cc33", uid: Self.device, oldToken: "lost"))
        Self.check(try sdk.token("/tokens/cc33?pushType=APNS"), uid: Self.device)
      }
    }

    @Test(arguments: [("APNS", true), ("APNS_SANDBOX", true), ("APNS_VOIP", false), ("APNS_SANDBOXVOIP", false)])
    func everyEnvironmentHasItsOwnToken(pushType: String, ad: Bool) async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try Self.caller(server)
        try sdk.call("POST", "/tokens", Self.registration("same", uid: "user", pushType: "APNS"))
        try sdk.call("POST", "/tokens", Self.registration("same", uid: "user", pushType: pushType, ad: ad))
        let token = try sdk.token("/tokens/same?pushType=\(pushType)")
        Self.check(token, uid: "user", flags: [true, ad, false])
        #expect(token["pushType"]?.stringValue == pushType)
        #expect(try await server.registrations().count == (pushType == "APNS" ? 1 : 2))
      }
    }

    @Test func tenantsOfOneTokenAreApart() async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try Self.caller(server)
        for tenant in ["one", "two"] { try sdk.call("POST", "/tokens", Self.registration("dd44#tenant=\(tenant)", uid: "user-\(tenant)")) }
        for tenant in ["one", "two"] {
          let token = try sdk.token("/tokens/dd44%23tenant%3D\(tenant)?pushType=APNS")
          Self.check(token, uid: "user-\(tenant)")
          #expect(token["token"]?.stringValue == "dd44#tenant=\(tenant)")
        }
        try sdk.call("DELETE", "/tokens/dd44%23tenant%3Done?pushType=APNS")
        try sdk.call("GET", "/tokens/dd44%23tenant%3Done?pushType=APNS", code: 40401)
        try sdk.call("GET", "/tokens/dd44%23tenant%3Dtwo?pushType=APNS")
        try sdk.call("GET", "/tokens/dd44?pushType=APNS", code: 40401)
      }
    }

    /// The uid goes into the path as it is, or encoded by the URL builder.
    @Test(arguments: [
      ("user", "user"), ("a@b.c", "a@b.c"), ("a+b.c", "a+b.c"), ("a@b", "a%40b"), ("사용자", "사용자"), ("사용자", "%EC%82%AC%EC%9A%A9%EC%9E%90"),
    ])
    func tagsOfAUser(uid: String, path: String) async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try Self.caller(server)
        let tags = try (0..<3).map { try Self.makeTag("tag\($0)", server) }
        let place = "/uids/\(path)/tag-ids"
        let listed = { try sdk.call("GET", place)["tagIds"]?.arrayValue?.map(\.stringValue) }
        let body = { (tags: [String]) in "{\"tagIds\":[\(tags.map { "\"\($0)\"" }.joined(separator: ","))]}" }
        try sdk.call("GET", place, code: 40401)
        try sdk.call("POST", place, body([tags[0]]), code: 40401)
        try sdk.call("POST", "/tokens", Self.registration("ee55", uid: uid))
        #expect(try listed() == [])
        try sdk.call("POST", place, body([tags[0], tags[1]]))
        #expect(try listed() == [tags[0], tags[1]])
        try sdk.call("POST", place, body(["NOSUCHID"]), code: 40001)
        try sdk.call("PUT", place, body([tags[2], tags[0]]))
        #expect(Set(try listed() ?? []) == [tags[2], tags[0]])
        try sdk.call("DELETE", "\(place)?tagIds=\(tags[0])")
        #expect(try listed() == [tags[2]])
        try sdk.call("PUT", place, body(tags))
        // Remove all: GET, then one DELETE with what it gave.
        let all = try listed() ?? []
        try sdk.call("DELETE", "\(place)?tagIds=\(all.compactMap { $0 }.joined(separator: ","))")
        #expect(try listed() == [])
      }
    }

    /// Metrics of SDK 1.9, and of older ones; a queued event is sent again, the offset has no colon.
    @Test(arguments: ["notification-stats.api.nhncloudservice.com", "collector-push.cloud.toast.com", "beta-collector-push.cloud.toast.com"])
    func receiptsAreTaken(host: String) async throws {
      try await withLiveServer(Self.secure) { server in
        let sdk = try SDKCaller(server, host: host, base: "/push/v2.0/appkeys/APP")
        for event in ["RECEIVED", "OPENED", "OPENED"] {
          try sdk.call(
            "POST", "/message-delivery-receipts",
            """
            {"event":"\(event)","eventDateTime":"2026-11-21T09:30:00.123+0900",\
            "messageDeliveryReceiptData":{"messageId":1234567890,"deliveryId":"d1","pushType":"APNS","sentDateTime":"2026-11-21T09:29:59.000+09:00"}}
            """)
        }
      }
    }

    /// Tags are made by the customer's server.
    private static func makeTag(_ name: String, _ server: LiveServer) throws -> String {
      let answer = try server.connect().ask("POST", "/push/v2.4/appkeys/APP/tags", ["X-Secret-Key: abcdefgh"], body: "{\"tagName\":\"\(name)\"}")
      return try #require(answer.json["tag"]?["tagId"]?.stringValue)
    }
  }
}
