import PushStore
import Testing

@testable import MockPushServer

@Suite struct RunRecordTests {
  private static let record = RunRecord(
    pid: 4711, version: "0.1.0", addresses: ["http://127.0.0.1:8080", "https://[::1]:8443"], database: "/a \"b\"/x.db",
    startedAt: Timestamp(milliseconds: 1_772_410_500_007), startedMicroseconds: 5_000_000)

  @Test func itReadsWhatItWrites() {
    #expect(RunRecord(Array(Self.record.json.prettyText.utf8)) == Self.record)
  }

  @Test(arguments: ["", "{}", "[]", "4711\n", #"{"pid":"4711"}"#, #"{"pid":4711,"version":"1"}"#])
  func anythingElseIsNoRecord(text: String) {
    #expect(RunRecord(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    (-1, "0 s"), (0, "0 s"), (59, "59 s"), (60, "1 min 0 s"), (3_599, "59 min 59 s"), (3_600, "1 h 0 min"), (86_399, "23 h 59 min"),
    (86_400, "1 d 0 h"), (1_000_000, "11 d 13 h"),
  ])
  func uptimeIsToldInItsTwoLargestUnits(seconds: Int, text: String) {
    #expect(UptimeText.of(seconds: seconds) == text)
  }
}
