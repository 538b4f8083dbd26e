import PushStore
import Testing

@testable import MockPushServer

@Suite struct ISODurationTests {
  @Test(arguments: [
    ("PT0S", "2026-03-02T09:15:00.000+09:00"), ("PT1H", "2026-03-02T10:15:00.000+09:00"), ("PT30M", "2026-03-02T09:45:00.000+09:00"),
    ("PT90S", "2026-03-02T09:16:30.000+09:00"), ("PT0.5S", "2026-03-02T09:15:00.500+09:00"), ("PT1.2345678S", "2026-03-02T09:15:01.234+09:00"),
    ("PT0.0009S", "2026-03-02T09:15:00.000+09:00"), ("PT1.07S", "2026-03-02T09:15:01.070+09:00"), ("PT36H", "2026-03-03T21:15:00.000+09:00"),
    ("PT1H1M1S", "2026-03-02T10:16:01.000+09:00"),
    ("P1D", "2026-03-03T09:15:00.000+09:00"), ("P1W", "2026-03-09T09:15:00.000+09:00"), ("P30D", "2026-04-01T09:15:00.000+09:00"),
    ("P1M", "2026-04-02T09:15:00.000+09:00"), ("P12M", "2027-03-02T09:15:00.000+09:00"), ("P1Y", "2027-03-02T09:15:00.000+09:00"),
    ("P2Y3M1W4DT5H6M7.008S", "2028-06-13T14:21:07.008+09:00"), ("P1DT12H", "2026-03-03T21:15:00.000+09:00"),
    ("P0001D", "2026-03-03T09:15:00.000+09:00"),
    ("P7973Y", "9999-03-02T09:15:00.000+09:00"), ("PT251629857899.999S", "9999-12-31T23:59:59.999+09:00"),
  ])
  func movesForward(text: String, result: String) throws {
    let start = try #require(DateText.parse("2026-03-02T09:15+09:00"))
    #expect(try #require(ISODuration(text)).added(to: start).map(DateText.iso) == result)
  }

  @Test("months end within the month, in Seoul's calendar", arguments: [
    ("2026-01-31T00:30+09:00", "P1M", "2026-02-28T00:30:00.000+09:00"), ("2024-01-31T00:30+09:00", "P1M1D", "2024-03-01T00:30:00.000+09:00"),
    ("2024-02-29T12:00+09:00", "P1Y", "2025-02-28T12:00:00.000+09:00"), ("2024-02-29T12:00+09:00", "P4Y", "2028-02-29T12:00:00.000+09:00"),
    // In UTC it still is the 30th.
    ("2026-01-30T15:30Z", "P1M", "2026-02-28T00:30:00.000+09:00"), ("2026-12-31T23:59:59.999+09:00", "PT0.001S", "2027-01-01T00:00:00.000+09:00"),
    ("2026-01-31T00:00+09:00", "P1MT24H", "2026-03-01T00:00:00.000+09:00"),
  ])
  func calendarUnits(start: String, text: String, result: String) throws {
    #expect(try #require(ISODuration(text)).added(to: try #require(DateText.parse(start))).map(DateText.iso) == result)
  }

  @Test(arguments: [
    "", "P", "PT", "T", "1H", "PT1", "P1", "P1DT", "P1YT", "PTH", "PD", "-PT1H", "+PT1H", "P-1D", "PT-1H", "PT+1H", "pt1h", "PT1h", "P1H",
    "PT1D", "PT1W",
    "PT1Y", "P1D1Y", "P1D1D", "P1W1M", "PT1M1H", "PT1S1M", "PT1H1H", "PT1HT1M", "P1DP1D", "PT1.5H", "PT0.5M",
    "P1.5D", "P0.5Y", "PT1.S", "PT.5S", "PT1,5S",
    "PT1.5", "PT1..5S", "PT1.2.3S", " PT1H", "PT1H ", "PT 1H", "PT1H\0", "PT１H", "PT0x1H",
    "P2026-03-02T09:15", "01:00:00", "3600", "PT1H/PT1H", "R1/PT1H",
    "P99999999999999999999Y", "PT99999999999999999999S", "P9223372036854775807D", "PT9223372036854775807H",
    "P10001Y", "P120001M", "P3660001D", "P600000W",
    "PT1000000000000S", "PT320000000001S", "P9999Y9999999999M",
  ])
  func refusesOtherTexts(text: String) {
    #expect(ISODuration(text) == nil)
  }

  @Test(arguments: ["P10000Y", "P120000M", "P3660000D", "PT320000000000S", "P7974Y", "P10000YT88888888H", "PT251629857900S"])
  func nothingGoesBeyondTheYear9999(text: String) throws {
    let duration = try #require(ISODuration(text))
    #expect(duration.added(to: try #require(DateText.parse("2026-03-02T09:15+09:00"))) == nil)
    #expect(duration.added(to: DateText.latest) == nil)
  }

  @Test func longTextsAreRefusedAtOnce() {
    #expect(ISODuration("P" + String(repeating: "1", count: 1_000_000) + "D") == nil)
    #expect(ISODuration("PT0." + String(repeating: "9", count: 1_000_000) + "S") == ISODuration("PT0.999S"))
  }
}
