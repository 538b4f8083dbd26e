extension ReadTransaction {
  /// A tag by its wire id.
  public func tag(_ tagId: String, app: AppNumber) throws(DatabaseError) -> Tag? {
    try connection.first(
      "SELECT tag, tag_id, name, created_at, updated_at FROM tag WHERE app = ? AND tag_id = ?", .integer(app.value), .text(tagId), map: Tag.init)
  }

  /// A tag by its exact name.
  public func tag(named name: String, app: AppNumber) throws(DatabaseError) -> Tag? {
    try connection.first(
      "SELECT tag, tag_id, name, created_at, updated_at FROM tag WHERE app = ? AND name = ?", .integer(app.value), .text(name), map: Tag.init)
  }

  /// All tags, newest first (contract 24.2).
  public func tags(app: AppNumber) throws(DatabaseError) -> [Tag] {
    try connection.all(
      "SELECT tag, tag_id, name, created_at, updated_at FROM tag WHERE app = ? ORDER BY created_at DESC, tag DESC", .integer(app.value), map: Tag.init)
  }

  public func tagCount(app: AppNumber) throws(DatabaseError) -> Int {
    try connection.first("SELECT count(*) FROM tag WHERE app = ?", .integer(app.value)) { $0.int(0) } ?? 0
  }

  /// Tags of a uid in the order attached.
  public func tags(of uid: UidNumber) throws(DatabaseError) -> [Tag] {
    try connection.all(
      """
      SELECT t.tag, t.tag_id, t.name, t.created_at, t.updated_at FROM uid_tag l JOIN tag t ON t.tag = l.tag
      WHERE l.uid = ? ORDER BY l.position
      """, .integer(uid.value), map: Tag.init)
  }
}

extension WriteTransaction {
  public func insertTag(tagId: String, name: String, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    try connection.run(
      "INSERT INTO tag (app, tag_id, name, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)",
      .integer(app.value), .text(tagId), .text(name), .moment(now))
  }

  public func rename(_ tag: TagNumber, to name: String, now: Timestamp) throws(DatabaseError) {
    try connection.run("UPDATE tag SET name = ?, updated_at = ? WHERE tag = ?", .text(name), .moment(now), .integer(tag.value))
  }

  /// Deletes a tag; the schema detaches it everywhere.
  public func deleteTag(_ tag: TagNumber) throws(DatabaseError) {
    try connection.run("DELETE FROM tag WHERE tag = ?", .integer(tag.value))
  }

  /// Attaches tags behind those that the uid has; attached ones keep their place.
  public func attach(_ tags: [TagNumber], to uid: UidNumber) throws(DatabaseError) {
    for tag in tags {
      try connection.run(
        """
        INSERT INTO uid_tag (uid, tag, position)
        VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM uid_tag WHERE uid = ?1)) ON CONFLICT DO NOTHING
        """, .integer(uid.value), .integer(tag.value))
      connection.countChanges.addTagged(connection.changes, tag)
    }
  }

  /// Replaces the tags of a uid.
  public func setTags(_ tags: [TagNumber], of uid: UidNumber) throws(DatabaseError) {
    try detachAll(from: uid)
    try attach(tags, to: uid)
  }

  public func detach(_ tag: TagNumber, from uid: UidNumber) throws(DatabaseError) {
    try connection.run("DELETE FROM uid_tag WHERE uid = ? AND tag = ?", .integer(uid.value), .integer(tag.value))
    connection.countChanges.addTagged(-connection.changes, tag)
  }

  func detachAll(from uid: UidNumber) throws(DatabaseError) {
    let tags = try connection.all("DELETE FROM uid_tag WHERE uid = ? RETURNING tag", .integer(uid.value)) { TagNumber($0.int64(0)) }
    for tag in tags { connection.countChanges.addTagged(-1, tag) }
  }

  /// The number of a uid whose UID record is made if it is not there (contract 24.6, 24.9).
  public func ensureUidRecord(_ uid: String, app: AppNumber, now: Timestamp) throws(DatabaseError) -> UidNumber {
    try ensureUid(uid, app: app, now: now)
  }
}

extension Tag {
  init(_ row: Row) {
    self.init(number: TagNumber(row.int64(0)), tagId: row.text(1), name: row.text(2), createdAt: row.moment(3), updatedAt: row.moment(4))
  }
}
