import PushStore
import Testing
@testable import MockPushServer

/// Tags of an app (contract 24.1 to 24.5). Every client fault is 400 with the chapter's text (R8).
@Suite struct TagTests {
  static let base = "Client Error. Occurred at a tagged API."

  @Test(arguments: APIVersion.allCases) func makeReadRenameDelete(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let tagId = await server.tag("vip", version)
      #expect(tagId.utf8.count == 8 && tagId.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) })
      let made: JSON = ["tagId": .string(tagId), "tagName": "vip", "createdDateTime": .string(Fixture.wireTime(0)),
        "updatedDateTime": .string(Fixture.wireTime(0))]
      #expect(await server.call(.get, "/tags/\(tagId)", version).succeeds().json["tag"] == made)
      server.pass(seconds: 5)
      await server.call(.put, "/tags/\(tagId)", version, json: ["tagName": "gold"]).succeeds()
      let renamed: JSON = ["tagId": .string(tagId), "tagName": "gold", "createdDateTime": .string(Fixture.wireTime(0)),
        "updatedDateTime": .string(Fixture.wireTime(5))]
      #expect(await server.call(.get, "/tags", version).succeeds().json["tags"] == [renamed])
      await server.call(.delete, "/tags/\(tagId)", version).succeeds()
      await server.call(.get, "/tags/\(tagId)", version).refuses(400, "\(Self.base) tagId<\(tagId)>")
      #expect(await server.call(.get, "/tags", version).succeeds().json["tags"] == [])
    }
  }

  @Test func listIsNewestFirstAndFindsExactNames() async throws {
    try await withTestServer { server in
      for name in ["a", "b", "B", "c"] {
        _ = await server.tag(name)
        if name != "b" { server.pass(seconds: 1) }
      }
      #expect(await server.call(.get, "/tags").column("tags", "tagName") == ["c", "B", "b", "a"])
      #expect(await server.call(.get, "/tags?tagName=b").column("tags", "tagName") == ["b"])
      #expect(await server.call(.get, "/tags?tagName=").column("tags", "tagName")?.count == 4)
      #expect(await server.call(.get, "/tags?tagName=x").succeeds().json["tags"] == [])
      #expect(await server.call(.get, "/tags", app: "EMPTY").succeeds().json["tags"] == [])
    }
  }

  @Test(arguments: [1, 255]) func namesHaveOneTo255CodePoints(_ count: Int) async throws {
    try await withTestServer { server in
      let name = String(repeating: "\u{1F600}", count: count)
      _ = await server.tag(name)
      #expect(await server.call(.get, "/tags").column("tags", "tagName") == [name])
      await server.call(.post, "/tags", json: ["tagName": .string(String(repeating: "é", count: 255) + "x")])
        .refuses(400, "\(Self.base) tagName<\(String(repeating: "é", count: 100))>")
    }
  }

  static let badNames: [(JSON?, String)] = [
    (nil, "tagName<null>"), (.null, "tagName<null>"), ("", "tagName<>"), (5, "tagName<5>"), (["a"], "tagName<[\"a\"]>"), (true, "tagName<true>"),
    ("a\u{0}", "tagName<a\u{0}>"),
  ] + ["\t", "\n", "\u{B}", "\u{C}", "\r", " ", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}"]
    .map { (.string("a\($0)b"), "tagName<a\($0)b>") }

  @Test(arguments: badNames) func badNamesAreRefused(_ name: JSON?, _ suffix: String) async throws {
    try await withTestServer { server in
      let tagId = await server.tag("kept")
      var body: JSONObject = [:]
      body["tagName"] = name
      await server.call(.post, "/tags", json: .object(body)).refuses(400, "\(Self.base) \(suffix)")
      await server.call(.put, "/tags/\(tagId)", json: .object(body)).refuses(400, "\(Self.base) \(suffix)")
      #expect(await server.call(.get, "/tags").column("tags", "tagName") == ["kept"])
    }
  }

  @Test func namesAreUniqueAndCaseSensitive() async throws {
    try await withTestServer { server in
      let first = await server.tag("name")
      let second = await server.tag("Name")
      _ = await server.tag("caf\u{E9}")
      _ = await server.tag("cafe\u{301}")
      await server.call(.post, "/tags", json: ["tagName": "name"]).refuses(400, "\(Self.base) tagName<name>")
      await server.call(.put, "/tags/\(second)", json: ["tagName": "name"]).refuses(400)
      server.pass(seconds: 1)
      await server.call(.put, "/tags/\(first)", json: ["tagName": "name"]).succeeds()
      #expect(await server.call(.get, "/tags/\(first)").json["tag"]?["updatedDateTime"] == .string(Fixture.wireTime(1)), "its own name is fine")
      let other = await server.call(.post, "/tags", json: ["tagName": "name"], app: "OTHER")
      other.succeeds()
      await server.call(.delete, "/tags/\(first)").succeeds()
      #expect(await server.tag("name") != first, "free again")
    }
  }

  @Test func anAppHasAtMost2048Tags() async throws {
    try await withTestServer { server in
      try await server.application.store.write { store in
        let app = try store.ensureApp("APP", now: TestServer.start)
        for index in 0..<2047 {
          try store.insertTag(tagId: String("0000000\(index)".suffix(8)), name: "n\(index)", app: app, now: TestServer.start)
        }
      }
      _ = await server.tag("the-2048th")
      await server.call(.post, "/tags", json: ["tagName": "one-more"]).refuses(400)
      await server.call(.post, "/tags", json: ["tagName": "one-more"], app: "OTHER").succeeds()
      await server.call(.delete, "/tags/00000007").succeeds()
      _ = await server.tag("one-more")
      #expect(await server.call(.get, "/tags").json["tags"]?.arrayValue?.count == 2048)
    }
  }

  @Test func unknownTagsAreRefusedBeforeTheBodysFields() async throws {
    try await withTestServer { server in
      let suffix = "tagId<ZZPP00b6>"
      for app in ["APP", "EMPTY"] {
        _ = app == "APP" ? await server.tag("any") : ""
        await server.call(.get, "/tags/ZZPP00b6", app: app).refuses(400, "\(Self.base) \(suffix)")
        await server.call(.put, "/tags/ZZPP00b6", json: ["tagName": ""], app: app).refuses(400, "\(Self.base) \(suffix)")
        await server.call(.delete, "/tags/ZZPP00b6", app: app).refuses(400, "\(Self.base) \(suffix)")
        await server.call(.post, "/tags/ZZPP00b6/uids", json: [:], app: app).refuses(400, "\(Self.base) \(suffix)")
        await server.call(.get, "/tags/ZZPP00b6/uids?limit=x", app: app).refuses(400, "\(Self.base) \(suffix)")
        await server.call(.delete, "/tags/ZZPP00b6/uids", app: app).refuses(400, "\(Self.base) \(suffix)")
      }
      let made = try await server.stored { try $0.appNumber("EMPTY") }
      #expect(made == nil)
    }
  }

  @Test func aTagOfAnotherAppIsUnknown() async throws {
    try await withTestServer { server in
      let tagId = await server.tag("mine")
      for method in [Request.Method.get, .delete] { await server.call(method, "/tags/\(tagId)", app: "OTHER").refuses(400) }
      await server.call(.get, "/tags/\(tagId)").succeeds()
    }
  }

  @Test func bodyFaultsAre400Too() async throws {
    try await withTestServer { server in
      let tagId = await server.tag("t")
      for (method, path) in [(Request.Method.post, "/tags"), (.put, "/tags/\(tagId)"), (.post, "/tags/\(tagId)/uids"), (.post, "/uids")] {
        for text in ["", "{", "[]", "\"x\"", "null"] { await server.call(method, path, text: text).refuses(400, "\(Self.base) body<\(text)>") }
        let big = await server.call(method, path, text: String(repeating: " ", count: 4 * 1024 * 1024 + 1))
        big.refuses(400, "\(Self.base) body<4194305>")
      }
    }
  }

  @Test func credentialAppkeyVersionAndPathFaultsKeepTheirCodes() async throws {
    try await withTestServer { server in
      await server.send(.post, "/push/v2.4/appkeys/APP/tags", json: ["tagName": ""]).refuses(40101, "Client Error. Access is not allowed.")
      await server.send(.get, "/push/v2.2/appkeys/APP/tags", headers: [Credentials.secretKey]).refuses(40101)
      await server.call(.get, "/tags", app: "a.b").refuses(40102, "Client Error. Unavailable key. appkey<a.b>")
      await server.send(.get, "/push/v2.5/appkeys/APP/tags").refuses(40011, "Client Error. Unsupported API version. version<v2.5>")
      await server.call(.put, "/tags").refuses(40401, "Client Error. Not found. uri</push/v2.4/appkeys/APP/tags>")
      await server.call(.get, "/tags/a/uids/b").refuses(40401)
    }
  }
}
