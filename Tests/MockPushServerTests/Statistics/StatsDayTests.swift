import PushStore
import Testing

@testable import MockPushServer

/// One day, hour by hour, whose table is worked out by hand (contract 26, 27).
///
/// | at | happens | registered, deleted | sent, failed, received, opened |
/// | --- | --- | --- | --- |
/// | 09:00 | `a` APNS ON ko KR Seoul, `b` FCM NIGHT_AD_OFF en US New York | 2, 0 | |
/// | 09:10 | `c` APNS_SANDBOX AD_OFF ko KR Seoul, `d` FCM OFF ja JP Tokyo | 2, 0 | |
/// | 10:00 | message 1 with statsId S: `a`, `b`, `c` get it, `d` is filtered | | 3, 0, 0, 0 |
/// | 10:30 | message 2: `a` fails at the provider, `b` is invalid and goes, `c` gets it | 0, 1 | 1, 1, 0, 0 |
/// | 11:20 | receipts of message 1: RECEIVED of `a` and `c` at 10:00:05 and 10:59:59.999, OPENED of `a` at 11:15 | | by device time |
/// | 12:00 | `c` becomes `c2`, and en | 1, 1 | |
/// | 13:00 | `a` withdraws all consent | | |
/// | 14:00 | `d` is deleted | 0, 1 | |
@Suite struct StatsDayTests {
  private static let day = Span.query("2026-03-02T09:00", "2026-03-02T14:59")

  private static func play(_ server: TestServer) async {
    func device(
      _ token: String, _ type: PushType, _ agreement: (Bool, Bool, Bool), _ language: String, _ country: String, _ zone: String, old: String? = nil
    ) async {
      var changes = JSONObject.device(token, type, uid: "u-\(old ?? token)", agreement, language: language)
      changes["country"] = .string(country)
      changes["timezoneId"] = .string(zone)
      changes["oldToken"] = old.map(JSON.string)
      changes["deviceId"] = .string("d-\(old ?? token)")
      await server.register(changes)
    }
    await device("a", .apns, (true, true, true), "ko", "KR", "Asia/Seoul")
    await device("b", .fcm, (true, true, false), "en", "US", "America/New_York")
    await server.freeze("2026-03-02T09:10:00+09:00")
    await device("c", .apnsSandbox, (true, false, false), "ko", "KR", "Asia/Seoul")
    await device("d", .fcm, (false, true, true), "ja", "JP", "Asia/Tokyo")
    await server.freeze("2026-03-02T10:00:00+09:00")
    await server.deliver(Body.notification(["type": "ALL"], content: ["default": ["title": "T", "body": "B"]], ["statsId": "S"]))
    await server.freeze("2026-03-02T10:30:00+09:00")
    await server.devices([["token": "a", "answer": "PROVIDER_ERROR"], ["token": "b", "answer": "INVALID_TOKEN"]])
    await server.deliver(Body.notification())
    await server.freeze("2026-03-02T11:20:00+09:00")
    #expect(await server.receipt("RECEIVED", ReceiptTests.message, at: "2026-03-02T10:00:05.000", delivery: "a") == nil)
    #expect(await server.receipt("RECEIVED", ReceiptTests.message, at: "2026-03-02T10:59:59.999", delivery: "c", "APNS_SANDBOX") == nil)
    #expect(await server.receipt("OPENED", ReceiptTests.message, at: "2026-03-02T11:15:00.000", delivery: "a") == nil)
    await server.freeze("2026-03-02T12:00:00+09:00")
    await device("c2", .apnsSandbox, (true, false, false), "en", "KR", "Asia/Seoul", old: "c")
    await server.freeze("2026-03-02T13:00:00+09:00")
    await device("a", .apns, (false, false, false), "ko", "KR", "Asia/Seoul")
    await server.freeze("2026-03-02T14:00:00+09:00")
    await server.call(.delete, "/tokens/d").succeeds()
  }

  private static let registered = [4, 0, 0, 1, 0, 0], deleted = [0, 1, 0, 1, 0, 1]
  private static let sent = [0, 4, 0, 0, 0, 0], failed = [0, 1, 0, 0, 0, 0], received = [0, 2, 0, 0, 0, 0], opened = [0, 0, 1, 0, 0, 0]
  private static let agreements: [JSON] = [
    ["ON": 1, "NIGHT_AD_OFF": 1, "AD_OFF": 1, "OFF": 1], ["ON": 1, "NIGHT_AD_OFF": 0, "AD_OFF": 1, "OFF": 1],
    ["ON": 1, "NIGHT_AD_OFF": 0, "AD_OFF": 1, "OFF": 1], ["ON": 1, "NIGHT_AD_OFF": 0, "AD_OFF": 1, "OFF": 1],
    ["ON": 0, "NIGHT_AD_OFF": 0, "AD_OFF": 1, "OFF": 2], ["ON": 0, "NIGHT_AD_OFF": 0, "AD_OFF": 1, "OFF": 1],
  ]
  private static let languages: [JSON] = [
    ["en": 1, "ja": 1, "ko": 2], ["ja": 1, "ko": 2], ["ja": 1, "ko": 2], ["en": 1, "ja": 1, "ko": 1], ["en": 1, "ja": 1, "ko": 1], ["en": 1, "ko": 1],
  ]
  private static let countries: [JSON] = [
    ["JP": 1, "KR": 2, "US": 1], ["JP": 1, "KR": 2], ["JP": 1, "KR": 2], ["JP": 1, "KR": 2], ["JP": 1, "KR": 2], ["KR": 2],
  ]
  private static let zones: [JSON] = [
    ["America/New_York": 1, "Asia/Seoul": 2, "Asia/Tokyo": 1], ["Asia/Seoul": 2, "Asia/Tokyo": 1], ["Asia/Seoul": 2, "Asia/Tokyo": 1],
    ["Asia/Seoul": 2, "Asia/Tokyo": 1], ["Asia/Seoul": 2, "Asia/Tokyo": 1], ["Asia/Seoul": 2],
  ]

  private static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  /// The table as the older endpoints tell it.
  private static func table(_ members: [(String, (Int) -> JSON)]) -> JSON {
    .array((0..<6).map { hour in
      let dateTime = JSON.string("2026-03-02 \(hour < 1 ? "0" : "")\(9 + hour):00:00.00+9:00")
      return .object(JSONObject([("dateTime", dateTime)] + members.map { ($0, $1(hour)) }))
    })
  }

  /// The table as v2.4 tells it.
  private static func table(_ events: (Int) -> JSON) -> JSON {
    .array((0..<6).map { hour in
      ["eventDateTime": .string("2026-03-02T\(hour < 1 ? "0" : "")\(9 + hour):00:00.000+09:00"), "events": events(hour)]
    })
  }

  @Test(arguments: [APIVersion.v20, .v21, .v22, .v23]) func theOlderEndpointsTellIt(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await Self.play(server)
      let properties = await server.statistics("token-properties", Self.day, version)
      #expect(properties == Self.table([
        ("agreements", { Self.agreements[$0] }), ("countries", { Self.countries[$0] }), ("languages", { Self.languages[$0] }),
        ("timezoneIds", { Self.zones[$0] }),
      ]), "\(properties.compactText)")
      #expect(await server.statistics("token-properties", Self.day + "&tokenProperties=timezoneId,agreement", version) == Self.table([
        ("agreements", { Self.agreements[$0] }), ("timezoneIds", { Self.zones[$0] }),
      ]))
      #expect(await server.statistics("token-registrations", Self.day, version) == Self.table([
        ("registered", { Self.number(Self.registered[$0]) }), ("deleted", { Self.number(Self.deleted[$0]) }),
      ]))
      let events: [(String, String, [Int])] = [
        ("SENT", "sent", Self.sent), ("SENT_FAILED", "sentFailed", Self.failed),
        ("RECEIVED", "received", Self.received), ("OPENED", "opened", Self.opened),
      ]
      #expect(await server.statistics("message-delivery-receipts", Self.day, version)
        == Self.table(events.map { event in (event.1, { Self.number(event.2[$0]) }) }))
      for (name, key, counts) in events {
        #expect(await server.statistics("message-delivery-receipts", Self.day + "&event=\(name)", version)
          == Self.table([(key, { Self.number(counts[$0]) })]))
      }
    }
  }

  @Test func statsTellIt() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await Self.play(server)
      #expect(await server.stats("TOKEN_AGREEMENT", Self.day) == Self.table { Self.agreements[$0] })
      #expect(await server.stats("TOKEN_LANGUAGE", Self.day) == Self.table { Self.languages[$0] })
      #expect(await server.stats("TOKEN_COUNTRY", Self.day) == Self.table { Self.countries[$0] })
      #expect(await server.stats("TOKEN_REGISTRATION", Self.day)
        == Self.table { ["REGISTERED": Self.number(Self.registered[$0]), "DELETED": Self.number(Self.deleted[$0])] })
      #expect(await server.stats("MESSAGE", Self.day) == Self.table {
        [
          "SENT": Self.number(Self.sent[$0]), "SENT_FAILED": Self.number(Self.failed[$0]), "RECEIVED": Self.number(Self.received[$0]),
          "OPENED": Self.number(Self.opened[$0]),
        ]
      })
    }
  }

  @Test func totalsTellIt() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await Self.play(server)
      #expect(await server.total("MESSAGE", Self.day) == ["SENT": 4, "SENT_FAILED": 1, "RECEIVED": 2, "OPENED": 1])
      #expect(await server.total("TOKEN_REGISTRATION", Self.day) == ["REGISTERED": 5, "DELETED": 3])
      #expect(await server.total("TOKEN_AGREEMENT", Self.day) == Self.agreements[5])
      #expect(await server.total("TOKEN_LANGUAGE", Self.day) == Self.languages[5])
      #expect(await server.total("TOKEN_COUNTRY", Self.day) == Self.countries[5])
      #expect(await server.total("TOKEN_COUNTRY", Span.query("2026-03-02T09:00", "2026-03-02T09:05")) == ["KR": 1, "US": 1])
    }
  }

  /// Apart per message and statsId.
  @Test func messagesAndStatsIdsAreToldApart() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await Self.play(server)
      let first: JSON = ["SENT": 3, "SENT_FAILED": 0, "RECEIVED": 2, "OPENED": 1]
      let second: JSON = ["SENT": 1, "SENT_FAILED": 1, "RECEIVED": 0, "OPENED": 0]
      let nothing: JSON = ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0]
      let (one, two) = (ReceiptTests.message, ReceiptTests.message + 1)
      for (filter, expected) in [
        ("messageId=\(one)", first), ("messageId=\(two)", second), ("messageId=\(two + 1)", nothing), ("messageId=5", nothing),
        ("statsIds=S", first), ("statsIds=S,S,T", first), ("statsIds=T", nothing), ("messageId=\(one)&statsIds=T,S", first),
        ("messageId=\(one)&statsIds=T", nothing), ("messageId=\(two)&statsIds=S", nothing),
      ] {
        #expect(await server.total("MESSAGE", "\(Self.day)&\(filter)") == expected, "\(filter)")
        // The same summed from the buckets, also where the last minute is cut.
        for range in [Self.day, Span.query("2026-03-02T09:00", "2026-03-02T11:15:00.001")] {
          let buckets = await server.stats("MESSAGE", "\(range)&timeUnit=MINUTES&\(filter)").arrayValue ?? []
          for name in ["SENT", "SENT_FAILED", "RECEIVED", "OPENED"] {
            #expect(buckets.reduce(0) { $0 + ($1["events"]?[name]?.intValue ?? -1) } == expected[name]?.intValue, "\(filter) \(name)")
          }
        }
      }
      for (id, counts) in [(one, Self.received), (two, [0, 0, 0, 0, 0, 0])] {
        #expect(await server.statistics("message-delivery-receipts", "\(Self.day)&messageId=\(id)&event=RECEIVED", .v23)
          == Self.table([("received", { Self.number(counts[$0]) })]))
      }
    }
  }

  @Test func anotherAppSeesNothingOfIt() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await Self.play(server)
      await server.register(.device("z"), app: "OTHER")
      for app in ["OTHER", "NEVER"] {
        let registered: JSON = app == "OTHER" ? 1 : 0
        #expect(await server.total("MESSAGE", Self.day, app: app) == ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0])
        #expect(await server.total("MESSAGE", "messageId=\(ReceiptTests.message)", app: app) == ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0])
        #expect(await server.total("MESSAGE", "statsIds=S", app: app) == ["SENT": 0, "SENT_FAILED": 0, "RECEIVED": 0, "OPENED": 0])
        #expect(await server.total("TOKEN_REGISTRATION", Self.day, app: app) == ["REGISTERED": registered, "DELETED": 0])
        #expect(await server.total("TOKEN_AGREEMENT", Self.day, app: app) == ["ON": registered, "NIGHT_AD_OFF": 0, "AD_OFF": 0, "OFF": 0])
        #expect(await server.total("TOKEN_COUNTRY", Self.day, app: app) == (app == "OTHER" ? ["KR": 1] : [:]))
      }
    }
  }
}
