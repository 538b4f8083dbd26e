extension ReadTransaction {
  /// The number of an app, nil when nothing was ever stored for it.
  public func appNumber(_ appkey: String) throws(DatabaseError) -> AppNumber? {
    try connection.first("SELECT app FROM app WHERE appkey = ? AND removed_at IS NULL", .text(appkey)) { AppNumber($0.int64(0)) }
  }
}

extension ReadTransaction {
  public func appkey(_ app: AppNumber) throws(DatabaseError) -> String? {
    try connection.first("SELECT appkey FROM app WHERE app = ?", .integer(app.value)) { $0.text(0) }
  }
}

extension ReadTransaction {
  /// Whether an app's data are those that its appkey means now: a reset app's old number is not.
  public func isCurrent(_ app: AppNumber) throws(DatabaseError) -> Bool {
    try connection.first("SELECT 1 FROM app WHERE app = ? AND removed_at IS NULL", .integer(app.value)) { _ in true } ?? false
  }
}

extension WriteTransaction {
  /// Whether what was read in `generation` may still be written for an app: neither it nor everything was reset since.
  public func isCurrent(_ app: AppNumber, since generation: Int) throws(DatabaseError) -> Bool {
    guard self.generation == generation else { return false }
    return try reading.isCurrent(app)
  }

  /// Parts an appkey from all that is stored for it, which no reader finds from then on; `AppPurge` deletes it bit by bit. What comes next for
  /// the appkey makes it a new app.
  public func removeApp(_ appkey: String, now: Timestamp) throws(DatabaseError) {
    // 0 would make it one that is being loaded.
    try connection.run(
      "UPDATE app SET removed_at = iif(?1 = 0, 1, ?1) WHERE appkey = ?2 AND removed_at IS NULL", .moment(now), .text(appkey))
    connection.apps[appkey] = nil
  }

  /// The number of an app; its row is made by the first write.
  public func ensureApp(_ appkey: String, now: Timestamp) throws(DatabaseError) -> AppNumber {
    if let number = connection.apps[appkey] { return number }
    let number: AppNumber
    if let known = try reading.appNumber(appkey) {
      number = known
    } else {
      try connection.run("INSERT INTO app (appkey, created_at) VALUES (?, ?)", .text(appkey), .moment(now))
      number = AppNumber(connection.lastInsertedNumber)
    }
    connection.apps[appkey] = number
    return number
  }
}
