/// Apps that are being loaded: nothing finds them by their appkey (`removed_at` is 0), until `show` puts them in their places. One that is given up
/// is as a removed app.
extension ReadTransaction {
  /// Whether anything is stored for an app besides its settings and its guide's series.
  public func hasData(_ app: AppNumber) throws(DatabaseError) -> Bool {
    try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM uid WHERE app = ?1) OR EXISTS (SELECT 1 FROM device_token WHERE app = ?1)
        OR EXISTS (SELECT 1 FROM tag WHERE app = ?1) OR EXISTS (SELECT 1 FROM message WHERE app = ?1)
        OR EXISTS (SELECT 1 FROM reservation WHERE app = ?1) OR EXISTS (SELECT 1 FROM receipt WHERE app = ?1)
      """, .integer(app.value)
    ) { $0.bool(0) } ?? false
  }

  /// As above; nothing is where the app is not known.
  public func hasData(_ appkey: String) throws(DatabaseError) -> Bool {
    guard let app = try appNumber(appkey) else { return false }
    return try hasData(app)
  }
}

extension WriteTransaction {
  /// Makes an app to be loaded, beside the one of that appkey that there may be.
  public func makeUnfinishedApp(_ appkey: String, now: Timestamp) throws(DatabaseError) -> AppNumber {
    try connection.run("INSERT INTO app (appkey, created_at, removed_at) VALUES (?, ?, 0)", .text(appkey), .moment(now))
    return AppNumber(connection.lastInsertedNumber)
  }

  /// Registers a token as a seed has it. It must be new to the app, and break none of the rules by which a registration removes another.
  public func insert(_ seeded: SeedRegistration, app: AppNumber) throws(DatabaseError) {
    let request = seeded.request
    let uid = try ensureUid(request.uid, app: app, now: seeded.createdAt)
    let number = try insertTokenText(request.token, request.pushType, app: app)
    let record = Registration(
      number: number, pushType: request.pushType, token: request.token, uid: request.uid, uidNumber: uid, deviceId: request.deviceId,
      agreement: request.agreement, timezoneId: request.timezoneId, country: request.country, language: request.language,
      createdAt: seeded.createdAt, updatedAt: seeded.updatedAt, activatedAt: seeded.activatedAt,
      adAgreedAt: request.agreement.ad ? seeded.adAgreedAt : nil, nightAdAgreedAt: request.agreement.nightAd ? seeded.nightAdAgreedAt : nil)
    // Counted at its own moment.
    try create(record, app: app, now: seeded.createdAt)
  }

  /// Shows an app that is loaded, in the place of the one that had its appkey, which has no data.
  public func show(_ loaded: AppNumber, appkey: String, inPlaceOf empty: AppNumber?) throws(DatabaseError) {
    if let empty {
      try connection.run("UPDATE app_setting SET app = ?2 WHERE app = ?1", .integer(empty.value), .integer(loaded.value))
      try connection.run("UPDATE guide_series SET app = ?2 WHERE app = ?1", .integer(empty.value), .integer(loaded.value))
      try connection.run("DELETE FROM app WHERE app = ?", .integer(empty.value))
      connection.localZones[empty] = nil
    }
    try connection.run("UPDATE app SET removed_at = NULL WHERE app = ?", .integer(loaded.value))
    connection.apps[appkey] = loaded
  }

  /// Makes what was loaded rubbish, which `AppPurge` deletes.
  public func giveUp(_ loads: [AppNumber]) throws(DatabaseError) {
    for app in loads { try connection.run("UPDATE app SET removed_at = 1 WHERE app = ? AND removed_at = 0", .integer(app.value)) }
  }

  /// As `giveUp`, of all: for a database that was just opened, whose loads broke off with the server that made it.
  public func giveUpLoads() throws(DatabaseError) {
    try connection.run("UPDATE app SET removed_at = 1 WHERE removed_at = 0")
  }
}
