extension ReadTransaction {
  /// The span without the rest of its last minute, if nothing happened there: then the minute's sum tells all. Asked for statistics up to now, a
  /// server whose clock stands still would look at every row of this minute otherwise.
  func withoutQuietEnd(_ span: StatisticsSpan, app: AppNumber) throws(DatabaseError) -> StatisticsSpan {
    let bound = span.endOfLastMinute
    guard span.end < bound else { return span }
    let isBusy = try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM delivery_tally WHERE app = ?1 AND at >= ?2 AND at < ?3)
        OR EXISTS (SELECT 1 FROM receipt WHERE app = ?1 AND event_at >= ?2 AND event_at < ?3)
      """, .integer(app.value), .moment(span.end), .moment(bound)
    ) { $0.bool(0) }
    return isBusy == false ? StatisticsSpan(start: span.start, end: bound) : span
  }

  /// Events of less than a minute from the rows themselves, as far as these are in the sums: so that one answer never counts a row in one bucket
  /// and not in another.
  ///
  /// - Parameter scope: as in `event_sum`.
  func forEachEvent(
    in span: StatisticsSpan, scope: Int64, mask: Int, app: AppNumber, _ body: (PushType?, DeliveryReason?, EventCounts) -> Void
  ) throws(DatabaseError) {
    let cursor = try statisticsCursor()
    let deliveries = try connection.all(
      """
      SELECT t.push_type, t.reason, sum(t.count) FROM delivery_tally t JOIN message m ON m.message = t.message
      WHERE t.app = ?1 AND t.at >= ?2 AND t.at < ?3 AND t.number <= ?4 AND (?5 = 0 OR m.message = ?5 OR m.stats_id = -?5)
        AND (?6 >> t.push_type) & 1 GROUP BY t.push_type, t.reason
      """, .integer(app.value), .moment(span.start), .moment(span.end), .integer(cursor.deliveries), .integer(scope), .int(mask)
    ) { (PushType(rawValue: $0.int(0)), $0.int(1), $0.int(2)) }
    for (pushType, reason, count) in deliveries {
      body(pushType, reason == 0 ? nil : DeliveryReason(rawValue: reason), reason == 0 ? EventCounts(sent: count) : EventCounts(failed: count))
    }
    let receipts = try connection.all(
      """
      SELECT r.push_type, sum(r.event = 1), sum(r.event = 2) FROM receipt r JOIN message m ON m.message = r.message_id - ?7 AND m.app = r.app
      WHERE r.app = ?1 AND r.event_at >= ?2 AND r.event_at < ?3 AND r.number <= ?4 AND (?5 = 0 OR m.message = ?5 OR m.stats_id = -?5)
        AND (?6 >> r.push_type) & 1 GROUP BY r.push_type
      """, .integer(app.value), .moment(span.start), .moment(span.end), .integer(cursor.receipts), .integer(scope), .int(mask),
      .integer(MessageNumber.offset)
    ) { (PushType(rawValue: $0.int(0)), EventCounts(received: $0.int(1), opened: $0.int(2))) }
    for (pushType, counts) in receipts { body(pushType, nil, counts) }
  }
}
