/// How many records were made and removed (contract 26.3).
public struct RegistrationCounts: Equatable, Sendable {
  public var registered: Int
  public var deleted: Int

  public init(registered: Int = 0, deleted: Int = 0) {
    self.registered = registered
    self.deleted = deleted
  }

  public static func += (a: inout RegistrationCounts, b: RegistrationCounts) {
    a.registered += b.registered
    a.deleted += b.deleted
  }
}

extension ReadTransaction {
  /// Registrations and deletions by bucket of `unit`; buckets without any are left out.
  public func registrations(in span: StatisticsSpan, by unit: StatisticsUnit, app: AppNumber) throws(DatabaseError) -> [Int64: RegistrationCounts] {
    var buckets: [Int64: RegistrationCounts] = [:]
    for part in try withoutQuietEnd(span).parts(upTo: unit) {
      switch part {
      case .exact(let span):
        guard let sum = try registrationSum(exactly: span, app: app) else { continue }
        buckets[unit.bucket(of: span.start), default: RegistrationCounts()] += RegistrationCounts(registered: sum.registered, deleted: sum.deleted)
      case .buckets(let finer, let range):
        let rows = try connection.all(
          "SELECT bucket, registered, deleted FROM registration_sum WHERE app = ? AND unit = ? AND bucket >= ? AND bucket < ?",
          .integer(app.value), .int(finer.rawValue), .integer(range.lowerBound), .integer(range.upperBound)
        ) { ($0.int64(0), RegistrationCounts(registered: $0.int(1), deleted: $0.int(2))) }
        for (bucket, counts) in rows { buckets[unit.bucket(of: finer.start(of: bucket)), default: RegistrationCounts()] += counts }
      }
    }
    return buckets
  }

  /// The span without the rest of its last minute where the log ends before: then the minute's sum tells all.
  func withoutQuietEnd(_ span: StatisticsSpan) throws(DatabaseError) -> StatisticsSpan {
    let bound = span.endOfLastMinute
    guard span.end < bound, try statisticsCursor().lastRegistrationAt < span.end else { return span }
    return StatisticsSpan(start: span.start, end: bound)
  }

  /// What happened in less than a minute, from the log itself, as far as it is in the sums. Nil where its minute was quiet.
  func registrationSum(exactly span: StatisticsSpan, app: AppNumber) throws(DatabaseError) -> RegistrationSum? {
    let minute = RegistrationKey(app: app.value, unit: .minute, bucket: StatisticsUnit.minute.bucket(of: span.start))
    guard let whole = try registrationSum(minute) else { return nil }
    var log = RegistrationLogReader()
    try log.read(whole.first...whole.last, in: span, app: app, self)
    return try log.summed(self).minutes[minute]
  }
}
