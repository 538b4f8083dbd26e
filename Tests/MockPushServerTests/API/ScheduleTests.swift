import Testing
@testable import MockPushServer

/// POST /schedules (contract 22). Now is Monday, 2026-03-02T09:00.
@Suite struct ScheduleTests {
  /// Every Monday from today for two weeks.
  private static func body(_ changes: JSONObject = [:], without absent: [String] = []) -> JSON {
    var body: JSONObject = [
      "type": "EVERY_WEEK", "fromDate": "2026-03-02", "toDate": "2026-03-15", "times": ["18:00", "08:59"], "daysOfWeek": ["MONDAY"], "days": [3],
    ]
    for (key, value) in changes.members { body[key] = value }
    for key in absent { body[key] = nil }
    return .object(body)
  }

  @Test(arguments: APIVersion.allCases) func everyVersionCalculates(_ version: APIVersion) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let answer = await server.call(.post, "/schedules", version, json: Self.body()).succeeds()
      #expect(answer.message == (version <= .v22 ? "SUCCESS" : "success"))
      #expect(answer.json.objectValue?.members.map(\.key) == ["header", "schedules"])
      #expect(answer.json["schedules"] == ["2026-03-02T18:00", "2026-03-09T08:59", "2026-03-09T18:00"])
    }
  }

  struct Success: Sendable, CustomTestStringConvertible {
    let changes: JSONObject
    var absent: [String] = []
    let expected: [String]
    var testDescription: String { "\(JSON.object(changes).compactText) without \(absent)" }
  }

  static let successes: [Success] = [
    Success(changes: ["type": "EVERY_MONTH"], expected: ["2026-03-03T08:59", "2026-03-03T18:00"]),
    Success(
      changes: ["type": "EVERY_DAY", "toDate": "2026-03-03"], absent: ["days", "daysOfWeek"],
      expected: ["2026-03-02T18:00", "2026-03-03T08:59", "2026-03-03T18:00"]),
    // What belongs to another type is not even looked at.
    Success(changes: ["type": "EVERY_DAY", "toDate": "2026-03-02", "days": "x", "daysOfWeek": [5]], expected: ["2026-03-02T18:00"]),
    Success(changes: ["days": [0, "x", nil]], expected: ["2026-03-02T18:00", "2026-03-09T08:59", "2026-03-09T18:00"]),
    Success(changes: ["type": "EVERY_MONTH", "daysOfWeek": ["FUNDAY"]], expected: ["2026-03-03T08:59", "2026-03-03T18:00"]),
    Success(changes: ["times": ["18:00", "18:00", "18:00"], "daysOfWeek": ["MONDAY", "MONDAY"]], expected: ["2026-03-02T18:00", "2026-03-09T18:00"]),
    Success(
      changes: ["fromDate": "2026-03-13", "daysOfWeek": ["SUNDAY", "SATURDAY", "FRIDAY"], "times": ["00:00"]],
      expected: ["2026-03-13T00:00", "2026-03-14T00:00", "2026-03-15T00:00"]),
    Success(changes: ["toDate": "2026-03-02", "times": ["09:00", "00:00"]], expected: []),
    Success(changes: ["fromDate": "2020-02-29", "toDate": "2020-03-01"], expected: []),
    Success(changes: ["fromDate": "2026-05-02", "toDate": "2030-01-01"], expected: []),
    Success(
      changes: ["fromDate": "2026-05-01", "toDate": "2030-01-01", "daysOfWeek": ["FRIDAY"], "times": ["23:59"]], expected: ["2026-05-01T23:59"]),
    Success(
      changes: ["fromDate": "0001-01-01", "toDate": "9999-12-31", "type": "EVERY_MONTH", "days": [31], "times": ["00:00"]],
      expected: ["2026-03-31T00:00"]),
  ]

  @Test(arguments: successes) func givesTimes(_ test: Success) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let answer = await server.call(.post, "/schedules", json: Self.body(test.changes, without: test.absent)).succeeds()
      #expect(answer.texts("schedules") == test.expected)
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let changes: JSONObject
    let code: Int
    let suffix: String
    var word: String?
    var testDescription: String { JSON.object(changes).compactText }
  }

  static let faults: [Fault] = [
    Fault(changes: ["type": nil], code: 40003, suffix: "type<null>"), Fault(changes: ["type": ""], code: 40003, suffix: "type<>", word: "EVERY_DAY"),
    Fault(changes: ["type": 1], code: 40002, suffix: "type<1>"),
    Fault(changes: ["type": "EVERY_YEAR"], code: 40001, suffix: "type<EVERY_YEAR>", word: "EVERY_MONTH"),
    Fault(changes: ["type": "every_week"], code: 40001, suffix: "type<every_week>", word: "did you mean EVERY_WEEK"),
    // The Kelvin sign is no K, though Unicode takes them for equivalent.
    Fault(changes: ["type": "EVERY_WEE\u{212A}"], code: 40001, suffix: "type<EVERY_WEE\u{212A}>"),
    Fault(changes: ["fromDate": nil], code: 40003, suffix: "fromDate<null>"), Fault(changes: ["fromDate": ""], code: 40003, suffix: "fromDate<>"),
    Fault(changes: ["fromDate": 20_260_302], code: 40002, suffix: "fromDate<20260302>"),
    Fault(changes: ["fromDate": "2026-02-29"], code: 40002, suffix: "fromDate<2026-02-29>", word: "exists"),
    Fault(changes: ["fromDate": "2026-3-2"], code: 40002, suffix: "fromDate<2026-3-2>", word: "YYYY-MM-DD"),
    Fault(changes: ["fromDate": "2026-03-02T09:00"], code: 40002, suffix: "fromDate<2026-03-02T09:00>"),
    Fault(changes: ["toDate": nil], code: 40003, suffix: "toDate<null>"), Fault(changes: ["toDate": true], code: 40002, suffix: "toDate<true>"),
    Fault(changes: ["toDate": "2026-04-31"], code: 40002, suffix: "toDate<2026-04-31>"),
    Fault(changes: ["toDate": "0000-01-01"], code: 40002, suffix: "toDate<0000-01-01>"),
    Fault(changes: ["fromDate": "2026-03-16"], code: 40001, suffix: "fromDate<2026-03-16>", word: "after toDate"),
    Fault(changes: ["times": nil], code: 40003, suffix: "times<null>"), Fault(changes: ["times": []], code: 40003, suffix: "times<[]>"),
    Fault(changes: ["times": "09:00"], code: 40002, suffix: "times<09:00>"), Fault(changes: ["times": [:]], code: 40002, suffix: "times<{}>"),
    Fault(changes: ["times": ["09:00", nil]], code: 40002, suffix: "times<null>"),
    Fault(changes: ["times": [900]], code: 40002, suffix: "times<900>"),
    Fault(changes: ["times": [""]], code: 40002, suffix: "times<>"),
    Fault(changes: ["times": ["24:00"]], code: 40002, suffix: "times<24:00>", word: "23:59"),
    Fault(changes: ["times": ["9:00"]], code: 40002, suffix: "times<9:00>", word: "hh:mm"),
    Fault(changes: ["times": ["09:00:00"]], code: 40002, suffix: "times<09:00:00>"),
    Fault(changes: ["times": ["09:00\u{0}"]], code: 40002, suffix: "times<09:00\u{0}>"),
    Fault(changes: ["times": ["09:00", "09:60", 5]], code: 40002, suffix: "times<09:60>"),
    Fault(changes: ["times": [5, "09:60"]], code: 40002, suffix: "times<5>"),
    Fault(changes: ["daysOfWeek": nil], code: 40003, suffix: "daysOfWeek<null>", word: "EVERY_WEEK"),
    Fault(changes: ["daysOfWeek": []], code: 40003, suffix: "daysOfWeek<[]>"),
    Fault(changes: ["daysOfWeek": "MONDAY"], code: 40002, suffix: "daysOfWeek<MONDAY>"),
    Fault(changes: ["daysOfWeek": ["MONDAY", nil]], code: 40002, suffix: "daysOfWeek<null>"),
    Fault(changes: ["daysOfWeek": [""]], code: 40001, suffix: "daysOfWeek<>"),
    Fault(changes: ["daysOfWeek": [1]], code: 40002, suffix: "daysOfWeek<1>"),
    Fault(changes: ["daysOfWeek": ["MON"]], code: 40001, suffix: "daysOfWeek<MON>", word: "did you mean MONDAY"),
    Fault(changes: ["daysOfWeek": ["FUNDAY", 1]], code: 40001, suffix: "daysOfWeek<FUNDAY>"),
    Fault(changes: ["daysOfWeek": [1, "FUNDAY"]], code: 40002, suffix: "daysOfWeek<1>"),
    Fault(changes: ["type": "EVERY_MONTH", "days": nil], code: 40003, suffix: "days<null>", word: "EVERY_MONTH"),
    Fault(changes: ["type": "EVERY_MONTH", "days": []], code: 40003, suffix: "days<[]>"),
    Fault(changes: ["type": "EVERY_MONTH", "days": 1], code: 40002, suffix: "days<1>"),
    Fault(changes: ["type": "EVERY_MONTH", "days": ["1"]], code: 40002, suffix: "days<1>"),
    Fault(changes: ["type": "EVERY_MONTH", "days": [nil]], code: 40002, suffix: "days<null>"),
    Fault(changes: ["type": "EVERY_MONTH", "days": [0]], code: 40001, suffix: "days<0>"),
    Fault(changes: ["type": "EVERY_MONTH", "days": [1, 32]], code: 40001, suffix: "days<32>", word: "1 to 31"),
    Fault(changes: ["type": "EVERY_MONTH", "days": [-1, "x"]], code: 40001, suffix: "days<-1>"),
    // The order of the table: of several faults the first is told.
    Fault(changes: ["type": "x", "fromDate": "x"], code: 40001, suffix: "type<x>"),
    Fault(changes: ["fromDate": "2026-03-16", "toDate": "x", "times": []], code: 40002, suffix: "toDate<x>"),
    Fault(changes: ["fromDate": "2026-03-16", "times": []], code: 40001, suffix: "fromDate<2026-03-16>"),
    Fault(changes: ["times": ["x"], "daysOfWeek": []], code: 40002, suffix: "times<x>"),
  ]

  private static let texts = [
    40001: "Client Error. Parameter is invalid.", 40002: "Client Error. Parameter is invalid format.",
    40003: "Client Error. Parameter is empty or null.",
  ]

  @Test(arguments: faults) func refuses(_ test: Fault) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let answer = await server.call(.post, "/schedules", json: Self.body(test.changes))
      answer.refuses(test.code, "\(Self.texts[test.code]!) \(test.suffix)")
      if let word = test.word { #expect(answer.hint?.contains(word) == true, "\(answer.hint ?? "")") }
    }
  }

  @Test(arguments: ["1.0", "1e0", "1E0", "99999999999999999999"]) func daysAreWholeNumbers(_ number: String) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let text = #"{"type":"EVERY_MONTH","fromDate":"2026-03-02","toDate":"2026-03-15","times":["09:00"],"days":[\#(number)]}"#
      let code = number.hasPrefix("9") ? 40001 : 40002
      await server.call(.post, "/schedules", text: text).refuses(code, "\(Self.texts[code]!) days<\(number)>")
    }
  }

  @Test func aBodyFullOfTimesIsAnsweredWithEachMinuteOnce() async throws {
    let times = (0..<500_000).map { DateText.timeOfDay(hour: $0 / 60 % 24, minute: $0 % 60) }
    let body = Self.body(["type": "EVERY_DAY", "fromDate": "0001-01-01", "toDate": "9999-12-31", "times": .array(times.map { .string($0) })])
    #expect(body.compactBytes.count < 4 * 1024 * 1024)
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let schedules = await server.call(.post, "/schedules", json: body).succeeds().texts("schedules") ?? []
      // Today up to 09:00 is past.
      #expect(schedules.count == 61 * 1_440 - 541)
      #expect(schedules == Set(schedules).sorted())
    }
  }
}
