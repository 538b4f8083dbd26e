import PushStore
import Testing

@testable import MockPushServer

/// Bounds to the millisecond, and what a gauge shows before, at and after a change (contract 2.4, 26.2, F34 to F36).
@Suite struct StatsEdgeTests {
  /// Counts of one event in each bucket, with the last eleven characters of its start before the offset: `02T10:00:00`.
  private static func counts(_ buckets: JSON, _ name: String) -> [String] {
    (buckets.arrayValue ?? []).map { bucket in
      "\(bucket["eventDateTime"]?.stringValue?.dropFirst(8).prefix(8) ?? "") \(bucket["events"]?[name]?.intValue ?? -1)"
    }
  }

  /// A registration, a delivery and a receipt, all at one moment: 10:20:30.500.
  private static func atOneMoment(_ server: TestServer) async throws {
    await server.freeze("2026-03-02T10:20:30.500+09:00")
    await server.register(.device("a"))
    let message = try await ReadFixture(server: server).send(["statsId": "S"])
    #expect(await server.receipt("OPENED", message, at: "2026-03-02T10:20:30.500", delivery: "d") == nil)
    await server.freeze("2026-03-02T12:00:00+09:00")
  }

  @Test(arguments: [
    ("2026-03-02T10:20:30.500", "2026-03-02T10:20:30.500", 1), ("2026-03-02T10:20:30.501", "2026-03-02T10:20:31.000", 0),
    ("2026-03-02T10:20:30.000", "2026-03-02T10:20:30.499", 0), ("2026-03-02T10:20:30.499", "2026-03-02T10:20:30.501", 1),
    ("2026-03-02T09:00", "2026-03-02T10:20:30.499", 0), ("2026-03-02T09:00", "2026-03-02T10:20:30.500", 1),
    ("2026-03-02T09:00", "2026-03-02T10:21", 1),
    ("2026-03-02T10:20:30.500", nil, 1), ("2026-03-02T10:20:30.501", nil, 0), ("2026-03-01T10:20:30.501", "2026-03-02T10:20:30.500", 1),
    ("2026-02-01T10:20:30.501", "2026-03-02T10:20:30.499", 0), (nil, "2026-03-02T10:20:30.500", 1), (nil, "2026-03-02T10:20:30.499", 0),
    (nil, nil, 1),
  ] as [(String?, String?, Int)])
  func anEventOutsideTheBoundsDoesNotCount(_ from: String?, _ to: String?, _ count: Int) async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      try await Self.atOneMoment(server)
      let range = Span.query(from, to)
      #expect(await server.total("TOKEN_REGISTRATION", range)["REGISTERED"]?.intValue == count)
      for filter in ["", "&statsIds=S", "&messageId=\(ReceiptTests.message)", "&extra1s=APNS"] {
        let total = await server.total("MESSAGE", range + filter)
        #expect([total["SENT"]?.intValue, total["OPENED"]?.intValue] == [count, count], "\(filter)")
      }
      for unit in ["MINUTES", "HOURS", "DAYS", nil] {
        if unit == "MINUTES", (from ?? "2026-01") < "2026-03-01T11" { continue }
        let query = range + (unit.map { "&timeUnit=\($0)" } ?? "")
        let registered = await Self.counts(server.stats("TOKEN_REGISTRATION", query), "REGISTERED")
        let sent = await Self.counts(server.stats("MESSAGE", query), "SENT")
        #expect(registered.filter { !$0.hasSuffix(" 0") }.count == count && sent == registered, "\(unit ?? "default"): \(registered)")
      }
    }
  }

  @Test func theTotalOfAGaugeIsThatOfTheEndWhateverTheBeginning() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      for query in ["", Span.query("2026-03-03T00:00", nil), Span.query("2026-03-01T00:00", nil)] {
        #expect(await server.total("TOKEN_AGREEMENT", query)["ON"] == 1, "\(query)")
      }
      #expect(await server.total("TOKEN_AGREEMENT", Span.query(nil, "2026-01-01T00:00"))["ON"] == 0)
    }
  }

  @Test func bucketsHoldOnlyWhatIsTheirs() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      for moment in ["09:59:59.999", "10:00:00.000", "10:00:59.999", "10:01:00.000", "10:59:59.999", "11:00:00.000"] {
        await server.freeze("2026-03-02T\(moment)+09:00")
        await server.register(.device("t\(moment)"))
      }
      #expect(await Self.counts(server.stats("TOKEN_REGISTRATION", Span.query("2026-03-02T09:59", "2026-03-02T10:01:00.001")), "REGISTERED")
        == ["02T09:59 1", "02T10:00 2", "02T10:01 1"])
      // The whole minute of 10:01 counts, but adds no bucket.
      #expect(await Self.counts(server.stats("TOKEN_REGISTRATION", Span.query("2026-03-02T09:59", "2026-03-02T10:01")), "REGISTERED")
        == ["02T09:59 1", "02T10:00 2"])
      #expect(await server.total("TOKEN_REGISTRATION", Span.query("2026-03-02T09:59", "2026-03-02T10:01"))["REGISTERED"] == 4)
      func hours(_ from: String, _ to: String) async -> [String] {
        await Self.counts(server.stats("TOKEN_REGISTRATION", Span.query(from, to) + "&timeUnit=HOURS"), "REGISTERED")
      }
      #expect(await hours("2026-03-02T09:00", "2026-03-02T11:30") == ["02T09:00 1", "02T10:00 4", "02T11:00 1"])
      #expect(await hours("2026-03-02T10:01", "2026-03-02T10:59:30") == ["02T10:00 1"])
    }
  }

  @Test func aGaugeShowsTheEndOfItsBucket() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.freeze("2026-03-02T10:20:30.500+09:00")
      await server.register(.device("a", language: "ko"))
      await server.freeze("2026-03-02T10:21:00.000+09:00")
      await server.register(.device("a", language: "ja"))
      await server.register(.device("b", language: "ko"))
      await server.freeze("2026-03-02T12:00:00+09:00")
      func languages(_ from: String?, _ to: String?, _ more: String = "") async -> [String] {
        let buckets = await server.stats("TOKEN_LANGUAGE", Span.query(from, to) + more).arrayValue ?? []
        return buckets.map { "\($0["eventDateTime"]?.stringValue?.dropFirst(11).prefix(5) ?? "") \($0["events"]?.compactText ?? "")" }
      }
      let both = #"{"ja":1,"ko":1}"#
      #expect(await languages("2026-03-02T10:19", "2026-03-02T10:22") == ["10:19 {}", #"10:20 {"ko":1}"#, "10:21 \(both)"])
      // In the bucket that holds `to`, at `to`.
      #expect(await languages("2026-03-02T10:20", "2026-03-02T10:20:30.499") == ["10:20 {}"])
      #expect(await languages("2026-03-02T10:20", "2026-03-02T10:20:30.500") == [#"10:20 {"ko":1}"#])
      #expect(await languages("2026-03-02T10:20", "2026-03-02T10:20:59.999", "&timeUnit=HOURS") == [#"10:00 {"ko":1}"#])
      #expect(await languages("2026-03-02T10:20", "2026-03-02T10:21:00.000", "&timeUnit=DAYS") == ["00:00 \(both)"])
      // What lies before `from` is there; what is long past, too; and the future is as now.
      #expect(await languages("2026-03-02T11:00", "2026-03-02T11:02") == ["11:00 \(both)", "11:01 \(both)"])
      #expect(await languages("2026-03-02T13:00", "2026-03-02T13:01") == ["13:00 \(both)"])
      for (to, expected) in [
        ("2026-03-02T10:20:30.499", [:]), ("2026-03-02T10:20:30.500", ["ko": 1]), ("2026-03-02T10:20:59.999", ["ko": 1]),
        ("2026-03-02T10:21:00.000", ["ja": 1, "ko": 1]),
      ] as [(String, JSON)] {
        #expect(await server.total("TOKEN_LANGUAGE", Span.query(nil, to)) == expected, "\(to)")
      }
    }
  }

  @Test func afterMonthsAGaugeIsWhatItWas() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.freeze("2026-09-02T09:00:00.123+09:00")
      #expect(await server.total("TOKEN_COUNTRY") == ["KR": 1])
      let days = await server.stats("TOKEN_COUNTRY").arrayValue ?? []
      #expect(days.count == 31 && days.allSatisfy { $0["events"] == ["KR": 1] })
      #expect(await server.total("TOKEN_REGISTRATION") == ["REGISTERED": 0, "DELETED": 0])
      // Data older than 30 days is not returned, and that is all there is before `to`.
      #expect(await server.total("TOKEN_COUNTRY", Span.query(nil, "2026-03-03T09:00")) == [:])
      #expect(await server.total("TOKEN_AGREEMENT", Span.query(nil, "2026-03-03T09:00")) == ["ON": 0, "NIGHT_AD_OFF": 0, "AD_OFF": 0, "OFF": 0])
      for category in ["MESSAGE", "TOKEN_COUNTRY", "TOKEN_REGISTRATION"] {
        #expect(await server.stats(category, Span.query(nil, "2026-03-03T09:00")) == [])
      }
    }
  }

  /// 30 days are clamped to the millisecond.
  @Test func whatIsOlderThanThirtyDaysIsCutOff() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      await server.register(.device("a"))
      await server.freeze("2026-04-01T09:00:00.000+09:00")
      #expect(await server.total("TOKEN_REGISTRATION", Span.query("2026-01-01T00:00", nil))["REGISTERED"] == 1)
      await server.freeze("2026-04-01T09:00:00.001+09:00")
      #expect(await server.total("TOKEN_REGISTRATION", Span.query("2026-01-01T00:00", nil))["REGISTERED"] == 0)
      let days = await server.stats("TOKEN_REGISTRATION", "timeUnit=DAYS").arrayValue ?? []
      #expect(days.count == 31 && days.allSatisfy { $0["events"]?["REGISTERED"] == 0 })
    }
  }

  @Test func byDaySumsEachDayOfTheWeek() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      // A Monday, a Tuesday, and the Monday after.
      for (moment, token) in [("2026-03-02T09:00:00", "a"), ("2026-03-03T23:59:59.999", "b"), ("2026-03-09T00:00:00", "c")] {
        await server.freeze("\(moment)+09:00")
        await server.register(.device(token))
      }
      await server.freeze("2026-03-09T12:00:00+09:00")
      func byDay(_ category: String, _ name: String, _ from: String) async -> [String] {
        let buckets = await server.stats(category, "statisticsType=BY_DAY&\(Span.query(from, nil))").arrayValue ?? []
        return buckets.map { "\($0["eventDateTime"]?.stringValue ?? "") \($0["events"]?[name]?.intValue ?? 0)" }
      }
      #expect(await byDay("TOKEN_REGISTRATION", "REGISTERED", "2026-03-01T00:00")
        == ["SUNDAY 0", "MONDAY 2", "TUESDAY 1", "WEDNESDAY 0", "THURSDAY 0", "FRIDAY 0", "SATURDAY 0"])
      // Daily values: Mon 1, Tue to Sun 2, Mon 3.
      #expect(await byDay("TOKEN_COUNTRY", "KR", "2026-03-01T00:00")
        == ["SUNDAY 2", "MONDAY 4", "TUESDAY 2", "WEDNESDAY 2", "THURSDAY 2", "FRIDAY 2", "SATURDAY 2"])
      #expect(await byDay("TOKEN_COUNTRY", "KR", "2026-03-09T00:00").filter { !$0.hasSuffix(" 0") } == ["MONDAY 3"])
      #expect(await server.stats("MESSAGE", "statisticsType=BY_DAY").arrayValue?.count == 7)
    }
  }

  @Test func tooManyBucketsAreRefused() async throws {
    try await withTestServer(at: "2026-03-02T09:00:00+09:00") { server in
      let week = Span.query("2026-02-23T10:20", "2026-03-02T09:00")
      #expect(await server.stats("MESSAGE", "timeUnit=MINUTES&" + week).arrayValue?.count == 10_000)
      await server.call(.get, "/stats?eventCategory=MESSAGE&timeUnit=MINUTES&\(Span.query("2026-02-23T10:19", "2026-03-02T09:00"))").refuses(
        40010, "Client Error. It's too many. Please, change 'from' and 'to' shortly. totalCount<10001>")
      await server.call(.get, "/statistics/message-delivery-receipts?timeUnit=MINUTES", .v20).refuses(40010)
      // A total has no buckets.
      #expect(await server.total("MESSAGE", "timeUnit=MINUTES")["SENT"] == 0)
    }
  }
}
