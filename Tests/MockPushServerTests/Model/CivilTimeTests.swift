import PushStore
import Testing

@Suite struct CivilTimeTests {
  @Test(arguments: [
    (0, 0, CivilTime(year: 1970, month: 1, day: 1)),
    (-1, 0, CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59, millisecond: 999)),
    (1_772_410_500_123, 32_400, CivilTime(year: 2026, month: 3, day: 2, hour: 9, minute: 15, millisecond: 123)),
    (951_782_400_000, 0, CivilTime(year: 2000, month: 2, day: 29)),
    (951_868_799_999, 0, CivilTime(year: 2000, month: 2, day: 29, hour: 23, minute: 59, second: 59, millisecond: 999)),
    (1_709_164_800_000, -3_600, CivilTime(year: 2024, month: 2, day: 28, hour: 23)),
    (-62_135_596_800_000, 0, CivilTime(year: 1, month: 1, day: 1)),
    (253_402_300_799_999, 0, CivilTime(year: 9_999, month: 12, day: 31, hour: 23, minute: 59, second: 59, millisecond: 999)),
    (-2_203_891_200_000, 0, CivilTime(year: 1900, month: 3, day: 1)),
  ] as [(Int64, Int, CivilTime)])
  func momentsAndCalendarsCorrespond(milliseconds: Int64, offset: Int, time: CivilTime) {
    #expect(CivilTime(Timestamp(milliseconds: milliseconds), offsetSeconds: offset) == time)
    #expect(time.timestamp(offsetSeconds: offset).milliseconds == milliseconds)
  }

  /// Walks the calendar day by day from year 1 to 9999, so every day exists once, in order.
  @Test func daysFollowEachOther() {
    var expected = CivilTime(year: 1, month: 1, day: 1)
    var number = expected.daysFromEpoch
    var wrong = 0
    while expected.year < 10_000 {
      let moment = Timestamp(milliseconds: Int64(number) * 86_400_000)
      if CivilTime(moment, offsetSeconds: 0) != expected || expected.daysFromEpoch != number { wrong += 1 }
      number += 1
      expected.day += 1
      if expected.day > CivilTime.daysInMonth(year: expected.year, month: expected.month) { (expected.day, expected.month) = (1, expected.month + 1) }
      if expected.month > 12 { (expected.month, expected.year) = (1, expected.year + 1) }
    }
    #expect(wrong == 0)
    #expect(number == 2_932_897)
  }

  @Test func noMomentOverflows() {
    #expect(CivilTime(Timestamp(milliseconds: .max), offsetSeconds: 66_540).year == 292_278_994)
    #expect(CivilTime(Timestamp(milliseconds: .min), offsetSeconds: -66_540).year == -292_275_055)
  }

  @Test(arguments: [(2_000, true), (1_900, false), (2_024, true), (2_026, false), (2_100, false), (2_400, true), (4, true), (1, false)])
  func leapYearsHave29DaysInFebruary(year: Int, isLeap: Bool) {
    #expect(CivilTime.isLeap(year) == isLeap)
    #expect(CivilTime.daysInMonth(year: year, month: 2) == (isLeap ? 29 : 28))
    #expect(CivilTime(year: year, month: 2, day: 29).isValid == isLeap)
  }

  @Test(arguments: [
    (CivilTime(year: 2026, month: 4, day: 30), true), (CivilTime(year: 2026, month: 4, day: 31), false),
    (CivilTime(year: 2026, month: 12, day: 31), true),
    (CivilTime(year: 2026, month: 0, day: 1), false), (CivilTime(year: 2026, month: 13, day: 1), false),
    (CivilTime(year: 2026, month: 1, day: 0), false),
    (CivilTime(year: 0, month: 1, day: 1), false), (CivilTime(year: 10_000, month: 1, day: 1), false), (CivilTime(year: 1, month: 1, day: 1), true),
    (CivilTime(year: 2026, month: 1, day: 1, hour: 23, minute: 59, second: 59, millisecond: 999), true),
    (CivilTime(year: 2026, month: 1, day: 1, hour: 24), false), (CivilTime(year: 2026, month: 1, day: 1, minute: 60), false),
    (CivilTime(year: 2026, month: 1, day: 1, second: 60), false), (CivilTime(year: 2026, month: 1, day: 1, millisecond: 1_000), false),
    (CivilTime(year: 2026, month: 1, day: 1, hour: -1), false),
  ])
  func knowsWhichTimesExist(time: CivilTime, isValid: Bool) {
    #expect(time.isValid == isValid)
  }

  @Test(arguments: [(1970, 1, 1, 4), (2026, 3, 1, 0), (2026, 3, 2, 1), (2024, 2, 29, 4), (1969, 12, 31, 3), (1, 1, 1, 1), (9_999, 12, 31, 5)])
  func weekdaysCountFromSunday(year: Int, month: Int, day: Int, weekday: Int) {
    #expect(CivilTime(year: year, month: month, day: day).weekday == weekday)
  }

  @Test(arguments: [
    ((2026, 1, 31), 1, (2026, 2, 28)), ((2024, 1, 31), 1, (2024, 2, 29)), ((2026, 12, 15), 1, (2027, 1, 15)), ((2026, 1, 15), -1, (2025, 12, 15)),
    ((2024, 2, 29), 12, (2025, 2, 28)), ((2024, 2, 29), 48, (2028, 2, 29)), ((2026, 3, 31), -1, (2026, 2, 28)), ((2026, 5, 31), 0, (2026, 5, 31)),
    ((2026, 7, 31), -25, (2024, 6, 30)),
  ])
  func addingMonthsStaysInTheMonth(from: (Int, Int, Int), months: Int, to: (Int, Int, Int)) {
    let time = CivilTime(year: from.0, month: from.1, day: from.2, hour: 9, minute: 15)
    #expect(time.adding(months: months) == CivilTime(year: to.0, month: to.1, day: to.2, hour: 9, minute: 15))
  }

  @Test func addingDaysCrossesMonthsAndYears() {
    let time = CivilTime(year: 2026, month: 12, day: 31, hour: 9)
    #expect(time.adding(days: 1) == CivilTime(year: 2027, month: 1, day: 1, hour: 9))
    #expect(time.adding(days: -365) == CivilTime(year: 2025, month: 12, day: 31, hour: 9))
  }

  @Test func earlierTimesAreSmaller() {
    let times = [
      CivilTime(year: 2025, month: 12, day: 31, hour: 23), CivilTime(year: 2026, month: 1, day: 1),
      CivilTime(year: 2026, month: 1, day: 1, millisecond: 1),
      CivilTime(year: 2026, month: 1, day: 1, minute: 1), CivilTime(year: 2026, month: 1, day: 2), CivilTime(year: 2026, month: 2, day: 1),
    ]
    #expect(times.reversed().sorted() == times)
  }
}
