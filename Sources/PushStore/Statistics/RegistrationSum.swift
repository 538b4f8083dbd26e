/// What the registration log says of one minute, hour or day of an app.
struct RegistrationSum: Sendable {
  var registered = 0
  var deleted = 0
  /// Its rows of the log lie between these numbers.
  var first: Int64
  var last: Int64
  var changes = GaugeChanges()

  mutating func add(_ other: RegistrationSum) {
    registered += other.registered
    deleted += other.deleted
    first = min(first, other.first)
    last = max(last, other.last)
    changes.add(other.changes)
  }
}

struct RegistrationKey: Hashable, Sendable {
  var app: Int64
  var unit: StatisticsUnit
  var bucket: Int64
}

/// A value of a dimension that no sum had before.
struct NewGaugeValue: Sendable {
  var number: Int
  var dimension: GaugeDimension
  var text: String
}
