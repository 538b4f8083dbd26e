import PushStore

/// The buckets that statistics are told in (contract 26.2, R87, F34, F35).
struct StatisticsPlan: Equatable, Sendable {
  static let maxCount = 10_000

  struct TooManyBuckets: Error, Equatable {
    let unit: StatisticsUnit
    let count: Int
  }

  let unit: StatisticsUnit
  /// The buckets are days that are summed by day of the week.
  let isByDay: Bool
  /// Their starts, ascending without a gap; none when `from` is after `to`.
  let buckets: [Timestamp]
  /// What lies outside these two, both included, counts in no bucket.
  let from: Timestamp
  let to: Timestamp

  /// - Parameters:
  ///   - written: the bounds as the caller wrote them, nil where not given; the default unit comes from them.
  ///   - from: with its default, and no more than 30 days ago.
  ///   - to: with its default, or to the end of the minute when the rule of the whole minute applied.
  ///   - unit: nil for the default.
  init(
    written: (from: Timestamp?, to: Timestamp?), from: Timestamp, to: Timestamp, unit: StatisticsUnit?, isByDay: Bool
  ) throws(TooManyBuckets) {
    let unit = isByDay ? .day : unit ?? Self.defaultUnit(from: written.from ?? from, to: written.to ?? to)
    (self.unit, self.isByDay, self.from, self.to) = (unit, isByDay, from, to)
    guard from <= to else {
      buckets = []
      return
    }
    // A bucket that only the rule of the whole minute would add is left out.
    let lastMoment = written.to.map { $0 < to ? $0.advanced(byMilliseconds: -1) : $0 } ?? to
    let first = unit.bucket(of: from)
    let last = max(first, unit.bucket(of: lastMoment))
    let count = Int(last - first + 1)
    // ruling: the days of BY_DAY count too, though its answer has seven buckets.
    guard count <= Self.maxCount else { throw TooManyBuckets(unit: unit, count: count) }
    buckets = (first...last).map { unit.start(of: $0) }
  }

  /// Minutes up to an hour, hours below a day, else days.
  private static func defaultUnit(from: Timestamp, to: Timestamp) -> StatisticsUnit {
    let period = to.milliseconds - from.milliseconds
    if period <= StatisticsUnit.hour.milliseconds { return .minute }
    return period < StatisticsUnit.day.milliseconds ? .hour : .day
  }
}
