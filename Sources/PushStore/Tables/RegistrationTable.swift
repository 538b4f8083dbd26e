extension ReadTransaction {
  /// The registration of a token text in one push type.
  public func registration(_ token: String, _ pushType: PushType, app: AppNumber) throws(DatabaseError) -> Registration? {
    try connection.first(
      """
      SELECT r.token, r.push_type, d.text, u.name, r.uid, r.device_id, r.notification, r.ad, r.night_ad, r.timezone, r.country, r.language,
        r.created_at, r.updated_at, r.activated_at, r.ad_agreed_at, r.night_ad_agreed_at
      FROM device_token d JOIN registration r ON r.app = d.app AND r.token = d.token JOIN uid u ON u.uid = r.uid
      WHERE d.app = ? AND d.push_type = ? AND d.text = ?
      """, .integer(app.value), .int(pushType.rawValue), .text(token), map: Registration.init)
  }

  /// The registration of a token by the number of its text.
  func registration(_ token: TokenNumber, app: AppNumber) throws(DatabaseError) -> Registration? {
    try connection.first(
      """
      SELECT r.token, r.push_type, d.text, u.name, r.uid, r.device_id, r.notification, r.ad, r.night_ad, r.timezone, r.country, r.language,
        r.created_at, r.updated_at, r.activated_at, r.ad_agreed_at, r.night_ad_agreed_at
      FROM registration r JOIN device_token d ON d.token = r.token JOIN uid u ON u.uid = r.uid WHERE r.app = ? AND r.token = ?
      """, .integer(app.value), .integer(token.value), map: Registration.init)
  }

  /// All registrations of a uid, newest activation first (contract 7.4).
  public func registrations(of uid: UidNumber, app: AppNumber) throws(DatabaseError) -> [Registration] {
    try connection.all(
      """
      SELECT r.token, r.push_type, d.text, u.name, r.uid, r.device_id, r.notification, r.ad, r.night_ad, r.timezone, r.country, r.language,
        r.created_at, r.updated_at, r.activated_at, r.ad_agreed_at, r.night_ad_agreed_at
      FROM registration r JOIN device_token d ON d.token = r.token JOIN uid u ON u.uid = r.uid
      WHERE r.uid = ? AND r.app = ? ORDER BY r.activated_at DESC, r.number DESC
      """, .integer(uid.value), .integer(app.value), map: Registration.init)
  }

  /// Registrations after a (uid, token) pair, ordered by uid, token, push type; at least `limit` of them when there are as many, and more
  /// when the last pair has several push types, which are never split (contract 7.5).
  public func registrations(after cursor: (uid: String, token: String)?, limit: Int, app: AppNumber) throws(DatabaseError) -> [Registration] {
    let page = try connection.all(
      """
      SELECT r.token, r.push_type, d.text, u.name, r.uid, r.device_id, r.notification, r.ad, r.night_ad, r.timezone, r.country, r.language,
        r.created_at, r.updated_at, r.activated_at, r.ad_agreed_at, r.night_ad_agreed_at
      FROM uid u CROSS JOIN registration r ON r.uid = u.uid CROSS JOIN device_token d ON d.token = r.token
      WHERE u.app = ?1 AND u.name >= ?2 AND (u.name > ?2 OR d.text > ?3) ORDER BY u.name, d.text, r.push_type LIMIT ?4
      """, .integer(app.value), .text(cursor?.uid ?? ""), .text(cursor?.token ?? ""), .int(limit + PushType.allCases.count - 1),
      map: Registration.init)
    guard page.count > limit else { return page }
    let last = page[limit - 1]
    let end = page[limit...].firstIndex { $0.uidNumber != last.uidNumber || !$0.token.isSameText(as: last.token) } ?? page.endIndex
    return Array(page[..<end])
  }
}

extension Registration {
  init(_ row: Row) {
    self.init(
      number: TokenNumber(row.int64(0)), pushType: PushType(rawValue: row.int(1))!, token: row.text(2), uid: row.text(3),
      uidNumber: UidNumber(row.int64(4)), deviceId: row.optionalText(5),
      agreement: Agreement(notification: row.bool(6), ad: row.bool(7), nightAd: row.bool(8)),
      timezoneId: row.text(9), country: row.text(10), language: row.text(11), createdAt: row.moment(12), updatedAt: row.moment(13),
      activatedAt: row.moment(14), adAgreedAt: row.optionalMoment(15), nightAdAgreedAt: row.optionalMoment(16))
  }
}
