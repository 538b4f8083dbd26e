import PushStore

/// The `from` and `to` of a query, as 2.4 of the contract reads them. A bound that is not given is nil.
struct DateBounds: Equatable, Sendable {
  var from: Timestamp?
  /// After the rule of the whole minute.
  var to: Timestamp?
  /// As the caller wrote it.
  var writtenTo: Timestamp?

  /// - Parameters:
  ///   - names: the parameters, e.g. `deliveryFrom` and `deliveryTo`.
  ///   - isRequired: both must be there, else 40003.
  /// - Throws: 40002 for what is no date, 40001 when both are given and `from` is after `to` (F3).
  init(_ query: QueryItems, _ names: (from: String, to: String) = ("from", "to"), isRequired: Bool = false) throws(APIError) {
    if isRequired { _ = try query.require(names.from) }
    from = try Self.date(query, names.from)?.timestamp
    if isRequired { _ = try query.require(names.to) }
    if let date = try Self.date(query, names.to) {
      writtenTo = date.timestamp
      to = date.wholeMinute ? date.timestamp.advanced(byMilliseconds: 59_999) : date.timestamp
    }
    guard let from, let to, from > to else { return }
    throw APIError(.invalidParameter, names.from, query[names.from] ?? "", hint: "\(names.from) is after \(names.to)")
  }

  private static func date(_ query: QueryItems, _ name: String) throws(APIError) -> ParsedDate? {
    guard let text = query[name] else { return nil }
    if let date = DateText.parseDate(text) { return date }
    let example = "2026-03-02T09:15:00.000%2B09:00"
    // A plus that was not escaped arrives as a blank.
    let escaped = text.replacing(" ", with: "+")
    let hint = !text.contains(" ") || DateText.parseDate(escaped) == nil
      ? "\(name) must be ISO 8601 with an offset, such as \(example) (the + sent as %2B)"
      : "\(name) has a blank where + was meant: in a query + means a blank, so send %2B, as in \(example)"
    throw APIError(.invalidFormat, name, text, hint: hint)
  }
}

/// A stretch of time to search, inclusive at both ends; empty when `from` is after `to`.
struct DateRange: Equatable, Sendable {
  /// Older data is not returned (R12).
  static let days = 30

  var from: Timestamp
  var to: Timestamp
  /// Whether all of it is older than what is returned.
  let isTooOld: Bool

  /// The bounds with their defaults: `to` now, `from` so many days before now. What is older than 30 days is cut off silently.
  init(_ bounds: DateBounds, now: Timestamp, defaultDays: Int = days) {
    let oldest = Self.before(now, days: Self.days)
    from = max(oldest, bounds.from ?? Self.before(now, days: defaultDays))
    to = bounds.to ?? now
    isTooOld = to < oldest
  }

  private static func before(_ now: Timestamp, days: Int) -> Timestamp { now.advanced(byMilliseconds: -Int64(days) * 86_400_000) }
}
