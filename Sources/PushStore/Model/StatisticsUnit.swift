/// Stretches of Seoul wall clock time that statistics are summed by. Raw values are stored.
public enum StatisticsUnit: Int, CaseIterable, Sendable {
  case minute = 1
  case hour = 2
  case day = 3

  public var milliseconds: Int64 {
    switch self {
    case .minute: 60_000
    case .hour: 3_600_000
    case .day: 86_400_000
    }
  }

  /// Asia/Seoul, at every moment (contract 2.4, 26.2).
  private static let offset: Int64 = 9 * 3_600_000

  /// The number of the bucket that holds a moment.
  public func bucket(of moment: Timestamp) -> Int64 {
    let (quotient, remainder) = (moment.milliseconds + Self.offset).quotientAndRemainder(dividingBy: milliseconds)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// When a bucket begins.
  public func start(of bucket: Int64) -> Timestamp { Timestamp(milliseconds: bucket * milliseconds - Self.offset) }

  /// The next finer one.
  var finer: StatisticsUnit? { StatisticsUnit(rawValue: rawValue - 1) }
}
