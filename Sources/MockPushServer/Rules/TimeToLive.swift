import PushStore

/// How long a message may wait for its provider (contract 17.2, R49, R68).
enum TimeToLive {
  /// Minutes, where a request does not say.
  static let standard = 10
  static let range = 1...60
  /// 0 is "for ever", which only the console may ask for.
  static let consoleRange = 0...60

  /// The last moment at which it may still be handed over; nil when there is none.
  /// - Parameters:
  ///   - start: creation, or the schedule's delivery instant.
  ///   - minutes: 0 = unlimited.
  static func end(start: Timestamp, minutes: Int) -> Timestamp? {
    minutes == 0 ? nil : start.advanced(byMilliseconds: Int64(minutes) * 60_000)
  }

  /// Exactly at the limit still sends.
  static func isOver(start: Timestamp, minutes: Int, now: Timestamp) -> Bool {
    end(start: start, minutes: minutes).map { now > $0 } ?? false
  }
}
