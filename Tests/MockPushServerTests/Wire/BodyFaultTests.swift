import Testing
@testable import MockPushServer

/// Bodies that are no JSON object, or hold what no text may (contract 4.1 step 5, F6; issue 3, bad input). Nothing is stored, the server goes on.
@Suite struct BodyFaultTests {
  static let texts: [String] = [
    "", " ", "{", "}", "[]", "[{}]", "\"text\"", "5", "true", "null", "{\"token\":}", "{\"token\" \"a\"}", "{'token':'a'}", "{token:1}",
    "{\"a\":1,}", "{\"a\":01}",
    "{\"a\":1}x", "{\"a\":1}{}", "{\"a\":NaN}", "{\"a\":\"\u{1}\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":tru}", "// {}\n{}",
    "{\"token\":\"\\ud800\"}", "{\"token\":\"\\udc00\\ud800\"}", "{\"token\":\"\\ud800x\"}", "{\"token\":1,\"token\":2}", "token=a&uid=b",
  ]

  private static func body(_ shown: String) -> String { "Client Error. Parameter is invalid format. body<\(shown)>" }

  @Test(arguments: texts) func brokenBodiesAreShownAsTheyCame(_ text: String) async throws {
    try await withTestServer { server in
      for path in ["/tokens", "/message-delivery-receipts"] {
        await server.call(.post, path, text: text).refuses(40002, Self.body(String(String.UnicodeScalarView(text.unicodeScalars.prefix(100)))))
      }
      let app = try await server.stored { try $0.appNumber("APP") }
      #expect(app == nil)
      await server.register()
    }
  }

  static let bytes: [(String, [UInt8])] = [
    ("invalid UTF-8", Array("{\"token\":\"a".utf8) + [0xFF, 0xFE] + Array("\"}".utf8)),
    ("overlong", Array("{\"token\":\"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8)),
    ("UTF-8 surrogate", Array("{\"token\":\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8)), ("cut off", Array("{\"token\":\"".utf8) + [0xE2, 0x82]),
    ("NUL", Array("{\"token\":\"a".utf8) + [0] + Array("b\"}".utf8)), ("only NUL", [0, 0, 0, 0]), ("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]),
    ("byte order mark", [0xEF, 0xBB, 0xBF]),
  ]

  @Test(arguments: bytes) func bytesThatAreNoTextAreRefusedWithAReadableAnswer(_ name: String, _ bytes: [UInt8]) async throws {
    try await withTestServer { server in
      let answer = await server.send(.post, "/push/v2.4/appkeys/APP/tokens", bytes: bytes).refuses(40002)
      #expect(answer.message == Self.body(String(decoding: bytes, as: UTF8.self)))
    }
  }

  @Test(arguments: ["[", "{\"a\":"]) func nestingOfTenThousandIsRefused(_ opening: String) async throws {
    try await withTestServer { server in
      let text = String(repeating: opening, count: 10_000)
      await server.call(.post, "/tokens", text: text).refuses(40002)
      await server.call(.post, "/tokens", text: "{\"x\":" + text).refuses(40002)
      await server.call(.post, "/message-delivery-receipts", .v20, text: "{\"messageDeliveryReceiptData\":" + text).refuses(40002)
      await server.register()
    }
  }

  @Test func aHundredThousandMembersAndItemsAreRead() async throws {
    try await withTestServer { server in
      let many = (0..<20_000).map { "\"k\($0)\":[]" }.joined(separator: ",")
      let fields = Fixture.registration().compactText.dropFirst()
      await server.call(.post, "/tokens", text: "{\(many),\(fields)").succeeds()
      await server.call(.post, "/uids",
        text: "{\"uid\":\"u\",\"tagIds\":[\(Array(repeating: "\"a\"", count: 100_000).joined(separator: ","))]}").refuses(400)
    }
  }

  @Test func escapedTextsAreTheirCharacters() async throws {
    try await withTestServer { server in
      let text = Fixture.registration().compactText.replacing("\"user-7\"", with: "\"\\uac00\\u0041\\/\\\"\"").replacing("\"uid\"",
        with: "\"\\u0075id\"")
      await server.call(.post, "/tokens", text: text).succeeds()
      #expect(await server.token("a1b2")?["uid"] == "가A/\"")
    }
  }

  @Test func bodiesUpToFourMebibytesAreTaken() async throws {
    try await withTestServer { server in
      let fields = Fixture.registration().compactText
      let limit = 4 * 1024 * 1024
      let padded = fields + String(repeating: " ", count: limit - fields.utf8.count)
      await server.call(.post, "/tokens", text: padded).succeeds()
      await server.call(.post, "/tokens", text: padded + " ").refuses(40008, "Client Error. Maximum limit exceeded. body<4194305>")
      await server.call(.post, "/messages", text: padded + " ").refuses(40008)
      await server.send(.post, "/push/v2.4/appkeys/APP/messages", bytes: Array((padded + " ").utf8)).refuses(40101)
    }
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/json", "application/json;charset=EUC-KR", ""])
  func contentTypeIsNotEnforced(_ type: String) async throws {
    try await withTestServer { server in
      await server.send(.post, "/push/v2.3/appkeys/APP/tokens", json: Fixture.registration(), headers: [("Content-Type", type)]).succeeds()
    }
  }

  @Test func bodiesOfGetAndDeleteAreIgnored() async throws {
    try await withTestServer { server in
      await server.register()
      await server.call(.get, "/tokens/a1b2?pushType=APNS", text: "{broken").succeeds()
      await server.call(.delete, "/tokens/a1b2", text: "{broken").succeeds()
      #expect(await server.token("a1b2") == nil)
    }
  }
}
