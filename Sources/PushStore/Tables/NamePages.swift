/// Tags and UIDs in the order of their names, a page at a time.
extension ReadTransaction {
  /// Tags whose names begin with a prefix, behind a name, with how many UIDs each has.
  public func tags(
    prefix: String, after name: String?, limit: Int, app: AppNumber
  ) throws(DatabaseError) -> [(tag: Tag, uidCount: Int)] {
    // Few: an app has at most 2048.
    try connection.all(
      """
      SELECT tag, tag_id, name, created_at, updated_at, uids FROM tag
      WHERE app = ?1 AND name >= ?2 AND (?3 IS NULL OR name > ?3) AND substr(name, 1, length(?2)) = ?2 ORDER BY name LIMIT ?4
      """, .integer(app.value), .text(prefix), .optional(name), .int(limit)
    ) { (Tag($0), $0.int(5)) }
  }

  /// UID records whose names begin with a prefix, behind the name of another, with how much each has; how many rows were looked at, and where to
  /// go on if there may be more.
  public func uids(
    prefix: String, after cursor: UidNumber?, limit: Int, scanLimit: Int = 30_000, app: AppNumber
  ) throws(DatabaseError) -> (page: [ListedUid], next: UidNumber?) {
    let bytes = Array(prefix.utf8)
    var start = prefix
    if let cursor {
      guard let name = try uidText(cursor) else { return ([], nil) }
      start = name
    }
    let statement = try connection.statement("SELECT uid, name, known_since FROM uid WHERE app = ? AND name >= ? ORDER BY name")
    try statement.bind([.integer(app.value), .text(start)])
    defer { statement.reset() }
    var page: [ListedUid] = []
    var last: UidNumber?
    var scanned = 0
    while try statement.step() {
      let row = Row(statement: statement.handle)
      guard row.withText(1, { $0.starts(with: bytes) }) else { break }
      let number = UidNumber(row.int64(0))
      if number == cursor { continue }
      // One that is deleted keeps its text.
      if !row.isNull(2) {
        if page.count == limit { return (page, last) }
        page.append(try listed(row.text(1), number, app: app))
      }
      last = number
      scanned += 1
      if scanned == scanLimit { return (page, last) }
    }
    return (page, nil)
  }

  private func listed(_ name: String, _ number: UidNumber, app: AppNumber) throws(DatabaseError) -> ListedUid {
    try connection.first(
      """
      SELECT (SELECT count(*) FROM (SELECT 1 FROM registration WHERE uid = ?1 AND app = ?2 LIMIT 1000)),
        (SELECT count(*) FROM uid_tag WHERE uid = ?1)
      """, .integer(number.value), .integer(app.value)
    ) { ListedUid(uid: name, number: number, tokenCount: $0.int(0), tagCount: $0.int(1)) }!
  }
}

/// A UID record in a list.
public struct ListedUid: Sendable {
  public var uid: String
  public var number: UidNumber
  /// Its registrations; 1000 may be more.
  public var tokenCount: Int
  public var tagCount: Int
}
