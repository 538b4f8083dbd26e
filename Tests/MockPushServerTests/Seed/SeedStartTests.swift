import PushStore
import Testing

@testable import MockPushServer

/// `serve --seed`, and what the configuration scripts.
@Suite struct SeedStartTests {
  private static let text = """
    {"apps":[{"appkey":"APP","settings":{"appType":"SINGLE"},"generate":{"tokens":50},"devices":[{"token":"a","answer":"OFFLINE"}]}],
     "faults":[{"name":"f","times":1,"match":{"path":"/tags"},"then":{"status":503}}]}
    """

  private static func file(_ text: String, in folder: StoreFolder) throws -> String {
    let path = folder.path + "/seed.json"
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
    return path
  }

  @Test func aFileIsLoadedAtTheFirstStartAndItsDataKeptAtTheNext() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options(strict: true, database: folder.database, seed: try Self.file(Self.text, in: folder))
    try await withTestServer(options) { server in
      try await server.expectRegistrations(50)
      await server.register(["token": "mine", "uid": "me", "deviceId": "me"])
      #expect(await server.control(.delete, "/devices").json == ["devices": []])
      await server.change(["appType": "MULTIPLE"])
    }
    options.clock = nil
    try await withTestServer(options) { server in
      try await server.expectRegistrations(51)
      #expect(await server.token("mine") != nil)
      #expect(await server.control(.get, "").json["settings"]?["appType"] == "MULTIPLE")
      #expect(await server.control(.get, "/devices").json["devices"]?.arrayValue?.count == 1)
      #expect(await server.send(.get, "/_mock/faults").column("faults", "name") == ["f"])
      #expect(server.log.lines.contains { $0.contains("The seed's app APP has data already and stays as it is") })
    }
  }

  @Test(arguments: [
    (#"{"apps":[{"appkey":"APP","tokens":[{}]}]}"#, "is not loaded: apps[0].tokens[0].token is missing: token is required"),
    ("{", "is not loaded: It is no JSON: an object is not closed, line 1, column 1."),
  ]) func aFileThatIsWrongKeepsTheServerFromStarting(text: String, words: String) async throws {
    let folder = StoreFolder()
    let path = try Self.file(text, in: folder)
    let failure = await #expect(throws: StartFailure.self) { try await withTestServer(TestServer.Options(seed: path)) { _ in } }
    #expect(failure?.description.contains("The seed file \(path) ") == true && failure?.description.contains(words) == true, "\(failure?.description ?? "")")
  }

  @Test func aMissingFileKeepsTheServerFromStarting() async throws {
    let failure = await #expect(throws: StartFailure.self) { try await withTestServer(TestServer.Options(seed: "/nonexistent/seed.json")) { _ in } }
    #expect(failure?.description == "The seed file /nonexistent/seed.json cannot be read: no such file or directory.")
  }

  @Test func whatTheConfigurationScriptsIsThereFromTheStartAndAgainAfterAReset() async throws {
    let rule = DeviceRule(token: "a", behaviour: .answers(.offline))
    let fault = try FaultRule(["name": "f", "match": ["path": "/tags"], "then": ["status": 503]])
    let app = ConfiguredApp(key: "APP", settings: AppSettings(), devices: [rule])
    try await withTestServer(TestServer.Options(apps: [app], faults: [fault])) { server in
      let devices = await server.control(.get, "/devices").json
      #expect(devices["devices"] == [["token": "a", "answer": "OFFLINE"]])
      #expect(await server.call(.get, "/tags").status == 503)
      #expect(await server.control(.delete, "/devices").json == ["devices": []])
      #expect(await server.send(.delete, "/_mock/faults").json == ["faults": []])
      #expect(await server.call(.get, "/tags").isSuccess)
      #expect(await server.send(.post, "/_mock/faults", json: ["then": ["status": 500]], headers: TestServer.json).status == 201)
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      #expect(await server.control(.get, "/devices").json == devices)
      #expect(await server.send(.get, "/_mock/faults").column("faults", "name") == ["f"])
      #expect(await server.call(.get, "/tags").status == 503)
    }
  }

  @Test func anAppsResetBringsBackWhatTheConfigurationScriptsForIt() async throws {
    let rule = DeviceRule(token: "a", behaviour: .answers(.offline))
    let mine = try FaultRule(["name": "mine", "match": ["appkey": "APP"], "then": ["status": 503]])
    let all = try FaultRule(["name": "all", "then": ["status": 500]])
    let app = ConfiguredApp(key: "APP", settings: AppSettings(), devices: [rule])
    try await withTestServer(TestServer.Options(apps: [app], faults: [mine, all])) { server in
      let devices = await server.control(.get, "/devices").json
      #expect(await server.control(.delete, "/devices").status == 200)
      #expect(await server.send(.delete, "/_mock/faults").status == 200)
      let other: JSON = ["name": "other", "match": ["appkey": "APP"], "then": ["status": 503]]
      #expect(await server.send(.post, "/_mock/faults", json: other, headers: TestServer.json).status == 201)
      #expect(await server.control(.post, "/reset").status == 200)
      #expect(await server.control(.get, "/devices").json == devices)
      #expect(await server.send(.get, "/_mock/faults").column("faults", "name") == ["mine"])
    }
  }
}
