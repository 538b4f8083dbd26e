import PushStore
import Testing

@testable import MockPushServer

@Suite struct TimeRulesTests {
  @Test("contract 17.2: exactly at the limit still sends", arguments: [
    (1, 60_000, false), (1, 60_001, true), (10, 600_000, false), (10, 600_001, true), (60, 3_600_000, false), (60, 3_600_001, true),
    (10, -1, false), (0, Int64.max / 4, false),
  ] as [(Int, Int64, Bool)])
  func timeToLive(minutes: Int, late: Int64, isOver: Bool) {
    let start = Timestamp(milliseconds: 1_772_410_500_000)
    #expect(TimeToLive.isOver(start: start, minutes: minutes, now: start.advanced(byMilliseconds: late)) == isOver)
  }

  @Test("contract 9.4", arguments: [
    ("2025-03-02T09:15:00.000+09:00", 12, "2026-03-02T09:15:00.000+09:00"), ("2026-01-31T00:00:00.000+09:00", 1, "2026-02-28T00:00:00.000+09:00"),
    ("2024-02-29T12:00:00.000+09:00", 12, "2025-02-28T12:00:00.000+09:00"), ("2024-01-31T12:00:00.000+09:00", 1, "2024-02-29T12:00:00.000+09:00"),
    // 31 December in Seoul, still 30 December in UTC.
    ("2025-12-31T00:30:00.000+09:00", 2, "2026-02-28T00:30:00.000+09:00"), ("2025-11-30T23:59:59.999+09:00", 1200, "2125-11-30T23:59:59.999+09:00"),
  ])
  func tokenExpiryCountsMonthsInSeoul(activated: String, months: Int, end: String) throws {
    let activated = try #require(DateText.parse(activated))
    let end = try #require(DateText.parse(end))
    #expect(TokenExpiry.end(activatedAt: activated, months: months) == end)
    #expect(TokenExpiry.isOver(activatedAt: activated, months: months, now: end))
    #expect(!TokenExpiry.isOver(activatedAt: activated, months: months, now: end.advanced(byMilliseconds: -1)))
    #expect(!TokenExpiry.isOver(activatedAt: activated, months: 0, now: end.advanced(byMilliseconds: 1 << 50)))
  }

  @Test("contract 17.1, F26: the window's end still counts", arguments: [
    (5, 0, true), (5, 300_000, true), (5, 300_001, false), (1, 60_000, true), (0, 0, false),
  ] as [(Int, Int64, Bool)])
  func duplicateWindow(minutes: Int, later: Int64, counts: Bool) {
    let sentAt = Timestamp(milliseconds: 1_772_410_500_000)
    #expect(DuplicateKey.window(minutes, reaches: sentAt, from: sentAt.advanced(byMilliseconds: later)) == counts)
  }

  @Test(arguments: [
    ("2024-03-02T09:15:07.999+09:00", "2024-03-02 09:15:07"), ("2024-12-31T15:00:00.000Z", "2025-01-01 00:00:00"),
    ("0099-01-02T03:04:05+09:00", "0099-01-02 03:04:05"),
  ])
  func consentDate(moment: String, text: String) throws {
    #expect(ConsentDateText.text(try #require(DateText.parse(moment))) == text)
    #expect(text.utf8.count == ConsentDateText.length)
  }

  @Test(arguments: [
    ("", 0, ""), ("no date", 0, "no date"), ("###AD_AGREEMENT_DATE_TIME###", 1, "D"), ("since ####AD_AGREEMENT_DATE_TIME####.", 1, "since #D#."),
    ("###AD_AGREEMENT_DATE_TIME###, ###AD_AGREEMENT_DATE_TIME### 동의", 2, "D, D 동의"), ("###ad_agreement_date_time###", 0, "###ad_agreement_date_time###"),
  ])
  func consentPlaceholders(text: String, count: Int, replaced: String) {
    #expect(ConsentDateText.count(in: text) == count)
    #expect(ConsentDateText.replaced(in: text, by: "D") == replaced)
  }
}
