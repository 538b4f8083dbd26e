import Testing
@testable import MockPushServer

/// UIDs of a tag (contract 24.6 to 24.8).
@Suite struct TagUidTests {
  private static func attach(_ server: TestServer, _ tag: String, _ uids: [String]) async -> TestAnswer {
    await server.call(.post, "/tags/\(tag)/uids", json: ["uids": .array(uids.map { .string($0) })])
  }

  @Test func unknownUidsAreMadeAndAttachedOnesAreFine() async throws {
    try await withTestServer { server in
      let tag = await server.tag("t")
      await Self.attach(server, tag, ["b", "a", "한,글"]).succeeds()
      await Self.attach(server, tag, ["a", "a"]).succeeds()
      #expect(await server.call(.get, "/tags/\(tag)/uids").succeeds().column("uids", "uid") == ["a", "b", "한,글"])
      #expect(await server.call(.get, "/uids/%ED%95%9C,%EA%B8%80").succeeds().json["uid"]?["contacts"] == [])
    }
  }

  @Test(arguments: APIVersion.allCases) func uidsCarryTagsAndContacts(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let tag = await server.tag("t", version)
      await server.register(["pushType": "FCM", "uid": "u"], .v24)
      await Self.attach(server, tag, ["u"]).succeeds()
      let uid = await server.call(.get, "/tags/\(tag)/uids", version).succeeds().json["uids"]?[0]
      #expect(uid == [
        "uid": "u",
        "tags": [["tagId": .string(tag), "tagName": "t", "createdDateTime": .string(Fixture.wireTime(0)),
        "updatedDateTime": .string(Fixture.wireTime(0))]],
        "contacts": [["contactType": version <= .v22 ? "TOKEN_GCM" : "TOKEN_FCM", "contact": "a1b2", "createdDateTime": .string(Fixture.wireTime(0))]],
      ])
    }
  }

  @Test func pagesAscendByCodePointStrictlyAfterOffsetUid() async throws {
    try await withTestServer { server in
      let tag = await server.tag("t")
      await Self.attach(server, tag, ["가", "\u{FFFD}", "Z", "a", "aa", "é", "a b", "1"]).succeeds()
      let order = ["1", "Z", "a", "a b", "aa", "é", "가", "\u{FFFD}"]
      func page(_ query: String) async -> [String]? { await server.call(.get, "/tags/\(tag)/uids?\(query)").succeeds().column("uids", "uid") }
      #expect(await page("") == order)
      #expect(await page("limit=3") == ["1", "Z", "a"])
      #expect(await page("limit=3&offsetUid=a") == ["a b", "aa", "é"])
      #expect(await page("offsetUid=a%20b&limit=1") == ["aa"])
      #expect(await page("offsetUid=ab") == ["é", "가", "\u{FFFD}"], "the offset need not exist")
      #expect(await page("offsetUid=%EF%BF%BD") == [])
      #expect(await page("offsetUid=&limit=") == order)
    }
  }

  @Test func limitIs100ByDefaultAndAtMost1000() async throws {
    try await withTestServer { server in
      let tag = await server.tag("t")
      for start in stride(from: 0, to: 112, by: 16) { await Self.attach(server, tag, (start..<start + 16).map { "u\(1000 + $0)" }).succeeds() }
      #expect(await server.call(.get, "/tags/\(tag)/uids").json["uids"]?.arrayValue?.count == 100)
      #expect(await server.call(.get, "/tags/\(tag)/uids?limit=1000").json["uids"]?.arrayValue?.count == 112)
      for limit in ["0", "-1", "1001", "x", "1.5"] {
        await server.call(.get, "/tags/\(tag)/uids?limit=\(limit)").refuses(400, "\(TagTests.base) limit<\(limit)>")
      }
    }
  }

  @Test func sixteenUidsPerCallRepeatedOnesCount() async throws {
    try await withTestServer { server in
      let tag = await server.tag("t")
      await Self.attach(server, tag, (0..<16).map { "u\($0)" }).succeeds()
      await Self.attach(server, tag, (0..<17).map { "v\($0)" }).refuses(400, "\(TagTests.base) uids<17>")
      await Self.attach(server, tag, Array(repeating: "same", count: 17)).refuses(400)
      #expect(await server.call(.get, "/tags/\(tag)/uids").json["uids"]?.arrayValue?.count == 16)
    }
  }

  static let badLists: [(JSON?, String)] = [
    (nil, "uids<null>"), (.null, "uids<null>"), ([], "uids<[]>"), ("a", "uids<a>"), (["a": "b"], "uids<{\"a\":\"b\"}>"), (["a", nil], "uids<null>"),
    (["a", 5], "uids<5>"), (["a", ["b"]], "uids<[\"b\"]>"), (["a", ""], "uids<>"), (["a", "b😀"], "uids<b😀>"),
    (["a", .string(String(repeating: "x", count: 65))], "uids<\(String(repeating: "x", count: 65))>"), (["a", "b\u{0}"], "uids<b\u{0}>"),
  ]

  @Test(arguments: badLists) func badListsAddNothing(_ uids: JSON?, _ suffix: String) async throws {
    try await withTestServer { server in
      let tag = await server.tag("t")
      var body: JSONObject = [:]
      body["uids"] = uids
      await server.call(.post, "/tags/\(tag)/uids", json: .object(body)).refuses(400, "\(TagTests.base) \(suffix)")
      #expect(await server.call(.get, "/tags/\(tag)/uids").succeeds().json["uids"] == [])
      await server.call(.get, "/uids/a").refuses(400)
    }
  }

  @Test func aUidThatWouldPassSixteenTagsStopsTheWholeCall() async throws {
    try await withTestServer { server in
      var tags: [String] = []
      for index in 0..<17 { tags.append(await server.tag("t\(index)")) }
      for tag in tags.prefix(16) { await Self.attach(server, tag, ["full"]).succeeds() }
      await Self.attach(server, tags[16], ["first", "full", "last"]).refuses(400, "\(TagTests.base) uids<full>")
      #expect(await server.call(.get, "/tags/\(tags[16])/uids").json["uids"] == [], "none added")
      await server.call(.get, "/uids/first").refuses(400)
      await Self.attach(server, tags[3], ["first", "full"]).succeeds()
    }
  }

  @Test func detachLeavesUidsAndTokens() async throws {
    try await withTestServer { server in
      let tag = await server.tag("t"), other = await server.tag("o")
      await server.register(["uid": "a"])
      for each in [tag, other] { await Self.attach(server, each, ["a", "b", "c"]).succeeds() }
      await server.call(.delete, "/tags/\(tag)/uids?uids=a,,unknown&uids=c").succeeds()
      #expect(await server.call(.get, "/tags/\(tag)/uids").column("uids", "uid") == ["b"])
      #expect(await server.call(.get, "/tags/\(other)/uids").column("uids", "uid") == ["a", "b", "c"])
      #expect(await server.tokens(of: "a") == ["a1b2"])
      await server.call(.delete, "/tags/\(tag)/uids?uids=a").succeeds()
      await server.call(.delete, "/tags/\(tag)/uids").refuses(400, "\(TagTests.base) uids<null>")
      await server.call(.delete, "/tags/\(tag)/uids?uids=").refuses(400, "\(TagTests.base) uids<>")
      await server.call(.delete, "/tags/\(tag)/uids?uids=,,").refuses(400)
    }
  }

  @Test func detachHasNoLimitOfCountOrLength() async throws {
    try await withTestServer { server in
      let tag = await server.tag("t")
      await Self.attach(server, tag, ["u1"]).succeeds()
      let many = (0..<40).map { "u\($0)" }.joined(separator: ",") + "," + String(repeating: "x", count: 70)
      await server.call(.delete, "/tags/\(tag)/uids?uids=\(many)").succeeds()
      #expect(await server.call(.get, "/tags/\(tag)/uids").json["uids"] == [])
    }
  }

  @Test func deletingATagDetachesItEverywhere() async throws {
    try await withTestServer { server in
      let tag = await server.tag("t"), other = await server.tag("o")
      for each in [tag, other] { await Self.attach(server, each, ["a"]).succeeds() }
      await server.call(.delete, "/tags/\(tag)").succeeds()
      #expect(await server.call(.get, "/uids/a/tag-ids").succeeds().texts("tagIds") == [other])
      #expect(await server.call(.get, "/uids/a").json["uid"]?["tags"]?.arrayValue?.count == 1)
    }
  }
}
