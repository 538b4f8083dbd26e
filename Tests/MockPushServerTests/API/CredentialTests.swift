import Testing
@testable import MockPushServer

/// Appkeys and credentials (contract 3), in open mode and outside it.
@Suite struct CredentialTests {
  private static func settings(keys: [String] = [], pairs: [AccessKey] = []) -> AppSettings {
    var settings = AppSettings()
    settings.secretKeys = keys
    settings.accessKeys = pairs
    return settings
  }

  private static func ask(_ server: TestServer, _ headers: [(String, String)], _ version: APIVersion = .v24, app: String = "APP") async -> TestAnswer {
    await server.send(.get, "/push/\(version.name)/appkeys/\(app)/tags", headers: headers)
  }

  static let malformedKeys = ["", "aB3dE5g", "aB3dE5gH1", "aB3dE5g!", "aB3dE5g ", "aB3dE5gé", "한글한글한글한글", "aB3dE5g\u{212A}"]

  @Test(arguments: malformedKeys) func openModeTakesAnyWellFormedKeyOnly(_ key: String) async throws {
    try await withTestServer { server in
      await Self.ask(server, [("x-secret-key", "ZZZZ0000")]).succeeds()
      await Self.ask(server, [("X-Secret-Key", key)]).refuses(40101, "Client Error. Access is not allowed.")
      await Self.ask(server, [Credentials.secretKey], .v22).refuses(40101)
    }
  }

  static let malformedPairs: [(String?, String?)] = [
    ("aB3dE5gHiJ1234567890", nil), (nil, "aB3dE5gHiJ123456"), ("aB3dE5gHiJ123456789", "aB3dE5gHiJ123456"), ("aB3dE5gHiJ1234567890", "aB3dE5gHiJ12345"),
    ("aB3dE5gHiJ123456", "aB3dE5gHiJ1234567890"), ("aB3dE5gHiJ123456789_", "aB3dE5gHiJ123456"), ("", ""),
  ]

  @Test(arguments: malformedPairs) func openModeTakesAnyWellFormedPairOnly(_ id: String?, _ secret: String?) async throws {
    try await withTestServer { server in
      var headers: [(String, String)] = [Credentials.secretKey]
      if let id { headers.append(("X-User-Access-Key-ID", id)) }
      if let secret { headers.append(("X-Secret-Access-Key", secret)) }
      await Self.ask(server, headers, .v22).refuses(40101)
      await Self.ask(server, headers, .v21).succeeds()
      await Self.ask(server, Credentials.pair.map { ($0.0.lowercased(), $0.1) }, .v22).succeeds()
    }
  }

  @Test(arguments: ["a", "A_b-9", String(repeating: "k", count: 64)]) func wellFormedAppkeys(_ key: String) async throws {
    try await withTestServer { server in await Self.ask(server, [Credentials.secretKey], app: key).succeeds() }
  }

  @Test(arguments: [(String(repeating: "k", count: 65), nil), ("a.b", nil), ("%EA%B0%80", "가"), ("a%20b", "a b"), ("a%2Fb", "a/b"), ("a+b", nil),
    ("%00", "\u{0}")] as [(String, String?)])
  func malformedAppkeysAre40102BeforeTheCredential(_ key: String, _ shown: String?) async throws {
    try await withTestServer { server in
      let message = "Client Error. Unavailable key. appkey<\(shown ?? key)>"
      await Self.ask(server, [], app: key).refuses(40102, message)
      await server.send(.post, "/push/v2.4/appkeys/\(key)/tokens", json: Fixture.registration()).refuses(40102, message)
    }
  }

  @Test func anAppWithSecretListsWhatItTakes() async throws {
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: Self.settings(keys: ["Right123", "Other456"]))]) { server in
      await Self.ask(server, [("X-Secret-Key", "Right123")]).succeeds()
      await Self.ask(server, [("X-Secret-Key", "Other456")], .v20).succeeds()
      for wrong in ["right123", "Right124", "", " Right123", "Right123,Other456"] { await Self.ask(server, [("X-Secret-Key", wrong)]).refuses(40101) }
      await Self.ask(server, [("X-Secret-Key", "Right123")] + Credentials.pair, .v22).refuses(40101)
      await Self.ask(server, Credentials.pair, .v22).refuses(40101)
    }
  }

  @Test func keysCompareByteByByte() async throws {
    // The Kelvin sign equals K to Swift.
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: Self.settings(keys: ["KKKK0000"]))]) { server in
      await Self.ask(server, [("X-Secret-Key", "KKKK0000")]).succeeds()
      await Self.ask(server, [("X-Secret-Key", "\u{212A}KKK0000")]).refuses(40101)
    }
    let pair = AccessKey(id: "KAAAAAAAAAAAAAAAAAAA", secret: "KBBBBBBBBBBBBBBB")
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: Self.settings(pairs: [pair]))]) { server in
      let lookAlike = [("X-User-Access-Key-ID", pair.id), ("X-Secret-Access-Key", pair.secret.replacing("K", with: "\u{212A}"))]
      await Self.ask(server, lookAlike, .v22).refuses(40101)
    }
  }

  @Test func bothHeadersOfV22MustMatchOnePair() async throws {
    let first = AccessKey(id: "AAAAAAAAAAAAAAAAAAAA", secret: "aaaaaaaaaaaaaaaa")
    let second = AccessKey(id: "BBBBBBBBBBBBBBBBBBBB", secret: "bbbbbbbbbbbbbbbb")
    func headers(_ id: String, _ secret: String) -> [(String, String)] { [("X-User-Access-Key-ID", id), ("X-Secret-Access-Key", secret)] }
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: Self.settings(pairs: [first, second]))]) { server in
      await Self.ask(server, headers(first.id, first.secret), .v22).succeeds()
      await Self.ask(server, headers(second.id, second.secret), .v22).succeeds()
      await Self.ask(server, headers(first.id, second.secret), .v22).refuses(40101)
      await Self.ask(server, headers(first.id, first.secret), .v24).refuses(40101)
      await Self.ask(server, [Credentials.secretKey]).refuses(40101)
    }
  }

  @Test func anAppWithoutSecretTakesAnyWellFormedCredential() async throws {
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: AppSettings())]) { server in
      await Self.ask(server, [Credentials.secretKey]).succeeds()
      await Self.ask(server, Credentials.pair, .v22).succeeds()
      await Self.ask(server, [("X-Secret-Key", "short")]).refuses(40101)
      await Self.ask(server, [Credentials.secretKey], app: "OTHER").refuses(40102, "Client Error. Unavailable key. appkey<OTHER>")
      await Self.ask(server, [Credentials.secretKey], app: "app").refuses(40102)
    }
  }

  @Test func strictModeWithoutAppsKnowsNone() async throws {
    try await withTestServer(apps: [], strict: true) { server in
      await Self.ask(server, [Credentials.secretKey]).refuses(40102)
      await server.send(.post, "/push/v2.4/appkeys/APP/tokens", json: Fixture.registration()).refuses(40102)
      await server.send(.delete, "/push/v2.4/appkeys/APP/tokens/t").refuses(40102)
      await server.send(.get, "/push/v2.4/appkeys/APP/uids/u/tag-ids").refuses(40102)
    }
  }

  @Test func openModeReadsAnUnknownAppAsEmpty() async throws {
    try await withTestServer { server in
      for path in ["/tokens?uid=u", "/tokens-by-cursor", "/tags"] { await server.call(.get, path).succeeds() }
      let before = try await server.stored { try $0.appNumber("APP") }
      #expect(before == nil, "reading makes no row")
      await server.register()
      let after = try await server.stored { try $0.appNumber("APP") }
      #expect(after != nil, "the first accepted write does")
    }
  }

  @Test func orderIsPathVersionAppkeyCredentialBodyFields() async throws {
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: Self.settings(keys: ["Right123"]))]) { server in
      let right = [("X-Secret-Key", "Right123")]
      func post(_ target: String, _ headers: [(String, String)], _ text: String) async -> TestAnswer {
        await server.send(.post, target, bytes: Array(text.utf8), headers: headers)
      }
      await post("/push/v9/appkeys/x.y/nothing", [], "{").refuses(40401)
      await post("/push/v9/appkeys/x.y/uids", [], "{").refuses(40011)
      await post("/push/v2.4/appkeys/x.y/uids", [], "{").refuses(40102)
      await post("/push/v2.4/appkeys/APP/uids", [], "{").refuses(40101)
      await post("/push/v2.4/appkeys/APP/uids", right, "{").refuses(400, "Client Error. Occurred at a tagged API. body<{>")
      await post("/push/v2.4/appkeys/APP/uids", right, "{}").refuses(400, "Client Error. Occurred at a tagged API. uid<null>")
    }
  }
}
