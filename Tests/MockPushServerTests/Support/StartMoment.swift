import Foundation
import PushStore
@testable import MockPushServer

/// The moments at which the whole suite is run: ordinary days, ends of months, a leap day. All are full minutes by day, in Seoul.
enum StartMoment {
  private static let moments = [
    "spring": "2026-03-02T09:00:00+09:00", "winter": "2026-01-31T10:30:00+09:00", "summer": "2026-07-31T16:45:00+09:00",
    "leap": "2028-02-29T12:00:00+09:00",
  ]

  static let chosen: Timestamp = {
    let name = ProcessInfo.processInfo.environment["MOCK_PUSH_TEST_START"] ?? "spring"
    guard let text = moments[name], let moment = DateText.parse(text) else {
      fatalError("MOCK_PUSH_TEST_START is \(name); it is one of \(moments.keys.sorted().joined(separator: ", ")).")
    }
    return moment
  }()
}
