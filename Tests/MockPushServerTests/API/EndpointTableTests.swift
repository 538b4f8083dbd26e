import Testing
@testable import MockPushServer

/// Which endpoint is in which version (contract 6), told apart from what no version has (R10), and what is said about it.
@Suite struct EndpointTableTests {
  enum Kind: Sendable { case none, server, pair }

  struct Row: Sendable, CustomTestStringConvertible {
    let method: Request.Method
    let path: String
    let versions: [APIVersion]
    var kind = Kind.server
    var testDescription: String { "\(method.rawValue) \(path)" }
  }

  private static let all = APIVersion.allCases
  private static let until23: [APIVersion] = [.v20, .v21, .v22, .v23]

  /// The table of contract 6, with captures filled in.
  static let rows: [Row] = [
    Row(method: .post, path: "/tokens", versions: all, kind: .none),
    Row(method: .get, path: "/tokens/t?pushType=APNS", versions: all, kind: .none),
    Row(method: .get, path: "/tokens?uid=u", versions: all),
    Row(method: .get, path: "/tokens-by-cursor", versions: [.v24]),
    Row(method: .delete, path: "/tokens/t", versions: [.v23, .v24], kind: .none),
    Row(method: .get, path: "/invalid-tokens", versions: all),
    Row(method: .post, path: "/messages", versions: all),
    Row(method: .get, path: "/messages", versions: all),
    Row(method: .get, path: "/messages/1", versions: all),
    Row(method: .get, path: "/message-errors", versions: all),
    Row(method: .get, path: "/logs/message", versions: [.v22, .v23, .v24]),
    Row(method: .get, path: "/bulk-logs/message/count", versions: [.v22, .v23], kind: .pair),
    Row(method: .get, path: "/bulk-logs/message", versions: [.v22, .v23], kind: .pair),
    Row(method: .post, path: "/schedules", versions: all),
    Row(method: .post, path: "/reservations", versions: all),
    Row(method: .get, path: "/reservations", versions: all),
    Row(method: .get, path: "/reservations/1", versions: all),
    Row(method: .get, path: "/reservations/1/messages", versions: all),
    Row(method: .put, path: "/reservations/1", versions: all),
    Row(method: .delete, path: "/reservations?reservationIds=1", versions: all),
    Row(method: .post, path: "/tags", versions: all),
    Row(method: .get, path: "/tags", versions: all),
    Row(method: .get, path: "/tags/ZZPP00b6", versions: all),
    Row(method: .put, path: "/tags/ZZPP00b6", versions: all),
    Row(method: .delete, path: "/tags/ZZPP00b6", versions: all),
    Row(method: .post, path: "/tags/ZZPP00b6/uids", versions: all),
    Row(method: .get, path: "/tags/ZZPP00b6/uids", versions: all),
    Row(method: .delete, path: "/tags/ZZPP00b6/uids?uids=u", versions: all),
    Row(method: .post, path: "/uids", versions: all),
    Row(method: .get, path: "/uids/u", versions: all),
    Row(method: .delete, path: "/uids?uids=u", versions: all),
    Row(method: .post, path: "/uids/u/tag-ids", versions: all, kind: .none),
    Row(method: .get, path: "/uids/u/tag-ids", versions: all, kind: .none),
    Row(method: .put, path: "/uids/u/tag-ids", versions: all, kind: .none),
    Row(method: .delete, path: "/uids/u/tag-ids?tagIds=a", versions: all, kind: .none),
    Row(method: .get, path: "/statistics/token-properties", versions: until23),
    Row(method: .get, path: "/statistics/token-registrations", versions: until23),
    Row(method: .get, path: "/statistics/message-delivery-receipts", versions: until23),
    Row(method: .get, path: "/stats", versions: [.v24]),
    Row(method: .get, path: "/stats/total", versions: [.v24]),
    Row(method: .post, path: "/message-delivery-receipts", versions: all, kind: .none),
  ]

  @Test func theServersTableIsTheContracts() {
    let ours = Set(RouteTable.vendor.map { "\($0.method.rawValue) \($0.path) \($0.versionText) \($0.credential)" })
    let contracts = Set(Self.rows.map { row in
      let path = row.path.prefix { $0 != "?" }
        .replacing("/tokens/t", with: "/tokens/{token}").replacing("ZZPP00b6", with: "{tagId}").replacing("/uids/u", with: "/uids/{uid}")
        .replacing("/messages/1", with: "/messages/{messageId}").replacing("/reservations/1", with: "/reservations/{reservationId}")
      let (first, last) = (row.versions.first!.name, row.versions.last!.name)
      let credential = row.kind == .none ? "none" : row.kind == .pair ? "accessKeyPair" : "server"
      return "\(row.method.rawValue) \(path) \(first == last ? first : "\(first) to \(last)") \(credential)"
    })
    #expect(ours == contracts)
    for version in Self.all {
      let count = Self.rows.filter { $0.versions.contains(version) }.count - 1
      #expect(count == [33, 33, 36, 37, 35][version.rawValue], "\(version.name), without the collector")
    }
  }

  @Test(arguments: rows) func eachVersionHasItOrSaysWhichDo(_ row: Row) async throws {
    try await withTestServer { server in
      for version in Self.all {
        let answer = await server.call(row.method, row.path, version, json: row.method == .post || row.method == .put ? [:] : nil)
        if !row.versions.contains(version) {
          answer.refuses(40011, "Client Error. Unsupported API version. version<\(version.name)>")
          #expect(answer.hint?.contains(row.versions.first!.name) == true, "the hint names the versions that have it: \(answer.hint ?? "")")
        } else {
          #expect(answer.code != 40011 && answer.message?.contains("uri<") != true, "\(version.name): \(answer.text)")
        }
      }
      for segment in ["v2.5", "v1.0", "v2", "V2.0", "2.0", "v2.0.0", "latest", "%76%32.9"] {
        let shown = segment == "%76%32.9" ? "v2.9" : segment
        let answer = await server.send(row.method, "/push/\(segment)/appkeys/APP\(row.path)")
        answer.refuses(40011, "Client Error. Unsupported API version. version<\(shown)>")
      }
    }
  }

  @Test(arguments: rows.filter { $0.kind != .none }) func credentialsAreAskedForInEveryVersion(_ row: Row) async throws {
    try await withTestServer { server in
      for version in row.versions {
        let target = "/push/\(version.name)/appkeys/APP\(row.path)"
        await server.send(row.method, target).refuses(40101, "Client Error. Access is not allowed.")
        let wantsPair = row.kind == .pair || version == .v22
        await server.send(row.method, target, headers: wantsPair ? [Credentials.secretKey] : Credentials.pair).refuses(40101)
        let right = await server.send(row.method, target, headers: wantsPair ? Credentials.pair : [Credentials.secretKey])
        #expect(right.code != 40101)
      }
    }
  }

  @Test(arguments: rows.filter { $0.kind == .none }) func openEndpointsIgnoreCredentialsEvenWrongOnes(_ row: Row) async throws {
    try await withTestServer { server in
      for version in row.versions {
        let wrong = [("X-Secret-Key", "wrong!"), ("X-User-Access-Key-ID", ""), ("X-Secret-Access-Key", "\u{1}")]
        let answer = await server.send(row.method, "/push/\(version.name)/appkeys/APP\(row.path)", headers: wrong)
        #expect(answer.code != 40101)
        #expect(answer.text == (await server.send(row.method, "/push/\(version.name)/appkeys/APP\(row.path)")).text)
      }
    }
  }

  @Test(arguments: [
    ("GET", "/nothing"), ("GET", "/"), ("GET", "/push"), ("GET", "/push/v2.4"), ("GET", "/push/v2.4/appkeys"), ("GET", "/push/v2.4/appkeys/APP"),
    ("GET", "/push/v2.4/appkey/APP/tokens"), ("GET", "/push/v2.4/appkeys/APP/nothing"), ("DELETE", "/push/v2.4/appkeys/APP/messages"),
    ("PATCH", "/push/v2.4/appkeys/APP/tokens"), ("OPTIONS", "/push/v2.4/appkeys/APP/tokens"), ("?", "/push/v2.4/appkeys/APP/tokens"),
    ("PUT", "/push/v2.4/appkeys/APP/tokens/t"), ("GET", "/push/v2.4/appkeys/APP/tokens/t/x"), ("GET", "/Push/v2.4/appkeys/APP/tokens"),
    ("GET", "/push/v2.4/appkeys/APP/Tokens"), ("GET", "/push/v9.9/appkeys/APP/nothing"), ("GET", "/push/v2.4/appkeys/b.d/nothing"), ("GET", ""),
    ("GET", "*"),
  ]) func whatNoVersionHasIs40401(_ method: String, _ path: String) async throws {
    try await withTestServer { server in
      await server.send(Request.Method(rawValue: method)!, path + "?q=1").refuses(40401, "Client Error. Not found. uri<\(path)>")
    }
  }

  @Test func headIsAnsweredAsGet() async throws {
    try await withTestServer { server in
      await server.register()
      await server.send(.head, "/push/v2.4/appkeys/APP/tokens/a1b2?pushType=APNS").succeeds()
    }
  }
}
