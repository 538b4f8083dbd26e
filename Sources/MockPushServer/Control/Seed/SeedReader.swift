import PushStore

/// Checks a seed's text: `{"apps": […], "faults": […], "generate": {…}}`. Token rows are read one by one and dropped; all else is small.
struct SeedReader {
  private static let keys = ["apps", "faults", "generate"]
  /// All of a seed's: they are stored in the step that shows the seed, which must be short.
  static let mostSchedules = 5_000

  private let apps: AppDirectory
  private let now: Timestamp
  private let buffer: UnsafeBufferPointer<UInt8>
  private var parser: JSONParser
  private var plan: SeedPlan
  private var places: [String: String] = [:]
  private var scheduleCount = 0

  /// Reads the whole; takes about 10 µs for each token.
  ///
  /// - Parameter apps: with the settings that the seed's are laid over.
  static func plan(_ text: [UInt8], apps: AppDirectory, now: Timestamp) throws(SeedFault) -> SeedPlan {
    let result = text.withUnsafeBufferPointer { buffer in
      Result { () throws(SeedFault) in
        guard let base = buffer.baseAddress, !buffer.isEmpty else { throw SeedFault(JSONError(reason: "it is empty", offset: 0), in: buffer) }
        var reader = SeedReader(apps: apps, now: now, buffer: buffer, parser: JSONParser(base: base, end: buffer.count), plan: SeedPlan(text: text, now: now))
        try reader.read()
        return reader.plan
      }
    }
    return try result.get()
  }

  private mutating func read() throws(SeedFault) {
    var generate: JSON?
    try json { parser throws(JSONError) in try parser.begin() }
    guard var members = try json({ parser throws(JSONError) in try parser.openObject() }) else {
      throw SeedFault("A seed is an object, such as {\"apps\":[{\"appkey\":\"MYAPP\",\"generate\":{\"tokens\":1000}}]}.")
    }
    while let key = try json({ parser throws(JSONError) in try parser.nextKey(of: &members) }) {
      switch key {
      case "apps": try readApps()
      case "faults":
        let value = try value()
        if !value.isNull { plan.faults = try Self.explained { () throws(ControlError) in try FaultRule.list(value, place: "faults") } }
      case "generate":
        let value = try value()
        if !value.isNull { generate = value }
      default: throw SeedFault.unknownKey(key, known: Self.keys, "The seed")
      }
    }
    try json { parser throws(JSONError) in try parser.expectEnd() }
    if let generate { try addGenerated(generate) }
    if plan.apps.isEmpty, plan.faults == nil { throw SeedFault("The seed loads nothing; it has \(Self.keys.joined(separator: ", ")), such as {\"apps\":[{\"appkey\":\"MYAPP\",\"generate\":{\"tokens\":1000}}]}.") }
  }

  private mutating func readApps() throws(SeedFault) {
    guard var items = try json({ parser throws(JSONError) in try parser.openArray() }) else {
      let value = try value()
      if value.isNull { return }
      throw SeedFault("apps \(ShownValue.phrase(value)): it is a list of apps, such as [{\"appkey\":\"MYAPP\",\"tokens\":[…]}].")
    }
    var index = 0
    while try json({ parser throws(JSONError) in try parser.nextItem(of: &items) }) {
      var draft = SeedAppDraft(path: "apps[\(index)]")
      try read(&draft)
      try add(draft)
      index += 1
    }
  }

  /// `generate` beside `apps`: of the app that it names, or of the only one that is configured.
  private mutating func addGenerated(_ json: JSON) throws(SeedFault) {
    var draft = SeedAppDraft(path: "generate")
    draft.generate = json
    draft.appkey = json["appkey"]
    if draft.appkey == nil, apps.configured.count == 1, let only = apps.configured.keys.first { draft.appkey = .string(only) }
    try add(draft)
  }

  // MARK: One app

  private mutating func read(_ draft: inout SeedAppDraft) throws(SeedFault) {
    guard var members = try json({ parser throws(JSONError) in try parser.openObject() }) else {
      throw SeedFault("\(draft.path) \(ShownValue.phrase(try value())): an app is an object, such as {\"appkey\":\"MYAPP\",\"tokens\":[…]}.")
    }
    while let key = try json({ parser throws(JSONError) in try parser.nextKey(of: &members) }) {
      switch key {
      case "appkey": draft.appkey = try value()
      case "settings": draft.settings = try value()
      case "tokens": try readTokens(&draft)
      case "tags": draft.tags = try value()
      case "reservations": draft.reservations = try value()
      case "devices": draft.devices = try value()
      case "generate": draft.generate = try value()
      default: throw SeedFault.unknownKey(key, known: SeedAppDraft.keys, draft.path)
      }
    }
  }

  private mutating func readTokens(_ draft: inout SeedAppDraft) throws(SeedFault) {
    let path = draft.path
    guard var items = try json({ parser throws(JSONError) in try parser.openArray() }) else {
      let value = try value()
      if value.isNull { return }
      throw SeedFault("\(path).tokens \(ShownValue.phrase(value)): it is a list of tokens.")
    }
    var unique = SeedUniqueness(isSingle: false, path: path)
    var number = 0
    while try json({ parser throws(JSONError) in try parser.nextItem(of: &items) }) {
      let start = parser.position
      let row = try SeedToken.decode(try value(), now: now, path: "\(path).tokens[\(number)]")
      try unique.add(row.request, number: number)
      draft.zones.insert(row.request.timezoneId)
      if draft.slices.isEmpty || draft.slices[draft.slices.count - 1].count == SeedSlice.rows {
        draft.slices.append(SeedSlice(first: number, count: 0, bytes: start..<start))
      }
      draft.slices[draft.slices.count - 1].count += 1
      draft.slices[draft.slices.count - 1].bytes = draft.slices[draft.slices.count - 1].bytes.lowerBound..<parser.position
      number += 1
    }
    draft.unique = unique
  }

  private mutating func add(_ draft: SeedAppDraft) throws(SeedFault) {
    let appkey = try draft.checkedAppkey()
    if let other = places.updateValue(draft.path, forKey: appkey) { throw SeedFault("\(draft.path) and \(other) are both about app \(appkey); write one app in one place.") }
    let isAvailable = apps.isAvailable(appkey)
    let app = try SeedAppChecks(draft: draft, appkey: appkey, present: isAvailable ? apps.changes(of: appkey) : JSONObject(), apps: apps, now: now, text: plan.text).app()
    scheduleCount += app.reservations.reduce(0) { $0 + $1.schedules.count }
    if scheduleCount > Self.mostSchedules {
      throw SeedFault("\(draft.path).reservations bring the seed to \(scheduleCount) moments of sending; a seed has at most \(Self.mostSchedules).")
    }
    plan.apps.append(app)
  }

  // MARK: Reading

  private mutating func value() throws(SeedFault) -> JSON { try json { parser throws(JSONError) in try parser.value() } }

  private mutating func json<T>(_ read: (inout JSONParser) throws(JSONError) -> T) throws(SeedFault) -> T {
    do throws(JSONError) {
      return try read(&parser)
    } catch {
      throw SeedFault(error, in: buffer)
    }
  }

  static func explained<T>(_ work: () throws(ControlError) -> T) throws(SeedFault) -> T {
    do throws(ControlError) {
      return try work()
    } catch {
      throw SeedFault(error.sentence)
    }
  }
}

/// An app of a seed as it is written, its token rows checked.
struct SeedAppDraft {
  static let keys = ["appkey", "settings", "tokens", "tags", "reservations", "devices", "generate"]

  let path: String
  var appkey: JSON?
  var settings: JSON?
  var slices: [SeedSlice] = []
  /// Of the token rows.
  var unique: SeedUniqueness?
  /// Of the token rows.
  var zones: Set<String> = []
  var tags: JSON?
  var reservations: JSON?
  var devices: JSON?
  var generate: JSON?

  init(path: String) { self.path = path }

  func checkedAppkey() throws(SeedFault) -> String {
    guard let appkey, !appkey.isNull else { throw SeedFault("\(path) has no appkey: \(AppKeyRule.sentence).") }
    guard let text = appkey.stringValue, AppKeyRule.accepts(text) else { throw SeedFault("\(path).appkey \(ShownValue.phrase(appkey)): \(AppKeyRule.sentence).") }
    return text
  }
}
