extension ReadTransaction {
  /// The number of a uid that has a UID record now.
  public func uidNumber(_ uid: String, app: AppNumber) throws(DatabaseError) -> UidNumber? {
    try connection.first(
      "SELECT uid FROM uid WHERE app = ? AND name = ? AND known_since IS NOT NULL", .integer(app.value), .text(uid)
    ) { UidNumber($0.int64(0)) }
  }

  /// A UID record with its tags and contacts, nil when there is none (contract 24.10).
  public func uidRecord(_ uid: String, app: AppNumber) throws(DatabaseError) -> UidRecord? {
    guard let number = try uidNumber(uid, app: app) else { return nil }
    return try record(uid, number)
  }

  /// UID records that have a tag, ascending by code point, strictly after `offset` (contract 24.7).
  public func uidRecords(with tag: TagNumber, after offset: String?, limit: Int) throws(DatabaseError) -> [UidRecord] {
    let uids = try connection.all(
      """
      SELECT u.uid, u.name FROM uid_tag t JOIN uid u ON u.uid = t.uid
      WHERE t.tag = ?1 AND (?2 IS NULL OR u.name > ?2) ORDER BY u.name LIMIT ?3
      """, .integer(tag.value), .optional(offset), .int(limit)
    ) { (UidNumber($0.int64(0)), $0.text(1)) }
    var records: [UidRecord] = []
    for (number, name) in uids { records.append(try record(name, number)) }
    return records
  }

  private func record(_ uid: String, _ number: UidNumber) throws(DatabaseError) -> UidRecord {
    // F32: contacts are ordered by creation, newest first.
    let contacts = try connection.all(
      """
      SELECT r.push_type, d.text, r.created_at FROM registration r JOIN device_token d ON d.token = r.token
      WHERE r.uid = ? ORDER BY r.created_at DESC, r.number DESC
      """, .integer(number.value)
    ) { UidRecord.Contact(pushType: PushType(rawValue: $0.int(0))!, token: $0.text(1), createdAt: $0.moment(2)) }
    return UidRecord(uid: uid, tags: try tags(of: number), contacts: contacts)
  }
}

extension WriteTransaction {
  /// The number of a uid whose UID record is made if it is not there.
  func ensureUid(_ uid: String, app: AppNumber, now: Timestamp) throws(DatabaseError) -> UidNumber {
    // Asked for a uid that is not registered with this token, so it is most likely new: inserting it first saves looking.
    try connection.run(
      "INSERT INTO uid (app, name, known_since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", .integer(app.value), .text(uid), .moment(now))
    if connection.changes == 1 {
      connection.countChanges.addUids(1, app: app)
      return UidNumber(connection.lastInsertedNumber)
    }
    let known = try connection.first(
      "SELECT uid, known_since IS NOT NULL FROM uid WHERE app = ? AND name = ?", .integer(app.value), .text(uid)
    ) { (UidNumber($0.int64(0)), $0.bool(1)) }
    guard let (number, isKnown) = known else { preconditionFailure("a uid is either new or known") }
    if !isKnown {
      try connection.run("UPDATE uid SET known_since = ? WHERE uid = ?", .moment(now), .integer(number.value))
      connection.countChanges.addUids(1, app: app)
    }
    return number
  }

  /// Deletes a UID record with its tag links and registrations; an unknown uid is ignored (contract 24.11).
  public func deleteUid(_ uid: String, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    guard let number = try reading.uidNumber(uid, app: app) else { return }
    for registration in try reading.registrations(of: number, app: app) { try remove(registration, app: app, now: now) }
    try detachAll(from: number)
    try connection.run("UPDATE uid SET known_since = NULL WHERE uid = ?", .integer(number.value))
    connection.countChanges.addUids(-1, app: app)
  }
}
