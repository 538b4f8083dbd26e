import PushStore
import Testing

@testable import MockPushServer

@Suite struct ZoneDataTests {
  /// A version 2 file of two types (+1 h, +2 h) that change at 1,000 s and 2,000 s; only the second block is read.
  private static func file(type: UInt8 = 1, version: Character = "2", footer: String = "<+03>-3") -> [UInt8] {
    func header(times: UInt8, types: UInt8) -> [UInt8] {
      Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15 + 15) + [times, 0, 0, 0, types, 0, 0, 0, 2]
    }
    let old = header(times: 0, types: 1) + [0, 0, 0, 0, 0, 0] + [65, 0]
    let times: [UInt8] = [0, 0, 0, 0, 0, 0, 0x03, 0xe8, 0, 0, 0, 0, 0, 0, 0x07, 0xd0]
    let types: [UInt8] = [0, 0, 0x0e, 0x10, 0, 0, 0, 0, 0x1c, 0x20, 1, 0]
    return old + header(times: 2, types: 2) + times + [type, 0] + types + [65, 0] + Array("\n\(footer)\n".utf8)
  }

  @Test(arguments: [
    (-9_000_000_000, 1), (-1, 1), (0, 1), (999_999, 1), (1_000_000, 2), (1_999_999, 2), (2_000_000, 3), (9_000_000_000_000, 3),
  ] as [(Int64, Int)])
  func findsTheTransitionBeforeTheMoment(milliseconds: Int64, hours: Int) throws {
    let zone = try #require(ZoneData(tzif: Self.file()))
    #expect(zone.offset(at: Timestamp(milliseconds: milliseconds)) == hours * 3_600)
  }

  @Test(arguments: [
    (0, 3_000_000, [1_000_000, 2_000_000]), (999_999, 1_000_000, [1_000_000]), (1_000_000, 1_999_999, []), (-5, 999_999, []),
    (2_000_000, 9_000_000_000_000, []),
  ] as [(Int64, Int64, [Int64])])
  func listsChangesBehindTheStartAndUpToTheEnd(start: Int64, end: Int64, changes: [Int64]) throws {
    let zone = try #require(ZoneData(tzif: Self.file()))
    #expect(zone.changes(after: Timestamp(milliseconds: start), upTo: Timestamp(milliseconds: end)).map(\.milliseconds) == changes)
  }

  @Test func changesComeFromTheRuleBeyondTheTable() throws {
    let zone = ZoneData(rule: ZoneRule("EST5EDT,M3.2.0,M11.1.0"))
    let moments = try ["2026-01-01T00:00Z", "2026-03-08T07:00Z", "2026-11-01T06:00Z", "2026-12-31T00:00Z"].map { try #require(DateText.parse($0)) }
    #expect(zone.changes(after: moments[0], upTo: moments[3]) == [moments[1], moments[2]])
    #expect(zone.changes(after: moments[1], upTo: moments[2]) == [moments[2]])
    #expect(ZoneData(rule: ZoneRule("KST-9")).changes(after: moments[0], upTo: moments[3]) == [])
  }

  @Test func withoutAFooterTheLastTypeHolds() throws {
    let zone = try #require(ZoneData(tzif: Self.file(footer: "")))
    #expect(zone.offset(at: Timestamp(milliseconds: 3_000_000)) == 3_600)
  }

  @Test func otherBytesAreNoZone() throws {
    let file = Self.file()
    #expect(ZoneData(tzif: []) == nil)
    #expect(ZoneData(tzif: Array("# version 2025b\n".utf8)) == nil)
    #expect(ZoneData(tzif: Self.file(version: "\0")) == nil)
    #expect(ZoneData(tzif: Self.file(type: 2)) == nil)
    // Transitions out of order: the second block's first moment stands 8 bytes before its second.
    var swapped = file
    let first = try #require(file.firstRange(of: [0x03, 0xe8])).lowerBound
    swapped.swapAt(first, first + 8)
    #expect(ZoneData(tzif: swapped) == nil)
    for length in 0..<file.count - 9 { #expect(ZoneData(tzif: Array(file[..<length])) == nil, "\(length) bytes") }
    #expect(ZoneData(tzif: file.enumerated().map { 20..<44 ~= $0.offset ? 0xff : $0.element }) == nil)
  }

  @Test(arguments: [
    ("KST-9", ZoneRule(standard: 32_400)), ("<+0545>-5:45", ZoneRule(standard: 20_700)), ("GMT0", ZoneRule(standard: 0)),
    ("<-12>+12", ZoneRule(standard: -43_200)),
    ("LMT0:01:15", ZoneRule(standard: -75)),
    ("EST5EDT,M3.2.0,M11.1.0/1:30",
      ZoneRule(standard: -18_000, saving: .init(
        offset: -14_400, start: .init(day: .weekday(month: 3, week: 2, weekday: 0)),
        end: .init(day: .weekday(month: 11, week: 1, weekday: 0), seconds: 5_400)))),
    ("<-02>2<-01>1,J60/-1,365/25", ZoneRule(standard: -7_200, saving: .init(
      offset: -3_600, start: .init(day: .dayWithoutLeap(60), seconds: -3_600), end: .init(day: .day(365), seconds: 90_000)))),
  ])
  func readsRules(text: String, rule: ZoneRule) {
    #expect(ZoneRule(text) == rule)
  }

  @Test(arguments: [
    "", "9", "KST", "<KST-9", "KST-", "KST-9,", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.1.0,M1.1.0", "EST5EDT,M3.6.0,M1.1.0",
    "EST5EDT,M3.1.7,M1.1.0", "EST5EDT,M3.2.0,M11.1.0x",
    "EST5EDT,J0,J365", "EST5EDT,J1,J366", "EST5EDT,0,366", "EST5EDT,M3.2.0/,M11.1.0", "EST5:EDT,M3.2.0,M11.1.0", "EST5EDT,M3.2,M11.1.0",
  ])
  func refusesOtherRules(text: String) {
    #expect(ZoneRule(text) == nil)
  }

  @Test(arguments: [
    (ZoneRule.Change.Day.dayWithoutLeap(59), 2024, "2024-02-28"), (.dayWithoutLeap(60), 2024, "2024-03-01"),
    (.dayWithoutLeap(60), 2026, "2026-03-01"), (.day(0), 2026, "2026-01-01"),
    (.day(59), 2024, "2024-02-29"), (.day(59), 2026, "2026-03-01"), (.weekday(month: 3, week: 1, weekday: 0), 2026, "2026-03-01"),
    (.weekday(month: 3, week: 5, weekday: 0), 2026, "2026-03-29"),
    (.weekday(month: 10, week: 5, weekday: 4), 2026, "2026-10-29"), (.weekday(month: 2, week: 5, weekday: 6), 2026, "2026-02-28"),
    (.weekday(month: 5, week: 5, weekday: 0), 2026, "2026-05-31"),
  ])
  func changesFallOnTheirDay(day: ZoneRule.Change.Day, year: Int, date: String) {
    let moment = ZoneRule.Change(day: day, seconds: 0).moment(year: year, offset: 0)
    #expect(DateText.day(CivilTime(moment, offsetSeconds: 0)) == date)
  }
}
