import Testing
@testable import MockPushServer

/// UIDs (contract 24.9 to 24.11, 9.1).
@Suite struct UidTests {
  private static func put(_ server: TestServer, _ uid: JSON?, _ tagIds: JSON?) async -> TestAnswer {
    var body: JSONObject = [:]
    body["uid"] = uid
    body["tagIds"] = tagIds
    return await server.call(.post, "/uids", json: .object(body))
  }

  private static func tags(_ server: TestServer, _ count: Int) async -> [JSON] {
    var tags: [JSON] = []
    for index in 0..<count { tags.append(.string(await server.tag("t\(index)"))) }
    return tags
  }

  private static func tagIds(_ server: TestServer, _ uid: String) async -> [JSON]? {
    await server.call(.get, "/uids/\(Wire.escaped(uid))").succeeds().json["uid"]?["tags"]?.arrayValue?.compactMap { $0["tagId"] }
  }

  @Test func putReplacesTheTagsInTheOrderGiven() async throws {
    try await withTestServer { server in
      let tags = await Self.tags(server, 3)
      await Self.put(server, "u", .array([tags[2], tags[0]])).succeeds()
      #expect(await Self.tagIds(server, "u") == [tags[2], tags[0]])
      await Self.put(server, "u", .array([tags[1], tags[2], tags[1]])).succeeds()
      #expect(await Self.tagIds(server, "u") == [tags[1], tags[2]], "repeated tag IDs collapse")
      await Self.put(server, "u", []).succeeds()
      #expect(await Self.tagIds(server, "u") == [])
    }
  }

  @Test func sixteenTagsPerUidAfterRepeatedOnesCollapse() async throws {
    try await withTestServer { server in
      let tags = await Self.tags(server, 17)
      await Self.put(server, "u", .array(tags.dropLast() + tags.dropLast())).succeeds()
      await Self.put(server, "u", .array(tags)).refuses(400, "\(TagTests.base) tagIds<17>")
      #expect(await Self.tagIds(server, "u") == tags.dropLast())
    }
  }

  static let faults: [(uid: JSON?, tagIds: JSON?, suffix: String)] = [
    (nil, [], "uid<null>"), (.null, [], "uid<null>"), ("", [], "uid<>"), (5, [], "uid<5>"), ("u😀", [], "uid<u😀>"),
    (.string(String(repeating: "x", count: 65)), [], "uid<\(String(repeating: "x", count: 65))>"),
    ("u", nil, "tagIds<null>"), ("u", .null, "tagIds<null>"), ("u", "a", "tagIds<a>"), ("u", [:], "tagIds<{}>"), ("u", [nil], "tagIds<null>"),
    ("u", [1], "tagIds<1>"), ("u", ["ZZPP00b6"], "tagIds<ZZPP00b6>"), ("u", [""], "tagIds<>"), (nil, nil, "uid<null>"),
  ]

  @Test(arguments: faults) func faultsStoreNothing(_ uid: JSON?, _ tagIds: JSON?, _ suffix: String) async throws {
    try await withTestServer { server in
      await Self.put(server, uid, tagIds).refuses(400, "\(TagTests.base) \(suffix)")
      await server.call(.get, "/uids/u").refuses(400, "\(TagTests.base) uid<u>")
      let app = try await server.stored { try $0.appNumber("APP") }
      #expect(app == nil)
    }
  }

  @Test func anUnknownTagAmongKnownOnesChangesNothing() async throws {
    try await withTestServer { server in
      let tags = await Self.tags(server, 2)
      await Self.put(server, "u", [tags[0]]).succeeds()
      await Self.put(server, "u", [tags[1], "ZZPP00b6"]).refuses(400)
      #expect(await Self.tagIds(server, "u") == [tags[0]])
    }
  }

  static let contactTypes: [(APIVersion, [String])] = APIVersion.allCases.map { version in
    (version, [version <= .v22 ? "TOKEN_GCM" : "TOKEN_FCM", "TOKEN_APNS", "TOKEN_APNS_SANDBOX", "TOKEN_TENCENT", "TOKEN_ADM", "TOKEN_APNS_VOIP",
    "TOKEN_APNS_SANDBOXVOIP"])
  }

  @Test(arguments: contactTypes) func contactsAreNamedPerVersionNewestFirst(_ version: APIVersion, _ expected: [String]) async throws {
    try await withTestServer { server in
      for type in ["FCM", "APNS", "APNS_SANDBOX", "TENCENT", "ADM", "APNS_VOIP", "APNS_SANDBOXVOIP"] {
        await server.register(["pushType": .string(type), "token": .string("t-\(type)")])
        server.pass(seconds: 1)
      }
      await server.register(["pushType": "FCM", "token": "t-FCM", "country": "JP"])
      let uid = await server.call(.get, "/uids/user-7", version).succeeds().json["uid"]
      #expect(uid?["uid"] == "user-7")
      #expect(uid?["contacts"]?.arrayValue?.compactMap { $0["contactType"]?.stringValue } == expected.reversed(), "by creation, not by change")
      #expect(uid?["contacts"]?[0]?["createdDateTime"] == .string(Fixture.wireTime(6)))
      #expect(uid?["contacts"]?[0]?.objectValue?.count == 3)
    }
  }

  @Test func aUidLivesFromItsFirstTokenOrTagUntilItIsDeleted() async throws {
    try await withTestServer { server in
      await server.call(.get, "/uids/user-7").refuses(400, "\(TagTests.base) uid<user-7>")
      await server.register()
      let tags = await Self.tags(server, 1)
      await server.call(.post, "/uids/user-7/tag-ids", json: ["tagIds": .array(tags)]).succeeds()
      await server.call(.delete, "/tokens/a1b2").succeeds()
      #expect(await Self.tagIds(server, "user-7") == tags, "it outlives its tokens")
      await server.register()
      await server.call(.delete, "/uids?uids=user-7").succeeds()
      await server.call(.get, "/uids/user-7").refuses(400)
      #expect(await server.token("a1b2") == nil, "its tokens go")
      #expect(await server.call(.get, "/tags/\(tags[0].stringValue!)/uids").succeeds().json["uids"] == [], "its links go, the tag stays")
      await server.call(.get, "/uids/user-7/tag-ids").refuses(40401)
      await server.register()
      #expect(await Self.tagIds(server, "user-7") == [], "a new life has no old tags")
    }
  }

  @Test func deleteTakesACommaListAndIgnoresUnknownOnes() async throws {
    try await withTestServer { server in
      for uid in ["a", "b", "한"] { await Self.put(server, .string(uid), []).succeeds() }
      await server.call(.delete, "/uids?uids=a,nobody,&uids=%ED%95%9C").succeeds()
      await server.call(.get, "/uids/a").refuses(400)
      await server.call(.get, "/uids/%ED%95%9C").refuses(400)
      await server.call(.get, "/uids/b").succeeds()
      await server.call(.delete, "/uids?uids=b", app: "OTHER").succeeds()
      await server.call(.get, "/uids/b").succeeds()
    }
  }

  @Test func deleteFaults() async throws {
    try await withTestServer { server in
      await Self.put(server, "u0", []).succeeds()
      await server.call(.delete, "/uids").refuses(400, "\(TagTests.base) uids<null>")
      await server.call(.delete, "/uids?uids=").refuses(400, "\(TagTests.base) uids<>")
      await server.call(.delete, "/uids?uids=,").refuses(400)
      await server.call(.delete, "/uids?uids=\((0..<17).map { "u\($0)" }.joined(separator: ","))").refuses(400, "\(TagTests.base) uids<17>")
      await server.call(.delete, "/uids?uids=u0,\(String(repeating: "x", count: 65))").refuses(400)
      await server.call(.get, "/uids/u0").succeeds()
      await server.call(.delete, "/uids?uids=\((0..<16).map { "u\($0)" }.joined(separator: ","))").succeeds()
      await server.call(.get, "/uids/u0").refuses(400)
    }
  }
}
