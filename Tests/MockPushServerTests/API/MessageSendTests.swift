import PushStore
import Testing

@testable import MockPushServer

/// POST /messages through the router: what is refused leaves nothing behind, what is accepted has both ids.
struct MessageSendTests {
  static let faults: [(path: String, value: String?, code: Int)] = [
    ("target", nil, 40003), ("target", "[]", 40002), ("target.type", "\"EVERYBODY\"", 40001), ("target.pushTypes", "[\"APN\"]", 40001),
    ("target.countries", "[\"KOREA\"]", 40008), ("content", nil, 40003), ("content", "7", 40002), ("content.default", nil, 40003),
    ("content.ko", "\"text\"", 40002), ("messageType", "\"SPAM\"", 40001), ("timeToLiveMinute", "0", 40001), ("timeToLiveMinute", "61", 40008),
    ("timeToLiveMinute", "\"10\"", 40002), ("timeToLiveMinute", "10.0", 40002),
  ]

  @Test(arguments: APIVersion.allCases) func aRefusedMessageLeavesNoRowAndSaysWhy(_ version: APIVersion) async throws {
    try await withTestServer { server in
      for (path, value, code) in Self.faults {
        let body = try MessageBodyFixture.changed(path, value)
        let answer = await server.call(.post, "/messages", version, json: .object(body))
        #expect(answer.code == code, "\(path) \(value ?? "absent"): \(answer.text)")
        #expect(answer.hint?.isEmpty == false, "\(path)")
      }
      let app = try await server.stored { try $0.appNumber("APP") }
      #expect(app == nil, "not even the app's row is made")
    }
  }

  @Test(arguments: [("removeGuide", 40012), ("contact", 40013)]) func anADWithoutItsLegalTextsIsRefused(_ field: String, _ code: Int) async throws {
    try await withTestServer { server in
      let body = try MessageBodyFixture.changed(field, nil, in: MessageBodyFixture.goodAd)
      #expect(await server.call(.post, "/messages", json: .object(body)).code == code)
    }
  }

  @Test(arguments: APIVersion.allCases) func anAcceptedMessageHasANumberAndItsTwin(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let first = await server.call(.post, "/messages", version, text: MessageBodyFixture.good).succeeds().json["message"]
      let second = await server.call(.post, "/messages", version, text: MessageBodyFixture.good).succeeds().json["message"]
      let ids = [first, second].compactMap { $0?["messageId"]?.intValue }
      #expect(ids.count == 2 && ids[0] < ids[1] && ids[1] <= 9_007_199_254_740_991)
      #expect(first?["messageIdString"] == .string(String(ids[0])))
    }
  }

  @Test func certificatesAndResourcesAreCheckedAfterTheFields() async throws {
    var settings = AppSettings()
    settings.provisionedResourceIds = ["abcdefgh12345678"]
    settings.certificates[.apns] = .missing
    try await withTestServer(apps: [ConfiguredApp(key: "APP", settings: settings)]) { server in
      func code(_ path: String, _ value: String) async throws -> Int? {
        var body = try MessageBodyFixture.changed("target.pushTypes", "[\"APNS\"]")
        if !path.isEmpty { body[path] = try JSONParser.parse(value.utf8) }
        return await server.call(.post, "/messages", json: .object(body)).code
      }
      let (bare, resource, field) = (try await code("", ""), try await code("provisionedResourceId", "\"other\""), try await code("messageType", "1"))
      #expect(bare == 40402)
      #expect(resource == 40405)
      #expect(field == 40002)
    }
  }
}
