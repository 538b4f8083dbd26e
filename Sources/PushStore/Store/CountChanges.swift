/// What the open group changes in the kept counts; written with its commit, a row per count, however many rows were counted.
struct CountChanges {
  private struct Place: Hashable {
    let app: Int64
    let kind: Int
  }

  private var apps: [Place: Int] = [:]
  private var tags: [Int64: Int] = [:]

  mutating func addTokens(_ amount: Int, _ type: PushType, app: AppNumber) { apps[Place(app: app.value, kind: type.rawValue), default: 0] += amount }

  mutating func addUids(_ amount: Int, app: AppNumber) { apps[Place(app: app.value, kind: 0), default: 0] += amount }

  mutating func addTagged(_ amount: Int, _ tag: TagNumber) { tags[tag.value, default: 0] += amount }

  /// Writes what there is. An app or a tag that is gone has no count.
  func write(to connection: Connection) throws(DatabaseError) {
    for (place, amount) in apps where amount != 0 {
      try connection.run(
        """
        INSERT INTO app_count (app, kind, count) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM app WHERE app = ?1)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """, .integer(place.app), .int(place.kind), .int(amount))
    }
    for (tag, amount) in tags where amount != 0 {
      try connection.run("UPDATE tag SET uids = uids + ? WHERE tag = ?", .int(amount), .integer(tag))
    }
  }

  mutating func clear() {
    apps.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
  }
}
