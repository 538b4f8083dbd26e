import Testing
@testable import MockPushServer

/// GET and DELETE of tokens (contract 7.2 to 7.4, 7.6).
@Suite struct TokenQueryTests {
  /// The table of 7.2, key by key, for a record with every consent.
  static let keys: [(version: APIVersion, byToken: Set<String>, byUid: Set<String>)] = {
    let common: Set = [
      "pushType", "isNotificationAgreement", "isAdAgreement", "isNightAdAgreement", "timezoneId", "country", "language", "uid", "token",
      "adAgreementDateTime", "nightAdAgreementDateTime",
    ]
    let v20 = common.union(["updateDateTime"])
    let v22 = common.union(["deviceId", "activatedDateTime"])
    let v23 = common.union(["updatedDateTime", "deviceId", "activatedDateTime"])
    return [
      (.v20, v20, v20), (.v21, common.union(["updateDateTime", "deviceId", "activatedDateTime"]), v20), (.v22, v22, v22), (.v23, v23, v23),
      (.v24, v23, v23),
    ]
  }()

  @Test(arguments: keys) func tokenObjectHasTheVersionsKeys(_ version: APIVersion, _ byToken: Set<String>, _ byUid: Set<String>) async throws {
    try await withTestServer { server in
      await server.register(["isNightAdAgreement": true])
      let one = await server.token("a1b2", "APNS", version)
      #expect(Set(one?.objectValue?.members.map(\.key) ?? []) == byToken)
      let listed = await server.call(.get, "/tokens?uid=user-7", version).succeeds().json["tokens"]?[0]
      #expect(Set(listed?.objectValue?.members.map(\.key) ?? []) == byUid)
      for (key, value) in listed?.objectValue?.members ?? [] { #expect(one?[key] == value) }
    }
  }

  @Test(arguments: APIVersion.allCases) func keysWithoutAValueAreLeftOutAndNeverNull(_ version: APIVersion) async throws {
    try await withTestServer { server in
      await server.register(["isAdAgreement": false, "isNightAdAgreement": false], .v20, without: ["deviceId"])
      let answer = await server.call(.get, "/tokens/a1b2?pushType=APNS", version).succeeds()
      for key in ["adAgreementDateTime", "nightAdAgreementDateTime", "deviceId"] { #expect(answer.json["token"]?[key] == nil) }
      #expect(!answer.text.contains("null"))
      let list = await server.call(.get, "/tokens?uid=user-7", version).succeeds()
      #expect(!list.text.contains("null"))
    }
  }

  @Test func valuesHaveTheirJSONTypes() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register()
      let record = await server.token("a1b2", "APNS", .v23)
      #expect(record == [
        "pushType": "APNS", "isNotificationAgreement": true, "isAdAgreement": true, "isNightAdAgreement": false, "timezoneId": "Asia/Seoul",
        "country": "KR", "language": "ko", "uid": "user-7", "token": "a1b2", "updatedDateTime": "2026-03-02T09:00:00.000+09:00",
        "adAgreementDateTime": "2026-03-02T09:00:00.000+09:00", "deviceId": "device-1", "activatedDateTime": "2026-03-02T09:00:00.000+09:00",
      ])
    }
  }

  @Test func getByTokenFaults() async throws {
    try await withTestServer { server in
      await server.register()
      await server.call(.get, "/tokens/other?pushType=APNS").refuses(40401, "Client Error. Not found. token<other>")
      await server.call(.get, "/tokens/a1b2?pushType=APNS_SANDBOX").refuses(40401, "Client Error. Not found. token<a1b2>")
      await server.call(.get, "/tokens/A1B2?pushType=APNS").refuses(40401)
      await server.call(.get, "/tokens/a1b2").refuses(40003, "Client Error. Parameter is empty or null. pushType<null>")
      await server.call(.get, "/tokens/a1b2?pushType=").refuses(40003, "Client Error. Parameter is empty or null. pushType<>")
      await server.call(.get, "/tokens/a1b2?pushType=GCM").refuses(40001, "Client Error. Parameter is invalid. pushType<GCM>")
      await server.call(.get, "/tokens/a1b2?pushType=FCM", .v22).refuses(40001)
      await server.call(.get, "/tokens/a1b2?pushType=apns").refuses(40001)
      await server.call(.get, "/tokens/a1b2?pushType=APNS", app: "EMPTY").refuses(40401)
      await server.call(.get, "/tokens/a1b2?pushType=&pushType=APNS&pushType=FCM").succeeds()
    }
  }

  @Test(arguments: ["a/b", "a b", "a+b", "a%b", "a%2Fb", "a?b", "a#b", "a&b=c", "é中", "😀", ":APA91b-_x", "..", ".", "a\u{1}b", "a%zz"])
  func tokensOfAnySpellingCanBeNamedInThePath(_ text: String) async throws {
    try await withTestServer { server in
      await server.register(["token": .string(text)])
      #expect(await server.token(text)?["token"] == .string(text))
      await server.call(.delete, "/tokens/\(Wire.escaped(text))?pushType=APNS").succeeds()
      #expect(await server.token(text) == nil)
    }
  }

  @Test func listNeedsUid() async throws {
    try await withTestServer { server in
      await server.call(.get, "/tokens").refuses(40003, "Client Error. Parameter is empty or null. uid<null>")
      await server.call(.get, "/tokens?uid=").refuses(40003, "Client Error. Parameter is empty or null. uid<>")
      #expect(await server.tokens(of: "nobody") == [])
    }
  }

  @Test func listIsNewestActivationFirstWithEveryPushType() async throws {
    try await withTestServer { server in
      let types = ["FCM", "APNS", "APNS_VOIP", "TENCENT", "ADM", "APNS_SANDBOX", "APNS_SANDBOXVOIP"]
      for type in types {
        await server.register(["token": .string("t-\(type)"), "pushType": .string(type)])
        server.pass(seconds: 1)
      }
      #expect(await server.tokens(of: "user-7") == types.reversed().map { "t-\($0)" })
      await server.register(["token": "t-FCM", "pushType": "FCM"])
      #expect(await server.tokens(of: "user-7")?.first == "t-FCM", "a registration that changes nothing activates too")
      #expect(await server.call(.get, "/tokens?uid=user-7", .v21).column("tokens", "pushType")?.first == "GCM")
    }
  }

  @Test(arguments: ["한글 uid", "a+b@c.d/%", "a,b", "\u{7F}"]) func uidsOfAnySpellingCanBeListed(_ uid: String) async throws {
    try await withTestServer { server in
      await server.register(["uid": .string(uid)])
      #expect(await server.tokens(of: uid) == ["a1b2"])
    }
  }

  // MARK: DELETE

  @Test func deleteWithPushTypeRemovesThatRecordOnly() async throws {
    try await withTestServer { server in
      for type in ["APNS", "APNS_VOIP", "FCM"] { await server.register(["pushType": .string(type)]) }
      let answer = await server.call(.delete, "/tokens/a1b2?pushType=APNS", .v23).succeeds()
      #expect(answer.message == "Success.")
      #expect(answer.json.objectValue?.count == 1)
      #expect(await server.call(.get, "/tokens?uid=user-7").column("tokens", "pushType")?.sorted() == ["APNS_VOIP", "FCM"])
    }
  }

  @Test func deleteWithoutPushTypeRemovesEveryRecordOfThatText() async throws {
    try await withTestServer { server in
      for type in ["APNS", "APNS_VOIP", "FCM"] { await server.register(["pushType": .string(type)]) }
      await server.register(["token": "other", "deviceId": "d2"])
      await server.call(.delete, "/tokens/a1b2?pushType=").succeeds()
      #expect(await server.tokens(of: "user-7") == ["other"])
    }
  }

  @Test func deleteOfWhatIsNotThereIsSuccess() async throws {
    try await withTestServer { server in
      for path in ["/tokens/none", "/tokens/none?pushType=ADM"] { await server.call(.delete, path).succeeds() }
      await server.register()
      for _ in 0..<2 { await server.call(.delete, "/tokens/a1b2?pushType=APNS").succeeds() }
      let app = try await server.stored { try $0.appNumber("EMPTY") }
      #expect(app == nil)
    }
  }

  @Test func deleteFaults() async throws {
    try await withTestServer { server in
      await server.register()
      await server.call(.delete, "/tokens/a1b2?pushType=GCM").refuses(40001, "Client Error. Parameter is invalid. pushType<GCM>")
      await server.call(.delete, "/tokens/a1b2", .v22).refuses(40011, "Client Error. Unsupported API version. version<v2.2>")
      await server.call(.delete, "/tokens").refuses(40401)
      #expect(await server.token("a1b2") != nil)
    }
  }

  @Test func deleteLeavesTheUidItsTagsAndOtherApps() async throws {
    try await withTestServer { server in
      await server.register()
      await server.register(app: "OTHER")
      let tag = await server.tag("vip")
      await server.call(.post, "/uids/user-7/tag-ids", json: ["tagIds": [.string(tag)]]).succeeds()
      await server.call(.delete, "/tokens/a1b2").succeeds()
      #expect(await server.call(.get, "/uids/user-7/tag-ids").succeeds().texts("tagIds") == [tag])
      #expect(await server.token("a1b2", app: "OTHER") != nil)
    }
  }
}
