extension ReadTransaction {
  /// Registrations that match, behind a cursor: newest first; with a prefix by uid, then by the token's text. One look reads about
  /// `scanLimit` rows at most, whatever is looked for.
  ///
  /// - Parameter cursor: of an answer to the same filter.
  public func registrations(
    _ filter: RegistrationFilter, after cursor: RegistrationCursor?, limit: Int, scanLimit: Int = 30_000, app: AppNumber
  ) throws(DatabaseError) -> RegistrationPage {
    var search = RegistrationSearch(filter, limit: limit, scanLimit: scanLimit, app: app, self)
    try search.run(after: cursor)
    var page = RegistrationPage(next: search.next, scanned: search.scanned)
    for token in search.found.prefix(limit) {
      if let registration = try registration(token, app: app) { page.registrations.append(registration) }
    }
    return page
  }
}

/// A walk through registrations that notes those that match, until there are enough or it has seen enough.
private struct RegistrationSearch {
  private let filter: RegistrationFilter
  private let limit: Int
  private let scanLimit: Int
  private let app: AppNumber
  private let store: ReadTransaction
  private let prefix: [UInt8]?
  private let country: [UInt8]?
  private let language: [UInt8]?
  private(set) var found: [TokenNumber] = []
  private(set) var scanned = 0
  private(set) var next: RegistrationCursor?
  /// Where the last one that fits the page was found.
  private var end: RegistrationCursor?
  private var isOver = false
  /// The index that is walked answers for it.
  private var checksTag = false
  private var checksPrefix = false

  init(_ filter: RegistrationFilter, limit: Int, scanLimit: Int, app: AppNumber, _ store: ReadTransaction) {
    (self.filter, self.limit, self.scanLimit, self.app, self.store) = (filter, limit, scanLimit, app, store)
    prefix = filter.prefix.map { Array($0.utf8) }
    country = filter.country.map { $0.utf8.map(\.lowered) }
    language = filter.language.map { $0.utf8.map(\.lowered) }
  }

  mutating func run(after cursor: RegistrationCursor?) throws(DatabaseError) {
    checksTag = filter.tag != nil
    if let uid = filter.uid {
      checksPrefix = try prefix.map { prefix throws(DatabaseError) in !(try store.uidText(uid) ?? "").begins(with: prefix) } ?? false
      let below: Int64 = if case .uid(_, let token) = cursor { token } else { .max }
      try walk(uid, below: below)
    } else if let prefix {
      try walk(prefix, after: cursor)
    } else if let tag = filter.tag {
      checksTag = false
      try walk(tag, after: cursor)
    } else {
      try walkAll(after: cursor)
    }
  }

  // MARK: Ways

  private mutating func walkAll(after cursor: RegistrationCursor?) throws(DatabaseError) {
    let below: Int64 = if case .token(let token) = cursor { token } else { .max }
    let statement = try store.connection.statement(
      """
      SELECT token, push_type, uid, notification, ad, night_ad, country, language FROM registration
      WHERE app = ? AND token < ? ORDER BY token DESC
      """)
    try statement.bind(app.value, at: 1)
    try statement.bind(below, at: 2)
    defer { statement.reset() }
    while !isOver, try statement.step() {
      let row = Row(statement: statement.handle)
      try look(row, at: .token(row.int64(0)))
    }
  }

  private mutating func walk(_ uid: UidNumber, below token: Int64) throws(DatabaseError) {
    let statement = try store.connection.statement(
      """
      SELECT token, push_type, uid, notification, ad, night_ad, country, language FROM registration INDEXED BY registration_by_uid
      WHERE uid = ? AND app = ? AND token < ? ORDER BY token DESC
      """)
    try statement.bind(uid.value, at: 1)
    try statement.bind(app.value, at: 2)
    try statement.bind(token, at: 3)
    defer { statement.reset() }
    while !isOver, try statement.step() {
      let row = Row(statement: statement.handle)
      try look(row, at: .uid(uid.value, token: row.int64(0)))
    }
  }

  /// A uid on the way through several, which goes on behind `start`.
  private mutating func visit(_ uid: Int64, _ start: (uid: Int64, token: Int64)) throws(DatabaseError) {
    let below = uid == start.uid ? start.token : .max
    pass(.uid(uid, token: below))
    if !isOver { try walk(UidNumber(uid), below: below) }
  }

  /// The newest uids of a tag first.
  private mutating func walk(_ tag: TagNumber, after cursor: RegistrationCursor?) throws(DatabaseError) {
    let start: (uid: Int64, token: Int64) = if case .uid(let uid, let token) = cursor { (uid, token) } else { (.max, .max) }
    let statement = try store.connection.statement(
      "SELECT uid FROM uid_tag INDEXED BY uid_tag_by_tag WHERE tag = ? AND uid <= ? ORDER BY uid DESC")
    try statement.bind(tag.value, at: 1)
    try statement.bind(start.uid, at: 2)
    defer { statement.reset() }
    while !isOver, try statement.step() {
      try visit(Row(statement: statement.handle).int64(0), start)
    }
  }

  /// By uid, then by text those whose uid begins otherwise.
  private mutating func walk(_ prefix: [UInt8], after cursor: RegistrationCursor?) throws(DatabaseError) {
    if case .text(let token) = cursor {
      guard let (text, type) = try store.tokenText(TokenNumber(token)) else { return }
      for other in types where other.rawValue >= type.rawValue && !isOver {
        try walkTexts(other, from: other == type ? text : filter.prefix!, isBehind: other == type, prefix)
      }
      return
    }
    var start: (uid: Int64, token: Int64) = (0, .max)
    var name = filter.prefix!
    if case .uid(let uid, let token) = cursor {
      guard let text = try store.uidText(UidNumber(uid)) else { return }
      (start, name) = ((uid, token), text)
    }
    let statement = try store.connection.statement("SELECT uid, name FROM uid WHERE app = ? AND name >= ? ORDER BY name")
    try statement.bind([.integer(app.value), .text(name)])
    defer { statement.reset() }
    while !isOver, try statement.step() {
      let row = Row(statement: statement.handle)
      guard row.begins(1, with: prefix) else { break }
      try visit(row.int64(0), start)
    }
    for type in types where !isOver { try walkTexts(type, from: filter.prefix!, isBehind: false, prefix) }
  }

  private var types: [PushType] { (filter.pushType.map { [$0] } ?? PushType.allCases).sorted { $0.rawValue < $1.rawValue } }

  /// - Parameter isBehind: whether it goes on behind `start`.
  private mutating func walkTexts(_ type: PushType, from start: String, isBehind: Bool, _ prefix: [UInt8]) throws(DatabaseError) {
    // LEFT: a text that is not registered now is a row that was looked at.
    let statement = try store.connection.statement(
      """
      SELECT r.token, r.push_type, r.uid, r.notification, r.ad, r.night_ad, r.country, r.language, d.token, d.text
      FROM device_token d LEFT JOIN registration r ON r.app = d.app AND r.token = d.token
      WHERE d.app = ? AND d.push_type = ? AND d.text >= ? ORDER BY d.text
      """)
    try statement.bind([.integer(app.value), .int(type.rawValue), .text(start)])
    defer { statement.reset() }
    while !isOver, try statement.step() {
      let row = Row(statement: statement.handle)
      guard row.begins(9, with: prefix) else { break }
      if isBehind, row.text(9).isSameText(as: start) { continue }
      let place = RegistrationCursor.text(row.int64(8))
      // Three tables are read for each, far apart in the file.
      scanned += 2
      // Those whose uid begins so have been found by it.
      if row.isNull(0) { pass(place) } else if try (store.uidText(UidNumber(row.int64(2))) ?? "").begins(with: prefix) { pass(place) } else {
        try look(row, at: place)
      }
    }
  }

  // MARK: Looking

  /// A row that is no registration, or none that counts.
  private mutating func pass(_ place: RegistrationCursor) {
    scanned += 1
    if found.count < limit { end = place }
    if scanned >= scanLimit { stop(at: place) }
  }

  private mutating func look(_ row: Row, at place: RegistrationCursor) throws(DatabaseError) {
    scanned += 1
    if try matches(row) {
      // One more than wanted tells that there are more.
      guard found.count < limit else { return stop(at: end) }
      found.append(TokenNumber(row.int64(0)))
      end = place
    }
    if scanned >= scanLimit { stop(at: place) }
  }

  private mutating func stop(at place: RegistrationCursor?) {
    next = place
    isOver = true
  }

  private func matches(_ row: Row) throws(DatabaseError) -> Bool {
    if let type = filter.pushType, row.int(1) != type.rawValue { return false }
    if let wanted = filter.notification, row.bool(3) != wanted { return false }
    if let wanted = filter.ad, row.bool(4) != wanted { return false }
    if let wanted = filter.nightAd, row.bool(5) != wanted { return false }
    if let country, !row.withText(6, { $0.elementsEqual(country) { $0.lowered == $1 } }) { return false }
    if let language, !row.withText(7, { Self.isLanguage($0, language) }) { return false }
    if checksTag, let tag = filter.tag, try !store.hasTag(tag, UidNumber(row.int64(2))) { return false }
    if checksPrefix, let prefix, try !(store.tokenText(TokenNumber(row.int64(0)))?.text ?? "").begins(with: prefix) { return false }
    return true
  }

  private static func isLanguage(_ code: UnsafeBufferPointer<UInt8>, _ wanted: [UInt8]) -> Bool {
    guard code.count >= wanted.count, zip(code, wanted).allSatisfy({ $0.lowered == $1 }) else { return false }
    return code.count == wanted.count || code[wanted.count] == UInt8(ascii: "-") || code[wanted.count] == UInt8(ascii: "_")
  }
}

extension ReadTransaction {
  fileprivate func hasTag(_ tag: TagNumber, _ uid: UidNumber) throws(DatabaseError) -> Bool {
    let statement = try connection.statement("SELECT 1 FROM uid_tag WHERE uid = ? AND tag = ?")
    try statement.bind(uid.value, at: 1)
    try statement.bind(tag.value, at: 2)
    defer { statement.reset() }
    return try statement.step()
  }
}

extension UInt8 {
  /// Of an ASCII letter; other bytes are as they are.
  fileprivate var lowered: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}

extension String {
  fileprivate func begins(with prefix: [UInt8]) -> Bool { utf8.starts(with: prefix) }
}

extension Row {
  fileprivate func begins(_ column: Int32, with prefix: [UInt8]) -> Bool { withText(column) { $0.starts(with: prefix) } }
}
