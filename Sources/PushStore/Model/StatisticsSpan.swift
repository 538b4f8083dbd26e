/// A stretch of time whose events are counted, to the millisecond.
public struct StatisticsSpan: Equatable, Sendable {
  public var start: Timestamp
  /// The first moment behind it.
  public var end: Timestamp

  public init(start: Timestamp, end: Timestamp) {
    self.start = start
    self.end = end
  }

  /// Everything before a moment.
  init(before end: Timestamp) { self.init(start: Self.beginning, end: end) }

  /// Bounds of days, long before and after any date that can be written.
  private static let beginning = StatisticsUnit.day.start(of: -1_000_000)
  static let ending = StatisticsUnit.day.start(of: 4_000_000)

  /// Where the minute ends that `end` cuts; `end` itself where it cuts none.
  var endOfLastMinute: Timestamp {
    let minute = StatisticsUnit.minute
    let start = minute.start(of: minute.bucket(of: end))
    return start == end ? end : start.advanced(byMilliseconds: minute.milliseconds)
  }

  /// A piece of a span: whole buckets, for which there are sums, or part of one minute, for which single rows are looked at.
  enum Part: Equatable {
    case buckets(StatisticsUnit, Range<Int64>)
    case exact(StatisticsSpan)
  }

  /// The span cut into pieces as coarse as they can be, in their order.
  ///
  /// - Parameter coarsest: the largest unit to use. No finer piece crosses the bounds of its buckets.
  func parts(upTo coarsest: StatisticsUnit = .day) -> [Part] { Self.parts(start, end, coarsest) }

  private static func parts(_ start: Timestamp, _ end: Timestamp, _ unit: StatisticsUnit?) -> [Part] {
    guard start < end else { return [] }
    guard let unit else { return [.exact(StatisticsSpan(start: start, end: end))] }
    let holding = unit.bucket(of: start)
    let first = unit.start(of: holding) == start ? holding : holding + 1
    let behind = unit.bucket(of: end)
    guard first < behind else {
      // Cut at the bound between two buckets, should there be one.
      let bound = unit.start(of: behind)
      guard start < bound else { return parts(start, end, unit.finer) }
      return parts(start, bound, unit.finer) + parts(bound, end, unit.finer)
    }
    return parts(start, unit.start(of: first), unit.finer) + [.buckets(unit, first..<behind)] + parts(unit.start(of: behind), end, unit.finer)
  }
}
