import PushStore
import Testing

@testable import MockPushServer

@Suite struct DateTextTests {
  private static let quarterPastNine = Timestamp(milliseconds: 1_772_410_500_000)

  @Test(arguments: [
    ("2026-03-02T09:15:00.000+09:00", 0, true), ("2026-03-02T09:15+09:00", 0, true), ("2026-03-02T09:15:00+09:00", 0, true),
    ("2026-03-02T09:15:00+0900", 0, true),
    ("2026-03-02T00:15Z", 0, true), ("2026-03-02T00:15:00Z", 0, true), ("2026-03-02T00:15+00:00", 0, true), ("2026-03-02T00:15-0000", 0, true),
    ("2026-03-01T19:15-05:00", 0, true), ("2026-03-02T05:45+0530", 0, true), ("2026-03-02T19:14+18:59", 0, true),
    ("2026-03-01T05:16-18:59", 0, true),
    ("2026-03-02T09:15:00.0+09:00", 0, true), ("2026-03-02T09:15:00.0009+09:00", 0, true), ("2026-03-02T09:15:00.5+09:00", 500, false),
    ("2026-03-02T09:15:00.12+0900", 120, false), ("2026-03-02T09:15:00.123+0900", 123, false),
    ("2026-03-02T09:15:00.1239999999999999999999+09:00", 123, false),
    ("2026-03-02T09:15:00.001Z", 32_400_001, false), ("2026-03-02T09:15:01+09:00", 1_000, false), ("2026-03-02T09:15:59.999+09:00", 59_999, false),
  ] as [(String, Int64, Bool)])
  func readsInputDates(text: String, late: Int64, wholeMinute: Bool) {
    let expected = ParsedDate(timestamp: Self.quarterPastNine.advanced(byMilliseconds: late), wholeMinute: wholeMinute)
    #expect(DateText.parseDate(text) == expected)
    #expect(DateText.parse(text) == expected.timestamp)
    #expect(DateText.parseDate("<\(text)>".dropFirst().dropLast()) == expected)
  }

  @Test(arguments: [
    ("2024-02-29T00:00Z", 1_709_164_800_000), ("2000-02-29T00:00Z", 951_782_400_000), ("1969-12-31T23:59:59.999Z", -1),
    ("0001-01-01T00:00+09:00", -62_135_629_200_000), ("9999-12-31T23:59:59.999+09:00", 253_402_268_399_999),
  ] as [(String, Int64)])
  func readsDatesAtTheBorders(text: String, milliseconds: Int64) {
    #expect(DateText.parse(text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "Z", "2026", "2026-03-02", "2026-03-02T09:15", "2026-03-02T09:15:00", "2026-03-02T09:15:00.000", "2026-03-02T09:15:00.000 09:00",
    "2026-03-02 09:15:00+09:00",
    "2026-03-02t09:15:00Z", "2026-03-02T09:15:00z", "2026-03-02T09:15:00,5Z", "2026-03-02T09:15:00.Z", "2026-03-02T09:15.5Z",
    "2026-03-02T09:15:Z", "2026-03-02T9:15Z",
    "2026-3-02T09:15Z", "26-03-02T09:15Z", "+2026-03-02T09:15Z", "-2026-03-02T09:15Z", "12026-03-02T09:15Z", "20260302T0915Z",
    "2026-03-02T0915Z", "2026-03-02T09:15:00+9:00",
    "2026-03-02T09:15:00+09", "2026-03-02T09:15:00+09:0", "2026-03-02T09:15:00+09:00:00", "2026-03-02T09:15:00+19:00",
    "2026-03-02T09:15:00-19:00", "2026-03-02T09:15:00+09:60",
    "2026-03-02T09:15:00ZZ", "2026-03-02T09:15:00Z ", " 2026-03-02T09:15:00Z", "2026-03-02T09:15:00Asia/Seoul", "2026-03-02T09:15:00KST",
    "2026-03-02T24:00Z", "2026-03-02T23:60Z", "2026-03-02T23:59:60Z", "2026-02-29T00:00Z", "1900-02-29T00:00Z", "2026-04-31T00:00Z",
    "2026-00-01T00:00Z", "2026-13-01T00:00Z",
    "2026-01-00T00:00Z", "2026-01-32T00:00Z", "0000-01-01T00:00Z", "0001-01-01T00:00+09:01", "9999-12-31T23:59Z", "２026-03-02T09:15Z",
    "2026-03-02T09:15:00−09:00", "now", "1772410500000",
  ])
  func refusesOtherDates(text: String) {
    #expect(DateText.parseDate(text) == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01T09:00:00.000+09:00"), (1_772_410_500_000, "2026-03-02T09:15:00.000+09:00"),
    (1_772_410_500_007, "2026-03-02T09:15:00.007+09:00"),
    (1_709_132_399_999, "2024-02-28T23:59:59.999+09:00"), (1_709_132_400_000, "2024-02-29T00:00:00.000+09:00"),
    (-1, "1970-01-01T08:59:59.999+09:00"),
    (-62_135_629_200_000, "0001-01-01T00:00:00.000+09:00"), (253_402_268_399_999, "9999-12-31T23:59:59.999+09:00"),
    (.min, "0001-01-01T00:00:00.000+09:00"), (.max, "9999-12-31T23:59:59.999+09:00"),
  ] as [(Int64, String)])
  func writesSeoulTimeWithMilliseconds(milliseconds: Int64, text: String) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(DateText.iso(moment) == text)
    var bytes = Array("at ".utf8)
    DateText.appendISO(moment, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "at " + text)
    var writer = JSONWriter()
    writer.beginArray()
    writer.date(moment)
    writer.date(moment)
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"["\#(text)","\#(text)"]"#)
  }

  @Test func whatIsWrittenIsReadBack() {
    var milliseconds = DateText.earliest.milliseconds
    var wrong = 0
    while milliseconds < DateText.latest.milliseconds {
      let moment = Timestamp(milliseconds: milliseconds)
      if DateText.parse(DateText.iso(moment)) != moment || DateText.parse(DateText.v13(moment)) != moment { wrong += 1 }
      milliseconds += 77_777_777_777
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [
    (1_772_410_500_000, "2026-03-02T09:15:00.000+0900", "2026-03-02 09:15:00.00+9:00"),
    (1_772_410_500_989, "2026-03-02T09:15:00.989+0900", "2026-03-02 09:15:00.98+9:00"),
    (1_772_384_400_009, "2026-03-02T02:00:00.009+0900", "2026-03-02 02:00:00.00+9:00"),
  ] as [(Int64, String, String)])
  func writesOlderFormats(milliseconds: Int64, v13: String, statistics: String) {
    #expect(DateText.v13(Timestamp(milliseconds: milliseconds)) == v13)
    #expect(DateText.statistics(Timestamp(milliseconds: milliseconds)) == statistics)
  }

  @Test(arguments: ["2026-03-02T09:15", "0001-01-01T00:00", "9999-12-31T23:59", "2024-02-29T12:30"])
  func scheduleStringsRoundTrip(text: String) {
    #expect(DateText.parseLocalMinute(text).map(DateText.localMinute) == text)
    #expect(DateText.parseDay(text.prefix(10)).map(DateText.day) == String(text.prefix(10)))
    #expect(DateText.parseTimeOfDay(text.suffix(5)).map { DateText.timeOfDay(hour: $0.hour, minute: $0.minute) } == String(text.suffix(5)))
  }

  @Test func schedulePartsAreRead() throws {
    #expect(DateText.parseLocalMinute("2026-03-02T09:15") == CivilTime(year: 2026, month: 3, day: 2, hour: 9, minute: 15))
    #expect(DateText.parseDay("2026-03-02") == CivilTime(year: 2026, month: 3, day: 2))
    #expect(try #require(DateText.parseTimeOfDay("23:59")) == (23, 59))
  }

  @Test(arguments: [
    "", "2026-03-02T09:15:00", "2026-03-02T09:15Z", "2026-03-02T09:15+09:00", "2026-03-02 09:15", "2026-02-29T09:15", "2026-03-02T24:00",
    "2026-03-02", "0000-01-01T00:00",
  ])
  func refusesOtherScheduleStrings(text: String) {
    #expect(DateText.parseLocalMinute(text) == nil)
  }

  @Test(arguments: ["", "2026-3-2", "2026/03/02", "20260302", "2026-02-30", "2026-03-02T00:00", "0000-01-01"])
  func refusesOtherDays(text: String) {
    #expect(DateText.parseDay(text) == nil)
  }

  @Test(arguments: ["", "9:15", "09:5", "24:00", "23:60", "09:15:00", "0915", "-1:00", "09:15 "])
  func refusesOtherTimesOfDay(text: String) {
    #expect(DateText.parseTimeOfDay(text) == nil)
  }
}
