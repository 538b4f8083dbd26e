import PushStore

/// A seed that was checked, row by row: nothing of it will be refused.
struct SeedPlan: Sendable {
  /// The seed's own text, of which token rows are read again when they are loaded: a million rows would take much more room.
  let text: [UInt8]
  var apps: [SeedApp] = []
  /// Nil where the seed names none.
  var faults: [FaultRule]?
  /// The moment at which it was checked, and which rows have that name none.
  let now: Timestamp

  var counts: SeedCounts {
    var counts = SeedCounts(apps: apps.count, faults: faults?.count ?? 0)
    for app in apps {
      counts.tokens += app.tokenCount + (app.generator?.tokens ?? 0)
      counts.tags += app.tags.count + (app.generator?.tags ?? 0)
      counts.reservations += app.reservations.count
      counts.devices += app.devices?.count ?? 0
    }
    return counts
  }
}

/// How many there are of each kind.
struct SeedCounts: Sendable, Equatable {
  var apps = 0
  var tokens = 0
  var tags = 0
  var reservations = 0
  var devices = 0
  var faults = 0

  var total: Int { members.reduce(0) { $0 + $1.count } }

  var members: [(name: String, count: Int)] {
    [("apps", apps), ("tokens", tokens), ("tags", tags), ("reservations", reservations), ("devices", devices), ("faults", faults)]
  }
}

/// One app of a seed.
struct SeedApp: Sendable {
  let appkey: String
  /// `apps[0]`, or `generate`.
  let path: String
  /// Laid over the app's settings, as PATCH does; nil where the seed names none.
  var settings: JSONObject?
  var slices: [SeedSlice] = []
  var tags: [SeedTag] = []
  var reservations: [NewReservation] = []
  /// Nil where the seed names none.
  var devices: [DeviceRule]?
  var generator: SeedGenerator?

  var tokenCount: Int { slices.reduce(0) { $0 + $1.count } }
}

/// Token rows that stand one behind the other in the seed's text.
struct SeedSlice: Sendable {
  static let rows = 500

  /// Number of its first row in the list.
  let first: Int
  var count: Int
  /// From the first row's first byte to behind the last row.
  var bytes: Range<Int>
}

struct SeedTag: Sendable {
  var tagId: String
  var name: String
  /// Each once.
  var uids: [String]
}
