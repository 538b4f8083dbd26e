import PushStore

/// When a token stops being a target without registering again (contract 9.4, R42).
enum TokenExpiry {
  /// Asia/Seoul, in seconds east of UTC.
  private static let offset = 32_400

  /// The first moment at which it is no target; nil when there is none.
  /// - Parameter months: calendar months in Asia/Seoul; 0 = never. A day that the month lacks becomes its last.
  static func end(activatedAt: Timestamp, months: Int) -> Timestamp? {
    months == 0 ? nil : CivilTime(activatedAt, offsetSeconds: offset).adding(months: months).timestamp(offsetSeconds: offset)
  }

  static func isOver(activatedAt: Timestamp, months: Int, now: Timestamp) -> Bool {
    end(activatedAt: activatedAt, months: months).map { $0 <= now } ?? false
  }
}
