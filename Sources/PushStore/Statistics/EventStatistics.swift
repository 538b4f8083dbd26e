/// Which events of the category MESSAGE are asked for (contract 26.1).
public struct EventFilter: Sendable {
  /// Nil for all, unknown ones included.
  public var pushTypes: Set<PushType>?
  /// Nil for any.
  public var message: MessageNumber?
  /// Empty for any.
  public var statsIds: [String]

  public init(pushTypes: Set<PushType>? = nil, message: MessageNumber? = nil, statsIds: [String] = []) {
    self.pushTypes = pushTypes
    self.message = message
    self.statsIds = statsIds
  }

  fileprivate var pushTypeMask: Int { pushTypes?.reduce(0) { $0 | 1 << $1.rawValue } ?? 0xff }
}

/// What happened on one push type.
public struct EventTotal: Sendable {
  public var counts = EventCounts()
  /// What `counts.failed` is made of.
  public var failures: [DeliveryReason: Int] = [:]
}

extension ReadTransaction {
  /// Events by bucket of `unit`; buckets without any are left out.
  public func events(
    _ filter: EventFilter, in span: StatisticsSpan, by unit: StatisticsUnit, app: AppNumber
  ) throws(DatabaseError) -> [Int64: EventCounts] {
    let mask = filter.pushTypeMask
    var buckets: [Int64: EventCounts] = [:]
    for scope in try scopes(filter, app: app) {
      for part in try withoutQuietEnd(span, app: app).parts(upTo: unit) {
        switch part {
        case .exact(let span):
          let bucket = unit.bucket(of: span.start)
          try forEachEvent(in: span, scope: scope, mask: mask, app: app) { buckets[bucket, default: EventCounts()] += $2 }
        case .buckets(let finer, let range):
          let rows = try connection.all(
            """
            SELECT bucket, sum(sent), sum(failed), sum(received), sum(opened) FROM event_sum
            WHERE app = ? AND scope = ? AND unit = ? AND bucket >= ? AND bucket < ? AND (? >> push_type) & 1 GROUP BY bucket
            """, .integer(app.value), .integer(scope), .int(finer.rawValue), .integer(range.lowerBound), .integer(range.upperBound), .int(mask)
          ) { ($0.int64(0), EventCounts($0)) }
          for (bucket, counts) in rows { buckets[unit.bucket(of: finer.start(of: bucket)), default: EventCounts()] += counts }
        }
      }
    }
    return buckets
  }

  /// All events of a span by push type, nil where that is unknown.
  public func eventTotals(_ filter: EventFilter, in span: StatisticsSpan, app: AppNumber) throws(DatabaseError) -> [PushType?: EventTotal] {
    let mask = filter.pushTypeMask
    var totals: [PushType?: EventTotal] = [:]
    for scope in try scopes(filter, app: app) {
      for part in try withoutQuietEnd(span, app: app).parts() {
        switch part {
        case .exact(let span):
          try forEachEvent(in: span, scope: scope, mask: mask, app: app) { pushType, reason, counts in
            totals[pushType, default: EventTotal()].counts += counts
            if let reason { totals[pushType]?.failures[reason, default: 0] += counts.failed }
          }
        case .buckets(let unit, let range): try add(unit, range, scope: scope, mask: mask, app: app, to: &totals)
        }
      }
    }
    return totals
  }

  private func add(
    _ unit: StatisticsUnit, _ range: Range<Int64>, scope: Int64, mask: Int, app: AppNumber, to totals: inout [PushType?: EventTotal]
  ) throws(DatabaseError) {
    let counts = try connection.all(
      """
      SELECT push_type, sum(sent), sum(failed), sum(received), sum(opened) FROM event_sum
      WHERE app = ? AND scope = ? AND unit = ? AND bucket >= ? AND bucket < ? AND (? >> push_type) & 1 GROUP BY push_type
      """, .integer(app.value), .integer(scope), .int(unit.rawValue), .integer(range.lowerBound), .integer(range.upperBound), .int(mask)
    ) { (PushType(rawValue: $0.int(0)), EventCounts($0)) }
    let failures = try connection.all(
      """
      SELECT push_type, reason, sum(failed) FROM failure_sum
      WHERE app = ? AND scope = ? AND unit = ? AND bucket >= ? AND bucket < ? AND (? >> push_type) & 1 GROUP BY push_type, reason
      """, .integer(app.value), .integer(scope), .int(unit.rawValue), .integer(range.lowerBound), .integer(range.upperBound), .int(mask)
    ) { (PushType(rawValue: $0.int(0)), DeliveryReason(rawValue: $0.int(1))!, $0.int(2)) }
    for (pushType, counts) in counts { totals[pushType, default: EventTotal()].counts += counts }
    for (pushType, reason, count) in failures { totals[pushType, default: EventTotal()].failures[reason, default: 0] += count }
  }

  /// Where the sums of what is asked for are. A message is given with `statsIds` only where it has one of these.
  private func scopes(_ filter: EventFilter, app: AppNumber) throws(DatabaseError) -> [Int64] {
    var numbers: Set<Int64> = []
    for name in filter.statsIds {
      if let number = try statsIdNumber(name, app: app) { numbers.insert(number) }
    }
    guard let message = filter.message else { return filter.statsIds.isEmpty ? [0] : numbers.map { -$0 }.sorted() }
    if filter.statsIds.isEmpty { return [message.value] }
    let statsId = try connection.first("SELECT stats_id FROM message WHERE message = ?", .integer(message.value)) { $0.isNull(0) ? nil : $0.int64(0) }
    guard let statsId = statsId ?? nil, numbers.contains(statsId) else { return [] }
    return [message.value]
  }
}

extension EventCounts {
  /// From the columns 1 to 4.
  fileprivate init(_ row: Row) { self.init(sent: row.int(1), failed: row.int(2), received: row.int(3), opened: row.int(4)) }
}
