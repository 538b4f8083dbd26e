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

extension WriteTransaction {
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
