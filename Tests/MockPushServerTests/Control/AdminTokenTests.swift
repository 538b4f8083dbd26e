import Testing
@testable import MockPushServer

/// `--admin-token`: what of our own paths asks for it.
@Suite struct AdminTokenTests {
  private static let options = TestServer.Options(adminToken: "s3cret-token")

  @Test func everyRouteButHealthTheCAAndTheProxyConfigurationAsksForIt() async throws {
    try await withTestServer(Self.options) { server in
      var open: Set<String> = []
      for endpoint in RouteTable.control {
        let target = "/_mock" + endpoint.path.description.replacing(/\{[^}]+\}/, with: "x")
        let answer = await server.send(endpoint.method, target)
        if answer.status != 401 { open.insert(endpoint.path.description) }
        #expect(endpoint.isOpen == (answer.status != 401), "\(target)")
      }
      #expect(open == ["/health", "/ca.pem", "/ca.der", "/ca.mobileconfig", "/proxy.pac"])
    }
  }

  @Test(arguments: [
    ("Bearer s3cret-token", true), ("bearer s3cret-token", true), ("BEARER s3cret-token", true),
    ("Bearer S3CRET-TOKEN", false), ("Bearer s3cret-toke", false), ("Bearer s3cret-token1", false), ("Bearer  s3cret-token", false), ("Bearer", false),
    ("Basic s3cret-token", false), ("s3cret-token", false), ("", false), ("Bearer ", false), ("Bearer " + String(repeating: "x", count: 268), false),
  ]) func onlyTheTokenItselfIsTaken(_ header: String, _ isTaken: Bool) async throws {
    try await withTestServer(Self.options) { server in
      await server.register()
      let answer = await server.send(.post, "/_mock/reset", headers: [("Authorization", header)])
      #expect(answer.status == (isTaken ? 200 : 401))
      #expect((await server.token("a1b2") == nil) == isTaken)
      if !isTaken {
        #expect(answer.sentence?.contains("Authorization: Bearer TOKEN") == true)
        #expect(answer.headers.contains { $0.name == "WWW-Authenticate" })
      }
    }
  }

  @Test func vendorPathsAndTheConsolesFilesNeedNone() async throws {
    try await withTestServer(Self.options) { server in
      await server.register()
      #expect(await server.token("a1b2") != nil)
      #expect(await server.send(.get, "/console").status == 200)
    }
  }

  @Test func withoutTheOptionNothingAsks() async throws {
    try await withTestServer { server in
      #expect(await server.send(.get, "/_mock/clock").status == 200)
      #expect(await server.send(.get, "/_mock/clock", headers: [("Authorization", "Bearer any")]).status == 200)
    }
  }
}
