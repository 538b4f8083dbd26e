import PushStore

extension StatisticsPlan {
  /// - Parameter unit: nil for the default.
  /// - Throws: 40010 for more buckets than are answered.
  init(_ bounds: DateBounds, now: Timestamp, unit: StatisticsUnit? = nil, isByDay: Bool = false) throws(APIError) {
    let range = DateRange(bounds, now: now)
    do throws(TooManyBuckets) {
      try self.init(written: (bounds.from, bounds.writtenTo), from: range.from, to: range.to, unit: unit, isByDay: isByDay)
    } catch {
      let coarser = error.unit == .day ? "" : ", or take a coarser timeUnit"
      throw APIError(
        .tooMany, "totalCount", String(error.count),
        hint: "from and to span \(error.count) buckets, and at most \(Self.maxCount) are answered: bring them closer together\(coarser)")
    }
  }
}

/// `timeUnit` on the wire.
enum TimeUnitName: String, CaseIterable {
  case minutes = "MINUTES"
  case hours = "HOURS"
  case days = "DAYS"

  var unit: StatisticsUnit {
    switch self {
    case .minutes: .minute
    case .hours: .hour
    case .days: .day
    }
  }
}
