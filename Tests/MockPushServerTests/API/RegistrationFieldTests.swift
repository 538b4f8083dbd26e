import PushStore
import Testing
@testable import MockPushServer

/// Each field of POST /tokens against each fault of contract 4.4, with the text on the wire (4.3).
@Suite struct RegistrationFieldTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let field: String
    /// Nil: absent.
    let value: JSON?
    let code: Int
    let shown: String
    var version = APIVersion.v24
    var testDescription: String { "\(version.name) \(field) \(value?.compactText.prefix(40) ?? "absent") -> \(code)" }
  }

  static let required = [
    "token", "pushType", "isNotificationAgreement", "isAdAgreement", "isNightAdAgreement", "timezoneId", "country", "language", "uid", "deviceId",
  ]
  static let flags = ["isNotificationAgreement", "isAdAgreement", "isNightAdAgreement"]
  static let texts = ["token", "oldToken", "pushType", "timezoneId", "country", "language", "uid", "deviceId"]

  static let absent = required.flatMap { field in
    [nil, JSON.null].map { Fault(field: field, value: $0, code: 40003, shown: "null") }
  }

  static let empty = texts.filter { $0 != "oldToken" }.map { Fault(field: $0, value: "", code: 40003, shown: "") }

  static let wrongTypes: [Fault] =
    texts.flatMap { field in
      let others: [(JSON, String)] = [(7, "7"), (true, "true"), (["x"], "[\"x\"]"), ([:], "{}"), (.number(JSONNumber(text: "1.50")), "1.50")]
      return others.map { Fault(field: field, value: $0.0, code: 40002, shown: $0.1) }
    }
    + flags.flatMap { field in
      let others: [(JSON, String)] = [("true", "true"), (1, "1"), (0, "0"), ([], "[]"), (["a": nil], "{\"a\":null}")]
      return others.map { Fault(field: field, value: $0.0, code: 40002, shown: $0.1) }
    }

  static let limits: [(field: String, limit: Int)] = [("token", 1600), ("oldToken", 1600), ("uid", 64), ("deviceId", 36)]

  static let values: [Fault] = [
    Fault(field: "pushType", value: "GCM", code: 40001, shown: "GCM"),
    Fault(field: "pushType", value: "GCM", code: 40001, shown: "GCM", version: .v23),
    Fault(field: "pushType", value: "FCM", code: 40001, shown: "FCM", version: .v22),
    Fault(field: "pushType", value: "FCM", code: 40001, shown: "FCM", version: .v20),
    Fault(field: "pushType", value: "apns", code: 40001, shown: "apns"),
    Fault(field: "pushType", value: "APNS ", code: 40001, shown: "APNS "),
    Fault(field: "pushType", value: "APNS_SANDBOX_VOIP", code: 40001, shown: "APNS_SANDBOX_VOIP"),
    Fault(field: "token", value: "a한b", code: 40002, shown: "a한b"),
    Fault(field: "token", value: "\u{1100}", code: 40002, shown: "\u{1100}"),
    Fault(field: "token", value: "\u{11FF}", code: 40002, shown: "\u{11FF}"),
    Fault(field: "token", value: "\u{3130}", code: 40002, shown: "\u{3130}"),
    Fault(field: "token", value: "\u{318F}", code: 40002, shown: "\u{318F}"),
    Fault(field: "token", value: "\u{A960}", code: 40002, shown: "\u{A960}"),
    Fault(field: "token", value: "\u{D7FB}", code: 40002, shown: "\u{D7FB}"),
    Fault(field: "token", value: "a1#tenant=한", code: 40002, shown: "a1#tenant=한"),
    Fault(field: "token", value: "a\u{0}b", code: 40002, shown: "a\u{0}b"),
    Fault(field: "timezoneId", value: "Asia/Nowhere", code: 40001, shown: "Asia/Nowhere"),
    Fault(field: "timezoneId", value: "+09:00", code: 40001, shown: "+09:00"),
    Fault(field: "timezoneId", value: "../../etc/passwd", code: 40001, shown: "../../etc/passwd"),
    Fault(field: "country", value: "KORE", code: 40008, shown: "KORE"),
    Fault(field: "country", value: "K", code: 40002, shown: "K"),
    Fault(field: "country", value: "K1", code: 40002, shown: "K1"),
    Fault(field: "country", value: "K ", code: 40002, shown: "K "),
    Fault(field: "country", value: "한국", code: 40002, shown: "한국"),
    Fault(field: "country", value: "é", code: 40002, shown: "é"),
    Fault(field: "language", value: "abc-1234567890123", code: 40008, shown: "abc-1234567890123"),
    Fault(field: "language", value: "k", code: 40002, shown: "k"),
    Fault(field: "language", value: "kore", code: 40002, shown: "kore"),
    Fault(field: "language", value: "ko-", code: 40002, shown: "ko-"),
    Fault(field: "language", value: "ko--KR", code: 40002, shown: "ko--KR"),
    Fault(field: "language", value: "ko-123456789", code: 40002, shown: "ko-123456789"),
    Fault(field: "language", value: "ko KR", code: 40002, shown: "ko KR"),
    Fault(field: "language", value: "k1", code: 40002, shown: "k1"),
    Fault(field: "language", value: "한국", code: 40002, shown: "한국"),
    Fault(field: "uid", value: "user😀", code: 40002, shown: "user😀"),
    Fault(field: "uid", value: "\u{10000}", code: 40002, shown: "\u{10000}"),
    Fault(field: "uid", value: "\u{2600}", code: 40002, shown: "\u{2600}"),
    Fault(field: "uid", value: "\u{27BF}", code: 40002, shown: "\u{27BF}"),
    Fault(field: "uid", value: "a\u{200D}b", code: 40002, shown: "a\u{200D}b"),
    Fault(field: "uid", value: "1\u{20E3}", code: 40002, shown: "1\u{20E3}"),
    Fault(field: "uid", value: "a\u{FE0F}", code: 40002, shown: "a\u{FE0F}"),
    Fault(field: "uid", value: "a\u{0}", code: 40002, shown: "a\u{0}"),
  ]

  static let texts4xx = [40001: "Parameter is invalid.", 40002: "Parameter is invalid format.", 40003: "Parameter is empty or null.",
    40008: "Maximum limit exceeded."]

  @Test(arguments: [absent, empty, wrongTypes, values])
  func aFaultyFieldIsRefusedAndNothingIsStored(_ faults: [Fault]) async throws {
    try await withTestServer { server in
      for fault in faults {
        var body = Fixture.registration().objectValue!
        body[fault.field] = fault.value
        let answer = await server.call(.post, "/tokens", fault.version, json: .object(body))
        answer.refuses(fault.code, "Client Error. \(Self.texts4xx[fault.code]!) \(fault.field)<\(fault.shown)>")
        #expect(answer.hint?.contains(fault.field) == true, "\(fault.testDescription): \(answer.hint ?? "")")
      }
      let app = try await server.stored { try $0.appNumber("APP") }
      #expect(app == nil, "not even the app's row is made")
    }
  }

  @Test(arguments: limits) func lengthsAreCountedInCodePoints(_ field: String, _ limit: Int) async throws {
    try await withTestServer { server in
      // One code point of three bytes, and one that joins the letter before it to a single Character.
      for unit in ["x", "\u{4E2D}", "e\u{0301}"] {
        let count = unit.unicodeScalars.count
        let longest = String(repeating: unit, count: limit / count)
        await server.register([field: .string(longest), "uid": field == "uid" ? .string(longest) : "u"])
        let answer = await server.call(.post, "/tokens", json: Fixture.registration([field: .string(longest + "y")]))
        let shown = String(String.UnicodeScalarView(longest.unicodeScalars.prefix(100))) + (limit < 100 ? "y" : "")
        answer.refuses(40008, "Client Error. Maximum limit exceeded. \(field)<\(shown)>")
      }
    }
  }

  @Test(arguments: [
    ("token", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \u{7F}\u{1}"), ("token", "\u{10FF}\u{1200}\u{3190}\u{A95F}\u{A980}\u{ABFF}"), ("token", "😀"),
    ("uid", "\u{FFFD}\u{25FF}\u{27C0}\u{200C}\u{20E2}\u{FE0E}"), ("uid", "사용자-7"), ("uid", "a,b"), ("uid", " "), ("uid", "한+@.%/?#"),
    ("timezoneId", "GMT"), ("timezoneId", "UTC"), ("timezoneId", "Asia/Calcutta"), ("timezoneId", "US/Pacific"),
    ("timezoneId", "America/Argentina/Buenos_Aires"),
    ("country", "kr"), ("country", "KOR"), ("country", "ZZ"), ("language", "zh-Hans"), ("language", "zh_Hant_TW"), ("language", "iw"),
    ("language", "kor"), ("language", "abc-123-12345678"), ("deviceId", "😀한"), ("deviceId", " "),
  ]) func valuesAreStoredAsSent(_ field: String, _ value: String) async throws {
    try await withTestServer { server in
      await server.register([field: .string(value)])
      let token = await server.token(field == "token" ? value : "a1b2")
      #expect(token?[field] == .string(value))
    }
  }

  @Test(arguments: [APIVersion.v20, .v21, .v22]) func deviceIdIsOptionalUpToV22(_ version: APIVersion) async throws {
    try await withTestServer { server in
      await server.register([:], version, without: ["deviceId"])
      await server.register(["deviceId": nil, "token": "t2"], version)
      await server.register(["deviceId": "", "token": "t3"], version)
      #expect(await server.token("t3")?["deviceId"] == nil)
      await server.call(.post, "/tokens", version, json: Fixture.registration(["deviceId": 5])).refuses(40002)
      await server.call(.post, "/tokens", version, json: Fixture.registration(["deviceId": .string(String(repeating: "d", count: 37))])).refuses(40008)
    }
  }

  @Test(arguments: APIVersion.allCases) func eachVersionTakesItsPushTypes(_ version: APIVersion) async throws {
    try await withTestServer { server in
      let fcm = version <= .v22 ? "GCM" : "FCM"
      for name in [fcm, "APNS", "APNS_SANDBOX", "TENCENT", "ADM", "APNS_VOIP", "APNS_SANDBOXVOIP"] {
        await server.register(["pushType": .string(name)], version)
        #expect(await server.token("a1b2", name, version)?["pushType"] == .string(name))
      }
      #expect(await server.token("a1b2", "FCM", .v23)?["pushType"] == "FCM")
      #expect(await server.token("a1b2", "GCM", .v20)?["pushType"] == "GCM")
    }
  }

  @Test func emptyOrNullOldTokenIsAsAbsent() async throws {
    try await withTestServer { server in
      await server.register(["oldToken": nil])
      await server.register(["oldToken": ""])
      #expect(await server.tokens(of: "user-7") == ["a1b2"])
    }
  }

  @Test func onlyTheFirstFaultIsToldInTheContractsOrder() async throws {
    try await withTestServer { server in
      // Everything is wrong; each step mends the first fault, and the next one shows.
      let order: [(String, JSON, JSON)] = [
        ("token", .null, "t"), ("oldToken", 5, "old"), ("pushType", "X", "APNS"), ("isNotificationAgreement", "x", true), ("isAdAgreement", "x", true),
        ("isNightAdAgreement", "x", true), ("timezoneId", "x", "UTC"), ("country", "x", "KR"), ("language", "x", "ko"), ("uid", "😀", "u"),
        ("deviceId", 7, "d"),
      ]
      var body = JSONObject(order.reversed().map { ($0.0, $0.1) })
      for (field, _, right) in order {
        let answer = await server.call(.post, "/tokens", json: .object(body))
        #expect(answer.message?.contains(" \(field)<") == true, "\(field): \(answer.text)")
        #expect(answer.message?.contains(", ") == false)
        body[field] = right
      }
      await server.call(.post, "/tokens", json: .object(body)).succeeds()
    }
  }

  @Test func unknownKeysAreIgnored() async throws {
    try await withTestServer { server in
      await server.register(["appKey": "OTHER", "channel": 5, "": []])
      #expect(await server.token("a1b2") != nil)
      let other = try await server.stored { try $0.appNumber("OTHER") }
      #expect(other == nil)
    }
  }
}
