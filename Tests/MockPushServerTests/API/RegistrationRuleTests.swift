import Testing
@testable import MockPushServer

/// Steps 4 and 5 of contract 7.1: the device rule, tenants (9.2) and the single-token rule (9.3).
@Suite struct RegistrationRuleTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let first: JSONObject
    let second: JSONObject
    let firstStays: Bool
    var testDescription: String { name }
  }

  static let devicePairs: [Pair] = [
    Pair(name: "same device, another token", first: ["token": "t1"], second: ["token": "t2"], firstStays: false),
    Pair(name: "same device, another token and uid", first: ["token": "t1", "uid": "a"], second: ["token": "t2", "uid": "b"], firstStays: false),
    Pair(name: "another device", first: ["token": "t1", "deviceId": "d1"], second: ["token": "t2", "deviceId": "d2"], firstStays: true),
    Pair(name: "device ids that differ in case", first: ["token": "t1", "deviceId": "D"], second: ["token": "t2", "deviceId": "d"], firstStays: true),
    Pair(name: "another push type", first: ["token": "t1"], second: ["token": "t2", "pushType": "APNS_VOIP"], firstStays: true),
    Pair(name: "sandbox is another push type", first: ["token": "t1"], second: ["token": "t2", "pushType": "APNS_SANDBOX"], firstStays: true),
    Pair(name: "another tenant", first: ["token": "t1#tenant=A"], second: ["token": "t2#tenant=B"], firstStays: true),
    Pair(name: "tenant and none", first: ["token": "t1"], second: ["token": "t2#tenant=A"], firstStays: true),
    Pair(name: "none and tenant", first: ["token": "t1#tenant=A"], second: ["token": "t2"], firstStays: true),
    Pair(name: "same tenant, another base", first: ["token": "t1#tenant=A"], second: ["token": "t2#tenant=A"], firstStays: false),
    Pair(name: "same base, another tenant", first: ["token": "t1#tenant=A"], second: ["token": "t1#tenant=B"], firstStays: true),
    Pair(name: "same base, tenant and none", first: ["token": "t1"], second: ["token": "t1#tenant=A"], firstStays: true),
    Pair(name: "split at the last marker", first: ["token": "t#tenant=A#tenant=Z"], second: ["token": "t#tenant=B#tenant=Z"], firstStays: false),
    Pair(name: "empty name: an ordinary token (F11)", first: ["token": "t1#tenant="], second: ["token": "t2"], firstStays: false),
    Pair(name: "empty base: an ordinary token (F11)", first: ["token": "#tenant=A"], second: ["token": "t2"], firstStays: false),
    Pair(name: "marker in capitals: an ordinary token", first: ["token": "t1#TENANT=A"], second: ["token": "t2"], firstStays: false),
  ]

  @Test(arguments: devicePairs) func deviceRule(_ pair: Pair) async throws {
    try await withTestServer { server in
      await server.register(pair.first)
      await server.register(pair.second)
      let type = { (body: JSONObject) in body["pushType"]?.stringValue ?? "APNS" }
      #expect((await server.token(pair.first["token"]!.stringValue!, type(pair.first)) != nil) == pair.firstStays)
      #expect(await server.token(pair.second["token"]!.stringValue!, type(pair.second)) != nil)
    }
  }

  @Test func tokensWithoutDeviceIdDoNotReplaceEachOther() async throws {
    try await withTestServer { server in
      await server.register(["token": "t1"], .v20, without: ["deviceId"])
      await server.register(["token": "t2", "deviceId": ""], .v20)
      #expect(await server.tokens(of: "user-7")?.sorted() == ["t1", "t2"])
    }
  }

  @Test func aRecordWithoutDeviceIdIsNotReplacedByOneWithIt() async throws {
    try await withTestServer { server in
      await server.register(["token": "t1"], .v20, without: ["deviceId"])
      await server.register(["token": "t2", "deviceId": "D"])
      #expect(await server.token("t1") != nil)
    }
  }

  @Test func anUpdateThatTakesAnotherTokensDeviceReplacesIt() async throws {
    try await withTestServer { server in
      await server.register(["token": "t1", "deviceId": "d1"])
      await server.register(["token": "t2", "deviceId": "d2"])
      await server.register(["token": "t1", "deviceId": "d2"])
      #expect(await server.token("t2") == nil)
      #expect(await server.token("t1")?["deviceId"] == "d2")
    }
  }

  @Test func deviceRuleHoldsAcrossVersionsOfOnePushType() async throws {
    try await withTestServer { server in
      await server.register(["token": "g1", "pushType": "GCM"], .v20)
      await server.register(["token": "f1", "pushType": "FCM"], .v24)
      #expect(await server.token("g1", "FCM") == nil)
    }
  }

  @Test func replacedTokensAreNoInvalidTokens() async throws {
    try await withTestServer { server in
      await server.register(["token": "t1"])
      await server.register(["token": "t2"])
      #expect(await server.tokens(of: "user-7") == ["t2"])
      await server.call(.get, "/uids/user-7").succeeds()
    }
  }

  @Test func tenantsOfOneBaseBelongToSeveralUidsAtOnce() async throws {
    try await withTestServer { server in
      await server.register(["token": "t#tenant=A", "uid": "a"])
      await server.register(["token": "t#tenant=B", "uid": "b"])
      #expect(await server.tokens(of: "a") == ["t#tenant=A"])
      #expect(await server.tokens(of: "b") == ["t#tenant=B"])
      await server.register(["token": "t#tenant=A", "uid": "c"])
      #expect(await server.tokens(of: "a") == [])
      #expect(await server.tokens(of: "c") == ["t#tenant=A"])
      #expect(await server.token("t") == nil, "the suffix is required on GET")
      await server.call(.delete, "/tokens/t").succeeds()
      #expect(await server.token("t#tenant=A") != nil, "and on DELETE")
      await server.call(.delete, "/tokens/t%23tenant%3DA").succeeds()
      #expect(await server.token("t#tenant=A") == nil)
    }
  }

  // MARK: Single-token rule

  private static var single: [ConfiguredApp] {
    var settings = AppSettings()
    settings.appType = .single
    return [ConfiguredApp(key: "APP", settings: settings)]
  }

  @Test func singleTokenAppsKeepOneRecordPerUidAndClass() async throws {
    try await withTestServer(apps: Self.single) { server in
      var device = 0
      func add(_ type: String, _ uid: String = "u", _ token: String = "t") async {
        device += 1
        await server.register(["token": .string(token), "pushType": .string(type), "uid": .string(uid), "deviceId": .string("d\(device)")])
      }
      func types(_ uid: String = "u") async -> [String]? {
        await server.call(.get, "/tokens?uid=\(uid)").column("tokens", "pushType")?.sorted()
      }
      await add("FCM")
      for type in ["APNS", "APNS_SANDBOX", "TENCENT", "ADM", "FCM"] {
        await add(type)
        #expect(await types() == [type], "normal tokens replace each other, whatever their push type")
      }
      await add("APNS_VOIP")
      #expect(await types() == ["APNS_VOIP", "FCM"], "VoIP is a class of its own")
      await add("APNS_SANDBOXVOIP")
      #expect(await types() == ["APNS_SANDBOXVOIP", "FCM"])
      await add("APNS", "other")
      #expect(await types() == ["APNS_SANDBOXVOIP", "FCM"], "another uid's record is no matter")
      await add("FCM", "u", "t#tenant=A")
      #expect(await server.tokens(of: "u")?.sorted() == ["t", "t#tenant=A"], "tenants do not matter inside a class: VoIP t stays, FCM t went")
      #expect(await server.token("t", "FCM") == nil)
    }
  }

  @Test func aTokenThatMovesToAUidReplacesTheOneThere() async throws {
    try await withTestServer(apps: Self.single) { server in
      await server.register(["token": "t1", "uid": "a", "deviceId": "d1"])
      await server.register(["token": "t2", "uid": "b", "deviceId": "d2"])
      await server.register(["token": "t1", "uid": "b", "deviceId": "d1"])
      #expect(await server.tokens(of: "b") == ["t1"])
      #expect(await server.token("t2") == nil)
    }
  }

  @Test func textsThatOnlyLookAlikeReplaceEachOtherToo() async throws {
    try await withTestServer(apps: Self.single) { server in
      await server.register(["token": "caf\u{E9}", "deviceId": "d1"])
      await server.register(["token": "cafe\u{301}", "deviceId": "d2"])
      #expect(await server.tokens(of: "user-7")?.count == 1)
      #expect(await server.token("caf\u{E9}") == nil)
    }
  }

  @Test func multipleTokenAppsKeepAll() async throws {
    try await withTestServer { server in
      for device in ["d1", "d2", "d3"] { await server.register(["token": .string("t-\(device)"), "deviceId": .string(device)]) }
      #expect(await server.tokens(of: "user-7")?.count == 3)
    }
  }
}
