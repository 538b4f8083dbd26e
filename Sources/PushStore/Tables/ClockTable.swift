/// The clock as it is stored: it survives a restart.
public enum StoredClock: Equatable, Sendable {
  /// Stands still at a moment.
  case frozen(Timestamp)
  /// Runs, this many milliseconds ahead of system time (negative: behind).
  case running(aheadBy: Int64)

  public var isFrozen: Bool { if case .frozen = self { true } else { false } }
}

extension ReadTransaction {
  /// Nil when the clock was never set: then it is system time.
  public func clock() throws(DatabaseError) -> StoredClock? {
    try connection.first("SELECT mode, value FROM clock") {
      $0.text(0) == "frozen" ? .frozen($0.moment(1)) : .running(aheadBy: $0.int64(1))
    }
  }

  /// The newest moment at which any row was made or changed, nil when nothing is stored. Going back behind it would break stored order. Rows of
  /// removed apps do not count: nobody sees them. Looks at every registration: not for the event loop.
  public func newestMoment() throws(DatabaseError) -> Timestamp? {
    try connection.first(
      """
      WITH old AS MATERIALIZED (SELECT app FROM app WHERE removed_at IS NOT NULL)
      SELECT max(at) FROM (
        SELECT max(created_at) AS at FROM app WHERE removed_at IS NULL
        UNION ALL SELECT max(known_since) FROM uid WHERE app NOT IN old
        UNION ALL SELECT at FROM (SELECT at FROM registration_log WHERE app NOT IN old ORDER BY number DESC LIMIT 1)
        UNION ALL SELECT max(activated_at) FROM registration WHERE app NOT IN old
        UNION ALL SELECT max(updated_at) FROM tag WHERE app NOT IN old
        UNION ALL SELECT max(received_at) FROM receipt WHERE app NOT IN old
        UNION ALL SELECT max(max(since), coalesce(max(last_run), 0)) FROM guide_series WHERE app NOT IN old
        UNION ALL SELECT max(max(created_at), coalesce(max(completed_at), 0)) FROM message WHERE app NOT IN old
        UNION ALL SELECT max(max(updated_at), coalesce(max(completed_at), 0)) FROM reservation WHERE app NOT IN old)
      """
    ) { $0.optionalMoment(0) } ?? nil
  }
}

extension WriteTransaction {
  public func setClock(_ clock: StoredClock) throws(DatabaseError) {
    let (mode, value) = switch clock {
    case .frozen(let t): ("frozen", t.milliseconds)
    case .running(let ahead): ("running", ahead)
    }
    try connection.run(
      "INSERT INTO clock (id, mode, value) VALUES (1, ?1, ?2) ON CONFLICT (id) DO UPDATE SET mode = ?1, value = ?2",
      .text(mode), .integer(value))
  }
}
