extension ReadTransaction {
  /// Nil while the app's guide is off.
  public func guideSeries(app: AppNumber) throws(DatabaseError) -> GuideSeries? {
    try connection.first("SELECT day, hour, minute, since, last_run FROM guide_series WHERE app = ?", .integer(app.value), map: GuideSeries.init)
  }

  /// Apps whose guide is on.
  public func appsWithGuideSeries() throws(DatabaseError) -> [String] {
    try connection.all("SELECT a.appkey FROM guide_series s JOIN app a ON a.app = s.app WHERE a.removed_at IS NULL ORDER BY a.appkey") { $0.text(0) }
  }

  /// When the earliest consent to ads that is given now was given, at a moment or later.
  public func firstAdConsent(from moment: Timestamp, app: AppNumber) throws(DatabaseError) -> Timestamp? {
    try connection.first(
      "SELECT ad_agreed_at FROM registration WHERE app = ? AND ad_agreed_at >= ? ORDER BY ad_agreed_at LIMIT 1", .integer(app.value), .moment(moment)
    ) { $0.moment(0) }
  }

  /// Registrations that agreed to ads in a range, in no order, until `body` answers false.
  public func adConsents(
    in range: ClosedRange<Timestamp>, app: AppNumber, _ body: (TokenNumber, Timestamp) -> Bool
  ) throws(DatabaseError) {
    let statement = try connection.statement("SELECT token, ad_agreed_at FROM registration WHERE app = ? AND ad_agreed_at BETWEEN ? AND ?")
    try statement.bind(app.value, at: 1)
    try statement.bind(range.lowerBound.milliseconds, at: 2)
    try statement.bind(range.upperBound.milliseconds, at: 3)
    defer { statement.reset() }
    while try statement.step() {
      let row = Row(statement: statement.handle)
      if !body(TokenNumber(row.int64(0)), row.moment(1)) { return }
    }
  }

  /// Nil for a message that is no guide.
  public func consentWindow(_ message: MessageNumber) throws(DatabaseError) -> ConsentWindow? {
    try connection.first("SELECT after_run, run FROM consent_window WHERE message = ?", .integer(message.value)) {
      ConsentWindow(previousRun: $0.moment(0), run: $0.moment(1))
    }
  }

  /// The date of consent that a guide's delivery told.
  public func consentDate(_ message: MessageNumber, token: TokenNumber) throws(DatabaseError) -> Timestamp? {
    try connection.first("SELECT agreed_at FROM delivery_consent WHERE message = ? AND token = ?", .integer(message.value), .integer(token.value)) {
      $0.moment(0)
    }
  }
}

extension WriteTransaction {
  /// - Parameter series: nil switches the guide off.
  public func setGuideSeries(_ series: GuideSeries?, app: AppNumber) throws(DatabaseError) {
    guard let series else { return try connection.run("DELETE FROM guide_series WHERE app = ?", .integer(app.value)) }
    // Made with the first guide: most servers have none, and it would cost them a fortieth of each registration.
    try connection.run("CREATE INDEX IF NOT EXISTS registration_by_ad_consent ON registration (app, ad_agreed_at) WHERE ad_agreed_at IS NOT NULL")
    try connection.run(
      """
      INSERT INTO guide_series (app, day, hour, minute, since, last_run) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (app) DO UPDATE SET day = ?2, hour = ?3, minute = ?4, since = ?5, last_run = ?6
      """, .integer(app.value), .int(series.day), .int(series.hour), .int(series.minute), .moment(series.since), .optional(series.lastRun))
  }

  public func setConsentWindow(_ window: ConsentWindow, message: MessageNumber) throws(DatabaseError) {
    try connection.run(
      "INSERT INTO consent_window (message, after_run, run) VALUES (?, ?, ?)", .integer(message.value), .moment(window.previousRun), .moment(window.run))
  }

  /// A token that has its date keeps it, as it keeps its delivery.
  public func insertConsentDate(_ agreedAt: Timestamp, message: MessageNumber, token: TokenNumber) throws(DatabaseError) {
    try connection.run(
      "INSERT INTO delivery_consent (message, token, agreed_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      .integer(message.value), .integer(token.value), .moment(agreedAt))
  }

  /// Edits dates of consent, as an administrator does (contract 8.4); those that are nil stay. The registration must have the consent.
  ///
  /// ruling: nothing else changes, not even `updatedDateTime`: the contract names the fields that it tells of, and dates are none of them.
  public func setConsentDates(_ registration: Registration, ad: Timestamp?, nightAd: Timestamp?, app: AppNumber) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE registration SET ad_agreed_at = coalesce(?, ad_agreed_at), night_ad_agreed_at = coalesce(?, night_ad_agreed_at)
      WHERE app = ? AND token = ?
      """, .optional(ad), .optional(nightAd), .integer(app.value), .integer(registration.number.value))
  }
}

extension GuideSeries {
  fileprivate init(_ row: Row) {
    self.init(day: row.int(0), hour: row.int(1), minute: row.int(2), since: row.moment(3), lastRun: row.optionalMoment(4))
  }
}
