import PushStore
import Testing

@testable import MockPushServer

/// What POST and PUT /reservations refuse (contract 23.1, 23.6).
@Suite struct ReservationBodyTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let path: String
    let value: String?
    let code: Int
    var suffix: String?
    var testDescription: String { "\(path) \(value ?? "absent")" }
  }

  /// The clock shows 2026-03-02T09:00 in Seoul, so the last day is 1 May.
  static let faults: [Fault] = [
    Fault(path: "schedules", value: nil, code: 40003, suffix: "schedules<null>"),
    Fault(path: "schedules", value: "null", code: 40003, suffix: "schedules<null>"),
    Fault(path: "schedules", value: "[]", code: 40003, suffix: "schedules<[]>"),
    Fault(path: "schedules", value: #""2026-03-02T09:15""#, code: 40002, suffix: "schedules<2026-03-02T09:15>"),
    Fault(path: "schedules", value: "{}", code: 40002, suffix: "schedules<{}>"),
    Fault(path: "schedules", value: "[null]", code: 40002, suffix: "schedules<null>"),
    Fault(path: "schedules", value: "[7]", code: 40002, suffix: "schedules<7>"),
    Fault(path: "schedules", value: #"[""]"#, code: 40002, suffix: "schedules<>"),
    Fault(path: "schedules", value: #"["2026-03-02"]"#, code: 40002),
    Fault(path: "schedules", value: #"["2026-03-02T9:15"]"#, code: 40002),
    Fault(path: "schedules", value: #"["2026-03-02 09:15"]"#, code: 40002),
    Fault(path: "schedules", value: #"["2026-03-02T09:15:00"]"#, code: 40002),
    Fault(path: "schedules", value: #"["2026-03-02T09:15+09:00"]"#, code: 40002),
    Fault(path: "schedules", value: #"["2026-02-30T09:15"]"#, code: 40002),
    Fault(path: "schedules", value: #"["2026-03-02T24:00"]"#, code: 40002),
    Fault(path: "schedules", value: #"["2026-03-02T08:59"]"#, code: 40001, suffix: "schedules<2026-03-02T08:59>"),
    Fault(path: "schedules", value: #"["2026-03-02T09:00"]"#, code: 40001),
    Fault(path: "schedules", value: #"["0001-01-01T00:00"]"#, code: 40001),
    Fault(path: "schedules", value: #"["2026-05-02T00:00"]"#, code: 40008, suffix: "schedules<2026-05-02T00:00>"),
    Fault(path: "schedules", value: #"["9999-12-31T23:59"]"#, code: 40008),
    // F30: the first faulty item counts, whatever the faults of later ones.
    Fault(path: "schedules", value: #"["2026-03-02T09:15","2026-05-02T00:00","x"]"#, code: 40008),
    Fault(path: "schedules", value: #"["2026-03-02T09:15","2026-03-01T00:00","2026-05-02T00:00"]"#, code: 40001),
    Fault(path: "schedules", value: #"["x","2026-03-01T00:00"]"#, code: 40002),
    Fault(path: "isLocalTime", value: nil, code: 40003, suffix: "isLocalTime<null>"),
    Fault(path: "isLocalTime", value: #""true""#, code: 40002, suffix: "isLocalTime<true>"),
    Fault(path: "isLocalTime", value: "1", code: 40002),
    // Those of 10.1.
    Fault(path: "target", value: nil, code: 40003), Fault(path: "target.type", value: #""EVERYBODY""#, code: 40001),
    Fault(path: "content", value: nil, code: 40003), Fault(path: "content.default", value: "7", code: 40002),
    Fault(path: "messageType", value: #""SPAM""#, code: 40001), Fault(path: "timeToLiveMinute", value: "0", code: 40001),
    Fault(path: "timeToLiveMinute", value: "61", code: 40008), Fault(path: "timeToLiveMinute", value: "10.0", code: 40002),
    Fault(path: "provisionedResourceId", value: #""other""#, code: 40405),
  ]

  private static func body(_ fault: Fault) throws -> JSON {
    let good = Body.reservation(["2026-03-02T09:15"]).compactText
    return .object(try MessageBodyFixture.changed(fault.path, fault.value, in: good))
  }

  private static var app: ConfiguredApp {
    var settings = AppSettings()
    settings.provisionedResourceIds = ["known"]
    return ConfiguredApp(key: "APP", settings: settings)
  }

  @Test(arguments: APIVersion.allCases) func aFaultIsToldAndLeavesNothingBehind(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00", apps: [Self.app]) { server in
      for fault in Self.faults {
        let answer = await server.call(.post, "/reservations", version, json: try Self.body(fault)).refuses(fault.code)
        #expect(answer.code == fault.code, "\(fault.testDescription)")
        if let suffix = fault.suffix { #expect(answer.message?.hasSuffix(" \(suffix)") == true, "\(answer.text)") }
      }
      #expect(try await server.stored { try $0.appNumber("APP") } == nil, "not even the app's row is made")
    }
  }

  @Test(arguments: [APIVersion.v20, .v24]) func putRefusesTheSameAndChangesNothing(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00", apps: [Self.app]) { server in
      let id = await server.reserve(["2026-03-02T10:00"])
      let before = await server.reservation(id)
      for fault in Self.faults {
        let answer = await server.call(.put, "/reservations/\(id)", version, json: try Self.body(fault)).refuses(fault.code)
        #expect(answer.code == fault.code, "\(fault.testDescription)")
      }
      #expect(await server.reservation(id) == before)
    }
  }

  @Test func fieldsAreCheckedInTheContractsOrder() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00", apps: [Self.app]) { server in
      func name(_ body: JSON) async -> String? {
        let message = await server.call(.post, "/reservations", json: body).message ?? ""
        return message.split(separator: "<").first?.split(separator: " ").last.map(String.init)
      }
      #expect(await name([:]) == "schedules")
      #expect(await name(["schedules": ["2026-03-02T09:15"]]) == "isLocalTime")
      #expect(await name(["schedules": ["2026-03-02T09:15"], "isLocalTime": false]) == "target")
      await server.call(.post, "/reservations", text: "[]").refuses(40002, "Client Error. Parameter is invalid format. body<[]>")
    }
  }

  /// The last minute inside the window, and the first one after now.
  @Test(arguments: ["2026-03-02T09:01", "2026-05-01T23:59"]) func theWindowsEndsAreInside(_ time: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for isLocal in [false, true] {
        let id = await server.reserve([time], isLocal: isLocal)
        #expect(await server.schedules(id) == ["\(time.dropFirst(5)) \(isLocal ? 540 : 0) READY"])
      }
    }
  }

  @Test func anADNeedsItsLegalTexts() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let faults: [(String, String?, Int)] = [("removeGuide", nil, 40012), ("contact", nil, 40013), ("contact", "\"call me\"", 40014)]
      for (field, value, code) in faults {
        let body = try MessageBodyFixture.changed(field, value, in: Body.reservation(["2026-03-02T09:15"], Body.ad()).compactText)
        await server.call(.post, "/reservations", json: .object(body)).refuses(code)
      }
    }
  }

  /// F12: 40402 comes after all fields, so also after 40405 and after times that are past for every token.
  @Test func certificatesAreAskedForLast() async throws {
    var settings = AppSettings()
    settings.provisionedResourceIds = ["known"]
    try await withTestServer(at: "2026-03-02T09:00:00+09:00", apps: [ConfiguredApp(key: "APP", settings: settings)]) { server in
      let id = await server.reserve(["2026-03-02T10:00"])
      await server.register("kiritimati", zone: "Pacific/Kiritimati")
      await server.change(["certificates": ["APNS": "MISSING"]])
      let apns = Body.notification(["type": "ALL", "pushTypes": ["APNS"]])
      for (method, path) in [(Request.Method.post, "/reservations"), (.put, "/reservations/\(id)")] {
        let good = Body.reservation(["2026-03-02T09:15"], apns)
        await server.call(method, path, json: good).refuses(40402, "Client Error. Not found certificate. target.pushTypes<APNS>")
        let resource = try MessageBodyFixture.changed("provisionedResourceId", "\"other\"", in: good.compactText)
        await server.call(method, path, json: .object(resource)).refuses(40405)
        let past = Body.reservation(["2026-03-02T09:15"], isLocal: true, apns)
        await server.call(method, path, json: past).refuses(40001, "Client Error. Parameter is invalid. schedules<2026-03-02T09:15>")
      }
      await server.change(["certificates": ["APNS": "VALID"]])
      await server.call(.post, "/reservations", json: Body.reservation(["2026-03-02T09:15"], apns)).succeeds()
    }
  }

  @Test func repeatedTimesCollapse() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let id = await server.reserve(["2026-03-02T10:30", "2026-03-02T09:15", "2026-03-02T10:30", "2026-03-02T09:15"])
      #expect(await server.schedules(id) == ["03-02T09:15 0 READY", "03-02T10:30 0 READY"])
    }
  }

  @Test(arguments: APIVersion.allCases) func idsHave16DigitsAndATwin(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      var ids: [Int] = []
      for _ in 0..<2 {
        let answer = await server.call(.post, "/reservations", version, json: Body.reservation(["2026-03-02T09:15"])).succeeds()
        #expect(answer.message == (version <= .v22 ? "SUCCESS" : "success"))
        let id = try #require(answer.json["reservation"]?["reservationId"]?.intValue)
        #expect(answer.json["reservation"] == ["reservationId": .number(JSONNumber(id)), "reservationIdString": .string("\(id)")])
        ids.append(id)
      }
      #expect(ids[0] < ids[1] && String(ids[0]).count == 16 && ids[1] <= 9_007_199_254_740_991)
    }
  }

  /// One body with as many times as fit into a week's minutes.
  @Test func tenThousandSchedulesInOneBody() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let first = CivilTime(year: 2026, month: 3, day: 3)
      let times = (0..<10_000).map { minute in
        var time = first.adding(days: minute / 1_440)
        (time.hour, time.minute) = (minute % 1_440 / 60, minute % 60)
        return DateText.localMinute(time)
      }
      await server.register("seoul", zone: "Asia/Seoul")
      await server.register("york", zone: "America/New_York")
      let id = await server.reserve(times.reversed())
      let object = await server.reservation(id)
      let schedules = object["schedules"]?.arrayValue ?? []
      #expect(schedules.count == 10_000)
      #expect(schedules.first?["deliveryDateTime"] == "2026-03-03T00:00:00.000+09:00")
      #expect(schedules.last?["deliveryDateTime"] == "2026-03-09T22:39:00.000+09:00")
      #expect(Set(schedules.compactMap { $0["scheduleId"]?.intValue }).count == 10_000)
      // New York's clocks change on 8 March: its written times have two offsets, and 60 minutes exist only by the offset before.
      let local = await server.schedules(await server.reserve(times, isLocal: true))
      #expect(local.count == 20_000)
      #expect(local.count { $0.contains(" 540 ") } == 10_000)
      #expect(local.count { $0.contains(" -300 ") } == 5 * 1_440 + 180)
      #expect(local.count { $0.contains(" -240 ") } == 10_000 - 5 * 1_440 - 180)
    }
  }
}
