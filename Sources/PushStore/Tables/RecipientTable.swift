import CSQLite

extension ReadTransaction {
  /// Registrations of an app in the order of their tokens, strictly after one.
  ///
  /// - Parameter zones: whether their zones are wanted, which few messages ask about.
  public func recipients(
    after cursor: TokenNumber, limit: Int, app: AppNumber, zones: Bool, texts: inout SharedTexts
  ) throws(DatabaseError) -> [Recipient] {
    let statement = try connection.statement(
      zones
        ? """
        SELECT token, push_type, uid, number, notification, ad, night_ad, country, language, activated_at, timezone
        FROM registration WHERE app = ? AND token > ? ORDER BY token LIMIT ?
        """
        : """
        SELECT token, push_type, uid, number, notification, ad, night_ad, country, language, activated_at
        FROM registration WHERE app = ? AND token > ? ORDER BY token LIMIT ?
        """)
    try statement.bind(app.value, at: 1)
    try statement.bind(cursor.value, at: 2)
    try statement.bind(Int64(limit), at: 3)
    defer { statement.reset() }
    var page: [Recipient] = []
    page.reserveCapacity(limit)
    while try statement.step() { page.append(Recipient(Row(statement: statement.handle), zones: zones, &texts)) }
    return page
  }

  /// One registration by its token's number.
  public func recipient(_ token: TokenNumber, app: AppNumber, zones: Bool, texts: inout SharedTexts) throws(DatabaseError) -> Recipient? {
    let statement = try connection.statement(
      """
      SELECT token, push_type, uid, number, notification, ad, night_ad, country, language, activated_at, timezone
      FROM registration WHERE app = ? AND token = ?
      """)
    try statement.bind(app.value, at: 1)
    try statement.bind(token.value, at: 2)
    defer { statement.reset() }
    return try statement.step() ? Recipient(Row(statement: statement.handle), zones: zones, &texts) : nil
  }

  /// Tokens registered by a uid now.
  public func tokens(of uid: UidNumber, app: AppNumber) throws(DatabaseError) -> [TokenNumber] {
    try connection.all("SELECT token FROM registration WHERE uid = ? AND app = ?", .integer(uid.value), .integer(app.value)) {
      TokenNumber($0.int64(0))
    }
  }

  /// Numbers of the uids that have a tag.
  public func uids(with tagId: String, app: AppNumber) throws(DatabaseError) -> Set<Int64> {
    guard let tag = try tag(tagId, app: app) else { return [] }
    return Set(try connection.all("SELECT uid FROM uid_tag WHERE tag = ?", .integer(tag.number.value)) { $0.int64(0) })
  }

  /// Registrations up to a number that went while messages were pending.
  public func removedRegistrations(upTo number: Int64, app: AppNumber) throws(DatabaseError) -> [(token: TokenNumber, uid: UidNumber)] {
    try connection.all(
      "SELECT token, uid FROM removed_registration WHERE app = ? AND number <= ? ORDER BY token", .integer(app.value), .integer(number)
    ) { (TokenNumber($0.int64(0)), UidNumber($0.int64(1))) }
  }

  /// The number of a token's text, registered or not.
  public func tokenNumber(_ text: String, _ pushType: PushType, app: AppNumber) throws(DatabaseError) -> TokenNumber? {
    try connection.first(
      "SELECT token FROM device_token WHERE app = ? AND push_type = ? AND text = ?",
      .integer(app.value), .int(pushType.rawValue), .text(text)
    ) { TokenNumber($0.int64(0)) }
  }

  /// A token's text and push type by its number.
  public func tokenText(_ token: TokenNumber) throws(DatabaseError) -> (text: String, pushType: PushType)? {
    try connection.first("SELECT text, push_type FROM device_token WHERE token = ?", .integer(token.value)) {
      ($0.text(0), PushType(rawValue: $0.int(1))!)
    }
  }
}

extension Recipient {
  fileprivate init(_ row: Row, zones: Bool, _ texts: inout SharedTexts) {
    self.init(
      token: TokenNumber(row.int64(0)), pushType: PushType(rawValue: row.int(1))!, uid: UidNumber(row.int64(2)), number: row.int64(3),
      agreement: Agreement(notification: row.bool(4), ad: row.bool(5), nightAd: row.bool(6)),
      country: row.withText(7) { texts.number($0) }, language: row.withText(8) { texts.number($0) },
      zone: zones ? row.withText(10) { texts.number($0) } : 0, activatedAt: row.moment(9))
  }
}

extension Row {
  /// A text's bytes, valid inside `body`.
  func withText<T>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let start = sqlite3_column_text(statement, column)
    return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}
