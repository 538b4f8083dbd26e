import PushStore
import Testing

@testable import MockPushServer

/// Parameters of the statistics (contract 26.1, 27).
@Suite struct StatsQueryTests {
  private static func stats(_ query: String, isTotal: Bool = false) throws -> StatsQuery {
    try StatsQuery(QueryItems(query[...]), .v24, isTotal: isTotal)
  }

  @Test func defaults() throws {
    let query = try Self.stats("eventCategory=MESSAGE", isTotal: true)
    #expect(query.category == .message)
    #expect(query.unit == nil && !query.isByDay)
    #expect(query.bounds == (try DateBounds(QueryItems(""))))
    #expect(query.messages == StatsQuery.Messages())
    #expect(query.criteria == [.event])
  }

  @Test(arguments: [
    ("MESSAGE", StatsQuery.Category.message), ("TOKEN_REGISTRATION", .tokenRegistration), ("TOKEN_LANGUAGE", .tokenLanguage),
    ("TOKEN_COUNTRY", .tokenCountry), ("TOKEN_AGREEMENT", .tokenAgreement),
  ])
  func categories(name: String, category: StatsQuery.Category) throws {
    #expect(try Self.stats("eventCategory=\(name)").category == category)
  }

  @Test(arguments: [
    ("", nil, false), ("timeUnit=MINUTES", .minute, false), ("timeUnit=HOURS", .hour, false), ("timeUnit=DAYS", .day, false),
    ("statisticsType=NORMAL", nil, false), ("statisticsType=NORMAL&timeUnit=HOURS", .hour, false), ("statisticsType=&timeUnit=", nil, false),
    // A type that names a unit forces it.
    ("statisticsType=MINUTELY&timeUnit=DAYS", .minute, false), ("statisticsType=HOURLY&timeUnit=DAYS", .hour, false),
    ("statisticsType=DAILY&timeUnit=HOURS", .day, false), ("statisticsType=BY_DAY&timeUnit=HOURS", .day, true),
  ] as [(String, StatisticsUnit?, Bool)])
  func units(query: String, unit: StatisticsUnit?, isByDay: Bool) throws {
    let stats = try Self.stats("eventCategory=MESSAGE&\(query)")
    #expect(stats.unit == unit)
    #expect(stats.isByDay == isByDay)
  }

  @Test func messagesAreNarrowedDown() throws {
    let id = try #require(MessageNumber(messageId: 3_500_000_000_000_007)).messageId
    let stats = try Self.stats(
      "eventCategory=MESSAGE&extra1s=FCM,,APNS&extra1s=FCM&messageId=\(id)&statsIds=a,b&statsIds=%EA%B0%80&from=2026-03-01T00:00Z")
    #expect(stats.messages.pushTypes == [.fcm, .apns])
    #expect(stats.messages.message.number == MessageNumber(messageId: id))
    #expect(!stats.messages.message.isImpossible)
    #expect(stats.messages.statsIds == ["a", "b", "가"])
    #expect(stats.bounds.from == DateText.parse("2026-03-01T00:00Z"))
    #expect(try Self.stats("eventCategory=MESSAGE&messageId=5").messages.message.isImpossible)
    #expect(try Self.stats("eventCategory=MESSAGE&extra1s=,&messageId=&statsIds=,").messages == StatsQuery.Messages())
  }

  @Test(arguments: ["TOKEN_REGISTRATION", "TOKEN_LANGUAGE", "TOKEN_COUNTRY", "TOKEN_AGREEMENT"])
  func otherCategoriesIgnoreWhatIsOnlyForMessages(category: String) throws {
    let stats = try Self.stats("eventCategory=\(category)&extra1s=NOTHING&messageId=x&statsIds=a")
    #expect(stats.messages == StatsQuery.Messages())
  }

  @Test func criteriaAreForTotalsOnlyInTheOrderGiven() throws {
    let query = "eventCategory=TOKEN_COUNTRY&statsCriteria=EXTRA_1,EVENT,TEMPLATE_ID&statsCriteria=EXTRA_3,EXTRA_2,EVENT"
    #expect(try Self.stats(query, isTotal: true).criteria == [.extra1, .event, .templateId, .extra3, .extra2])
    #expect(try Self.stats(query).criteria == [.event])
    #expect(try Self.stats("eventCategory=MESSAGE&statsCriteria=nothing").criteria == [.event])
    #expect(try Self.stats("eventCategory=MESSAGE&statsCriteria=", isTotal: true).criteria == [.event])
  }

  @Test(arguments: [
    ("", ResultCode.empty, "eventCategory<null>", "TOKEN_AGREEMENT"), ("eventCategory=", .empty, "eventCategory<>", "MESSAGE"),
    ("eventCategory=message", .invalidParameter, "eventCategory<message>", "did you mean MESSAGE"),
    ("eventCategory=TO\u{212A}EN_COUNTRY", .invalidParameter, "eventCategory<TO\u{212A}EN_COUNTRY>", "TOKEN_COUNTRY"),
    ("eventCategory=MESSAGE&statisticsType=WEEKLY", .invalidParameter, "statisticsType<WEEKLY>", "BY_DAY"),
    ("eventCategory=MESSAGE&timeUnit=SECONDS", .invalidParameter, "timeUnit<SECONDS>", "MINUTES"),
    ("eventCategory=MESSAGE&statisticsType=DAILY&timeUnit=x", .invalidParameter, "timeUnit<x>", "DAYS"),
    ("eventCategory=MESSAGE&from=2026-03-01T00:00:00%2B9:00", .invalidFormat, "from<2026-03-01T00:00:00+9:00>", "ISO 8601"),
    ("eventCategory=MESSAGE&from=2026-03-01T00:00:00.000+09:00", .invalidFormat, "from<2026-03-01T00:00:00.000 09:00>", "%2B"),
    ("eventCategory=MESSAGE&to=2026-03-01", .invalidFormat, "to<2026-03-01>", "%2B"),
    ("eventCategory=MESSAGE&from=2026-03-01T00:01Z&to=2026-03-01T00:00Z", .invalidParameter, "from<2026-03-01T00:01Z>", "after to"),
    ("eventCategory=MESSAGE&extra1s=APNS,GCM", .invalidParameter, "extra1s<GCM>", "FCM since v2.3"),
    ("eventCategory=MESSAGE&extra1s=APN", .invalidParameter, "extra1s<APN>", "did you mean APNS"),
    ("eventCategory=MESSAGE&messageId=x", .invalidFormat, "messageId<x>", "whole number"),
    ("eventCategory=MESSAGE&statsCriteria=EVENT,EXTRA_4", .invalidParameter, "statsCriteria<EXTRA_4>", "TEMPLATE_ID"),
    // The order of the table.
    ("eventCategory=x&statisticsType=x", .invalidParameter, "eventCategory<x>", ""),
    ("eventCategory=MESSAGE&timeUnit=x&statisticsType=x", .invalidParameter, "statisticsType<x>", ""),
    ("eventCategory=MESSAGE&from=x&timeUnit=y", .invalidParameter, "timeUnit<y>", ""),
    ("eventCategory=MESSAGE&extra1s=y&from=x", .invalidFormat, "from<x>", ""),
    ("eventCategory=MESSAGE&messageId=y&extra1s=x", .invalidParameter, "extra1s<x>", ""),
    ("eventCategory=MESSAGE&statsCriteria=y&messageId=x", .invalidFormat, "messageId<x>", ""),
  ])
  func faults(query: String, code: ResultCode, suffix: String, word: String) throws {
    let error = try #require(#expect(throws: APIError.self) { _ = try Self.stats(query, isTotal: true) })
    #expect(error.message == "\(code.text) \(suffix)")
    #expect(word.isEmpty || error.hint.contains(word), "\(error.hint)")
  }
}

/// Parameters of the statistics of v2.0 to v2.3.
@Suite struct StatisticsQueryTests {
  private static let now = DateText.parse("2026-03-02T09:00:00+09:00")!
  private static let hour = "from=2026-03-02T08:00%2B09:00&to=2026-03-02T09:00%2B09:00"

  @Test(arguments: [
    ("", [.agreement, .country, .language, .timezoneId]), ("tokenProperties=", [.agreement, .country, .language, .timezoneId]),
    ("tokenProperties=country", [.country]), ("tokenProperties=timezoneId,,agreement&tokenProperties=language", [.timezoneId, .agreement, .language]),
  ] as [(String, Set<StatisticsQuery.TokenProperty>)])
  func properties(query: String, properties: Set<StatisticsQuery.TokenProperty>) throws {
    let (plan, found) = try StatisticsQuery.tokenProperties(QueryItems("\(Self.hour)&\(query)"), now: Self.now)
    #expect(found == properties)
    #expect(plan.unit == .minute && plan.buckets.count == 60)
  }

  @Test func registrationsHaveBoundsOnly() throws {
    #expect(try StatisticsQuery.tokenRegistrations(QueryItems(""), now: Self.now).unit == .day)
    // What they do not know they do not look at.
    #expect(try StatisticsQuery.tokenRegistrations(QueryItems("\(Self.hour)&timeUnit=x"), now: Self.now).unit == .minute)
  }

  @Test(arguments: [
    ("", [.sent, .sentFailed, .received, .opened], .minute), ("event=SENT", [.sent], .minute), ("event=SENT_FAILED", [.sentFailed], .minute),
    ("event=RECEIVED", [.received], .minute), ("event=OPENED&timeUnit=HOURS", [.opened], .hour),
    ("timeUnit=DAYS", [.sent, .sentFailed, .received, .opened], .day),
  ] as [(String, Set<StatisticsQuery.MessageEvent>, StatisticsUnit)])
  func events(query: String, events: Set<StatisticsQuery.MessageEvent>, unit: StatisticsUnit) throws {
    let found = try StatisticsQuery.messageReceipts(QueryItems("\(Self.hour)&\(query)"), now: Self.now)
    #expect(found.events == events)
    #expect(found.plan.unit == unit)
    #expect(found.message == MessageFilter())
  }

  @Test func oneMessage() throws {
    let found = try StatisticsQuery.messageReceipts(QueryItems("messageId=3500000000000007"), now: Self.now)
    #expect(found.message.number?.messageId == 3_500_000_000_000_007)
  }

  @Test(arguments: [
    ("tokenProperties=agreement,uid", ResultCode.invalidParameter, "tokenProperties<uid>"),
    ("tokenProperties=Country", .invalidParameter, "tokenProperties<Country>"), ("tokenProperties=x&to=y", .invalidFormat, "to<y>"),
    ("from=2026-03-02T00:00:01Z&to=2026-03-01T00:00Z", .invalidParameter, "from<2026-03-02T00:00:01Z>"),
    ("from=2026-03-01T00:00:00+09:00", .invalidFormat, "from<2026-03-01T00:00:00 09:00>"),
  ])
  func propertyFaults(query: String, code: ResultCode, suffix: String) throws {
    let error = try #require(
      #expect(throws: APIError.self) { _ = try StatisticsQuery.tokenProperties(QueryItems(query[...]), now: Self.now) })
    #expect(error.message == "\(code.text) \(suffix)")
  }

  @Test(arguments: [
    ("event=sent", ResultCode.invalidParameter, "event<sent>"), ("timeUnit=DAY", .invalidParameter, "timeUnit<DAY>"),
    ("messageId=1.0", .invalidFormat, "messageId<1.0>"), ("messageId=x&timeUnit=y", .invalidParameter, "timeUnit<y>"),
    ("timeUnit=x&event=y", .invalidParameter, "event<y>"), ("event=x&from=y", .invalidFormat, "from<y>"),
    ("timeUnit=MINUTES", .tooMany, "totalCount<43201>"), ("timeUnit=MINUTES&messageId=x", .invalidFormat, "messageId<x>"),
  ])
  func receiptFaults(query: String, code: ResultCode, suffix: String) throws {
    let error = try #require(
      #expect(throws: APIError.self) { _ = try StatisticsQuery.messageReceipts(QueryItems(query[...]), now: Self.now) })
    #expect(error.message == "\(code.text) \(suffix)")
  }
}
