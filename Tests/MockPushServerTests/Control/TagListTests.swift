import PushStore
import Testing

@testable import MockPushServer

/// An app's tags and UIDs as pages of a console use them: the vendor's rules without a secret key.
@Suite struct TagListTests {
  @Test func tagsAreMadeRenamedAndDeletedByTheVendorsRules() async throws {
    try await withTestServer { server in
      let made = await server.control(.post, "/tags", json: ["tagName": "b"])
      let tag = made.json["tag"]?["tagId"]?.stringValue ?? ""
      #expect(made.status == 200 && made.json == ["tag": ["tagId": .string(tag)]], "no envelope: \(made.text)")
      let taken = await server.control(.post, "/tags", json: ["tagName": "b"])
      #expect(taken.status == 422 && taken.json["resultCode"] == 40001, "\(taken.text)")
      #expect(await server.control(.put, "/tags/\(tag)", json: ["tagName": "a"]).json == [:])
      #expect(await server.control(.get, "/tags/\(tag)").json["tag"]?["tagName"] == "a")
      #expect(await server.call(.get, "/tags").column("tags", "tagName") == ["a"], "the vendor's route shows the same")
      let unknown = await server.control(.put, "/tags/none1234", json: ["tagName": "c"])
      #expect(unknown.status == 404 && unknown.json["resultCode"] == 40401)
      #expect(await server.control(.delete, "/tags/\(tag)").status == 200)
      #expect(await server.control(.get, "/tags/\(tag)").status == 404)
    }
  }

  @Test func tagsAreListedByNameWithTheirUids() async throws {
    try await withTestServer { server in
      var ids: [String: String] = [:]
      for name in ["c", "a", "ab", "b"] { ids[name] = await server.tag(name) }
      #expect(await server.control(.post, "/tags/\(ids["a"]!)/uids", json: ["uids": ["x", "y"]]).status == 200)
      #expect(await server.control(.post, "/tags/\(ids["b"]!)/uids", json: ["uids": ["x"]]).status == 200)
      let first = await server.control(.get, "/tags?limit=3")
      #expect(first.column("tags", "tagName") == ["a", "ab", "b"] && first.json["next"] == "b" && first.json["totalCount"] == 4)
      #expect(first.json["tags"]?.arrayValue?.map { $0["uidCount"] } == [2, 0, 1])
      let second = await server.control(.get, "/tags?limit=3&after=b")
      #expect(second.column("tags", "tagName") == ["c"] && second.json["next"] == .null)
      #expect(await server.control(.get, "/tags?prefix=a").column("tags", "tagName") == ["a", "ab"])
      #expect(await server.control(.get, "/tags?prefix=a&after=a").column("tags", "tagName") == ["ab"])
      #expect(await server.control(.delete, "/tags/\(ids["a"]!)/uids?uids=x,none").status == 200)
      #expect(await server.control(.get, "/tags").json["tags"]?.arrayValue?.map { $0["uidCount"] } == [1, 0, 1, 0])
      let uids = await server.control(.get, "/tags/\(ids["b"]!)/uids?limit=1")
      #expect(uids.column("uids", "uid") == ["x"])
      #expect(await server.control(.get, "/tags/\(ids["b"]!)/uids?offsetUid=x").json == ["uids": []])
      let tooMany = await server.control(.post, "/tags/\(ids["b"]!)/uids", json: ["uids": .array((0..<17).map { .string("\($0)") })])
      #expect(tooMany.status == 422 && tooMany.json["resultCode"] == 40008)
    }
  }

  @Test func uidsAreListedShownAndDeleted() async throws {
    try await withTestServer { server in
      for token in ["a", "b", "c"] { await server.register(.device(token)) }
      await server.register(.device("a2", .fcm, uid: "u-a"))
      let tag = await server.tag("t")
      #expect(await server.control(.post, "/uids", json: ["uid": "x,y", "tagIds": [.string(tag)]]).status == 200)
      let first = await server.control(.get, "/uids?limit=2&prefix=u-")
      #expect(first.json["uids"] == [["uid": "u-a", "tokenCount": 2, "tagCount": 0], ["uid": "u-b", "tokenCount": 1, "tagCount": 0]])
      #expect(first.json["totalCount"] == 4)
      let next = try #require(first.json["next"]?.stringValue)
      let second = await server.control(.get, "/uids?limit=2&prefix=u-&after=\(next)")
      #expect(second.column("uids", "uid") == ["u-c"] && second.json["next"] == .null)
      let shown = await server.control(.get, "/uids/u-a")
      #expect(shown.column("tokens", "token") == ["a2", "a"])
      let vendors = await server.call(.get, "/uids/u-a").json["uid"]
      #expect(shown.json["uid"] == vendors)
      #expect(await server.control(.get, "/uids/none").status == 404)

      #expect(await server.control(.delete, "/uids/u-a").json == ["removedTokens": 2])
      #expect(await server.control(.delete, "/uids/u-a").status == 404)
      #expect(await server.control(.delete, "/uids/x%2Cy").json == ["removedTokens": 0], "a comma is no list here")
      #expect(await server.control(.get, "/uids").column("uids", "uid") == ["u-b", "u-c"], "the texts that are kept are no UIDs")
      #expect(await server.control(.get, "/uids?after=x").status == 400)
    }
  }

  @Test func aLookThroughUidsEnds() async throws {
    try await withTestServer { server in
      try await server.store((0..<30).map { .sample("t\($0)", uid: "u\($0 < 10 ? "0" : "")\($0)") })
      for first in [0, 10] {
        let uids = (first..<first + 10).map { "u\($0 < 10 ? "0" : "")\($0)" }.joined(separator: ",")
        await server.call(.delete, "/uids?uids=\(uids)").succeeds()
      }
      var names: [String] = []
      var cursor: UidNumber?
      var turns = 0
      repeat {
        let from = cursor
        let page = try await server.stored { store in
          try store.uids(prefix: "u", after: from, limit: 4, scanLimit: 5, app: try #require(try store.appNumber("APP")))
        }
        names += page.page.map(\.uid)
        cursor = page.next
        turns += 1
      } while cursor != nil && turns < 100
      #expect(names == (20..<30).map { "u\($0)" })
    }
  }
}
