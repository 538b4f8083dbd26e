import Testing
@testable import MockPushServer

/// Tag IDs of a UID (contract 25), as apps call it: without credential, with the 40xxx codes.
@Suite struct UidTagIdsTests {
  private static func send(_ server: TestServer, _ method: Request.Method, _ uid: String, _ tagIds: JSON? = nil,
    query: String = "") async -> TestAnswer {
    var body: JSONObject = [:]
    body["tagIds"] = tagIds
    let hasBody = method == .post || method == .put
    return await server.send(
      method, "/push/v2.3/appkeys/APP/uids/\(uid)/tag-ids\(query)", json: hasBody ? .object(body) : nil,
      headers: [("Content-Type", "application/json")])
  }

  /// A server with the UID `u` and tags.
  private static func withTags(_ count: Int, _ body: (TestServer, [JSON]) async throws -> Void) async throws {
    try await withTestServer { server in
      await server.register(["uid": "u"])
      var tags: [JSON] = []
      for index in 0..<count { tags.append(.string(await server.tag("t\(index)"))) }
      try await body(server, tags)
    }
  }

  private static func now(_ server: TestServer) async -> JSON? { await send(server, .get, "u").succeeds().json["tagIds"] }

  @Test func addSetGetRemove() async throws {
    try await Self.withTags(4) { server, tags in
      #expect(await Self.now(server) == [])
      await Self.send(server, .post, "u", [tags[2], tags[0]]).succeeds()
      await Self.send(server, .post, "u", [tags[0], tags[1], tags[1]]).succeeds()
      #expect(await Self.now(server) == [tags[2], tags[0], tags[1]], "in the order attached")
      await Self.send(server, .delete, "u", query: "?tagIds=\(tags[0].stringValue!),ZZPP00b6,,\(tags[3].stringValue!)").succeeds()
      #expect(await Self.now(server) == [tags[2], tags[1]], "what is not attached is ignored")
      await Self.send(server, .post, "u", [tags[0]]).succeeds()
      #expect(await Self.now(server) == [tags[2], tags[1], tags[0]], "attached anew, so at the end")
      await Self.send(server, .put, "u", [tags[3], tags[2]]).succeeds()
      #expect(await Self.now(server) == [tags[3], tags[2]])
      await Self.send(server, .put, "u", []).succeeds()
      #expect(await Self.now(server) == [])
    }
  }

  @Test(arguments: APIVersion.allCases) func everyVersionHasIt(_ version: APIVersion) async throws {
    try await Self.withTags(1) { server, tags in
      await server.call(.post, "/uids/u/tag-ids", version, json: ["tagIds": .array(tags)]).succeeds()
      #expect(await server.call(.get, "/uids/u/tag-ids", version).succeeds().json["tagIds"] == .array(tags))
      await server.call(.delete, "/uids/u/tag-ids?tagIds=\(tags[0].stringValue!)", version).succeeds()
      await server.call(.put, "/uids/u/tag-ids", version, json: ["tagIds": []]).succeeds()
    }
  }

  @Test func unknownUidComesBeforeEveryOtherFaultOfTheRequest() async throws {
    try await Self.withTags(1) { server, _ in
      let message = "Client Error. Not found. uid<nobody>"
      await Self.send(server, .get, "nobody").refuses(40401, message)
      await Self.send(server, .post, "nobody", 5).refuses(40401, message)
      await Self.send(server, .put, "nobody").refuses(40401, message)
      await Self.send(server, .delete, "nobody").refuses(40401, message)
      await server.call(.post, "/uids/nobody/tag-ids", text: "[").refuses(40002, "Client Error. Parameter is invalid format. body<[>")
      await server.call(.get, "/uids/u/tag-ids", app: "EMPTY").refuses(40401)
      await server.call(.post, "/uids/u/tag-ids", json: ["tagIds": ["x"]], app: "EMPTY").refuses(40401)
    }
  }

  static let shapes: [(tagIds: JSON?, code: Int, suffix: String)] = [
    (nil, 40003, "null"), (.null, 40003, "null"), ("a", 40002, "a"), ([:], 40002, "{}"), (5, 40002, "5"), ([nil], 40002, "null"),
    (["a", 1], 40002, "1"),
    (["ZZPP00b6"], 40001, "ZZPP00b6"), ([""], 40001, ""),
  ]

  @Test(arguments: shapes) func faultyTagIds(_ tagIds: JSON?, _ code: Int, _ shown: String) async throws {
    try await Self.withTags(1) { server, tags in
      await Self.send(server, .put, "u", .array(tags)).succeeds()
      for method in [Request.Method.post, .put] {
        let answer = await Self.send(server, method, "u", tagIds).refuses(code)
        #expect(answer.message?.hasSuffix(" tagIds<\(shown)>") == true, "\(answer.text)")
      }
      #expect(await Self.now(server) == .array(tags))
    }
  }

  @Test func postRefusesAnEmptyListAndDeleteNeedsOne() async throws {
    try await Self.withTags(1) { server, tags in
      await Self.send(server, .post, "u", []).refuses(40003, "Client Error. Parameter is empty or null. tagIds<[]>")
      await Self.send(server, .delete, "u").refuses(40003, "Client Error. Parameter is empty or null. tagIds<null>")
      await Self.send(server, .delete, "u", query: "?tagIds=").refuses(40003, "Client Error. Parameter is empty or null. tagIds<>")
      await Self.send(server, .delete, "u", query: "?tagIds=,,").refuses(40003)
    }
  }

  @Test func seventeenthTagIsRefusedAfterUnknownOnes() async throws {
    try await Self.withTags(17) { server, tags in
      await Self.send(server, .post, "u", .array(tags + ["ZZPP00b6"])).refuses(40001, "Client Error. Parameter is invalid. tagIds<ZZPP00b6>")
      for method in [Request.Method.post, .put] {
        await Self.send(server, method, "u", .array(tags)).refuses(40008, "Client Error. Maximum limit exceeded. tagIds<17>")
      }
      #expect(await Self.now(server) == [])
      await Self.send(server, .post, "u", .array(tags.dropLast() + tags.dropLast())).succeeds()
      await Self.send(server, .post, "u", [tags[0]]).succeeds()
      await Self.send(server, .post, "u", [tags[16]]).refuses(40008)
      await Self.send(server, .put, "u", .array(Array(tags.dropFirst()))).succeeds()
      #expect(await Self.now(server) == .array(Array(tags.dropFirst())))
    }
  }

  @Test(arguments: ["user@example.com", "user%40example.com", "a+b", "a.b", "%ED%95%9C%EA%B8%80", "한글", "a%2Fb", "50%", "a%20b"])
  func uidsComeInThePathAsTheSDKsPutThem(_ uid: String) async throws {
    let plain = ["user%40example.com": "user@example.com", "%ED%95%9C%EA%B8%80": "한글", "a%2Fb": "a/b", "a%20b": "a b"][uid] ?? uid
    try await withTestServer { server in
      await server.register(["uid": .string(plain)])
      let tag = await server.tag("t")
      await Self.send(server, .post, uid, [.string(tag)]).succeeds()
      #expect(await Self.send(server, .get, uid).succeeds().texts("tagIds") == [tag])
    }
  }

  @Test func tagsBelongToTheUidNotToTokens() async throws {
    try await Self.withTags(1) { server, tags in
      await Self.send(server, .post, "u", .array(tags)).succeeds()
      await server.register(["uid": "v"])
      #expect(await Self.now(server) == .array(tags))
      #expect(await Self.send(server, .get, "v").succeeds().json["tagIds"] == [])
    }
  }
}
