extension WriteTransaction {
  /// Registers a device token, or updates it (contract 7.1, steps 1 to 6).
  ///
  /// - Parameter singleToken: the app's type keeps one token per uid and class (contract 9.3).
  public func register(_ request: RegistrationRequest, singleToken: Bool, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    // 2. oldToken: taken as the previous record, and removed.
    var previous: Registration?
    if let oldToken = request.oldToken, !oldToken.isSameText(as: request.token) {
      previous = try reading.registration(oldToken, request.pushType, app: app)
      if let previous { try remove(previous, app: app, now: now) }
    }
    // 1, 3. The record with the key (app, push type, full text) is updated, else created.
    let known = try reading.tokenNumber(request.token, request.pushType, app: app)
    let existing: Registration? = if let known { try reading.registration(known, app: app) } else { nil }
    // A registered uid has its UID record.
    let uid = if let existing, existing.uid.isSameText(as: request.uid) { existing.uidNumber } else {
      try ensureUid(request.uid, app: app, now: now)
    }
    var record = merged(request, uid: uid, existing: existing, previous: previous, now: now)
    if let existing {
      try update(record, from: existing, app: app, now: now)
    } else {
      if let known { record.number = known } else { record.number = try insertTokenText(request.token, request.pushType, app: app) }
      try create(record, app: app, now: now)
    }
    // 4. Device rule: one base token per device, push type and tenant. It held already for a record that keeps its device.
    if let deviceId = record.deviceId, !deviceId.isSameText(as: existing?.deviceId ?? "") { try enforceDeviceRule(deviceId, keeping: record, app: app, now: now) }
    // 5. Single-token rule.
    if singleToken {
      for other in try reading.registrations(of: uid, app: app)
      where other.pushType.isVoip == record.pushType.isVoip && other.number != record.number {
        try remove(other, app: app, now: now)
      }
    }
  }

  /// The record as it will be stored, with the dates of contract 8.4.
  private func merged(
    _ request: RegistrationRequest, uid: UidNumber, existing: Registration?, previous: Registration?, now: Timestamp
  ) -> Registration {
    let base = existing ?? previous
    var record = Registration(
      number: existing?.number ?? TokenNumber(0), pushType: request.pushType, token: request.token, uid: request.uid, uidNumber: uid,
      // F10: a swap without deviceId keeps the previous record's.
      deviceId: request.deviceId ?? existing?.deviceId ?? previous?.deviceId,
      agreement: request.agreement, timezoneId: request.timezoneId, country: request.country, language: request.language,
      createdAt: base?.createdAt ?? now, updatedAt: existing?.updatedAt ?? now, activatedAt: existing?.activatedAt ?? now,
      // R32: the moment the flag became true, kept while it is.
      adAgreedAt: request.agreement.ad ? base?.adAgreedAt ?? now : nil,
      nightAdAgreedAt: request.agreement.nightAd ? base?.nightAdAgreedAt ?? now : nil)
    if let existing, !record.hasSameValues(as: existing) { record.updatedAt = now }
    record.activatedAt = now
    return record
  }

  func create(_ record: Registration, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    try log(.registered, 1, record, app: app, now: now)
    try connection.run(
      """
      INSERT INTO registration (app, token, push_type, uid, number, device_id, notification, ad, night_ad, timezone, country, language,
        created_at, updated_at, activated_at, ad_agreed_at, night_ad_agreed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(app.value), .integer(record.number.value), .int(record.pushType.rawValue), .integer(record.uidNumber.value),
      .integer(connection.lastInsertedNumber), .optional(record.deviceId), .bool(record.agreement.notification), .bool(record.agreement.ad),
      .bool(record.agreement.nightAd), .text(record.timezoneId), .text(record.country), .text(record.language), .moment(record.createdAt),
      .moment(record.updatedAt), .moment(record.activatedAt), .optional(record.adAgreedAt), .optional(record.nightAdAgreedAt))
    connection.countChanges.addTokens(1, record.pushType, app: app)
  }

  /// Stores a removed record again under another text, its dates kept but for `updatedAt`. One more REGISTERED is counted.
  func restore(_ removed: Registration, as text: String, app: AppNumber, now: Timestamp) throws(DatabaseError) -> TokenNumber {
    var record = removed
    record.token = text
    record.updatedAt = now
    let known = try reading.tokenNumber(text, removed.pushType, app: app)
    if let known { record.number = known } else { record.number = try insertTokenText(text, removed.pushType, app: app) }
    try create(record, app: app, now: now)
    return record.number
  }

  private func update(_ record: Registration, from old: Registration, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    if record.hasSameValues(as: old) {
      // Every app start registers again unchanged: only the activation moves.
      try connection.run(
        "UPDATE registration SET activated_at = ? WHERE app = ? AND token = ?", .moment(now), .integer(app.value), .integer(record.number.value))
      return
    }
    try connection.run(
      """
      UPDATE registration SET uid = ?, device_id = ?, notification = ?, ad = ?, night_ad = ?, timezone = ?, country = ?, language = ?,
        updated_at = ?, activated_at = ?, ad_agreed_at = ?, night_ad_agreed_at = ? WHERE app = ? AND token = ?
      """, .integer(record.uidNumber.value), .optional(record.deviceId), .bool(record.agreement.notification), .bool(record.agreement.ad),
      .bool(record.agreement.nightAd), .text(record.timezoneId), .text(record.country), .text(record.language), .moment(record.updatedAt),
      .moment(record.activatedAt), .optional(record.adAgreedAt), .optional(record.nightAdAgreedAt), .integer(app.value),
      .integer(record.number.value))
    let counted =
      record.agreement.state != old.agreement.state || record.language != old.language || record.country != old.country
      || record.timezoneId != old.timezoneId
    if counted {
      try log(.changed, -1, old, app: app, now: now)
      try log(.changed, 1, record, app: app, now: now)
    }
  }

  private func enforceDeviceRule(_ deviceId: String, keeping record: Registration, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    let others = try connection.all(
      """
      SELECT token FROM registration INDEXED BY registration_by_device WHERE app = ? AND device_id = ? AND push_type = ? AND token <> ?
      """, .integer(app.value), .text(deviceId), .int(record.pushType.rawValue), .integer(record.number.value)
    ) { TokenNumber($0.int64(0)) }
    guard !others.isEmpty else { return }
    let kept = TenantToken(record.token)
    for number in others {
      guard let other = try reading.registration(number, app: app) else { continue }
      let split = TenantToken(other.token)
      if split.tenant.isSameText(as: kept.tenant), !split.base.isSameText(as: kept.base) { try remove(other, app: app, now: now) }
    }
  }

  /// Removes a registration; its text, uid and tags stay. Messages of the app that are not done yet still name it.
  func remove(_ registration: Registration, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    try connection.run(
      """
      INSERT OR IGNORE INTO removed_registration (app, token, uid, number)
      SELECT app, token, uid, number FROM registration WHERE app = ?1 AND token = ?2
        AND EXISTS (SELECT 1 FROM message WHERE completed_at IS NULL AND app = ?1)
      """, .integer(app.value), .integer(registration.number.value))
    try connection.run("DELETE FROM registration WHERE app = ? AND token = ?", .integer(app.value), .integer(registration.number.value))
    connection.countChanges.addTokens(-1, registration.pushType, app: app)
    try log(.deleted, -1, registration, app: app, now: now)
  }

  /// Removes the registration of a token text: in one push type, or in every one when `pushType` is nil (contract 7.6).
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func unregister(_ token: String, _ pushType: PushType?, app: AppNumber, now: Timestamp) throws(DatabaseError) -> Int {
    var removed = 0
    for type in pushType.map({ [$0] }) ?? PushType.allCases {
      guard let registration = try reading.registration(token, type, app: app) else { continue }
      try remove(registration, app: app, now: now)
      removed += 1
    }
    return removed
  }

  func insertTokenText(_ text: String, _ pushType: PushType, app: AppNumber) throws(DatabaseError) -> TokenNumber {
    try connection.run(
      "INSERT INTO device_token (app, push_type, text) VALUES (?, ?, ?)", .integer(app.value), .int(pushType.rawValue), .text(text))
    return TokenNumber(connection.lastInsertedNumber)
  }

  private func log(_ event: RegistrationLogEvent, _ delta: Int, _ record: Registration, app: AppNumber, now: Timestamp) throws(DatabaseError) {
    try connection.run(
      "INSERT INTO registration_log (app, at, event, delta, agreement, timezone, country, language) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(app.value), .moment(now), .int(event.rawValue), .int(delta), .int(record.agreement.state.rawValue),
      .text(record.timezoneId), .text(record.country), .text(record.language))
    connection.unfoldedRows += 1
  }
}

/// What a row of `registration_log` tells of. Raw values are stored.
enum RegistrationLogEvent: Int {
  case changed = 0
  case registered = 1
  case deleted = 2
}

extension Registration {
  /// True when nothing that an app registers differs (contract 8.4).
  fileprivate func hasSameValues(as other: Registration) -> Bool {
    uidNumber == other.uidNumber && deviceId.isSameText(as: other.deviceId) && agreement == other.agreement
      && timezoneId == other.timezoneId && country == other.country && language == other.language
  }
}
