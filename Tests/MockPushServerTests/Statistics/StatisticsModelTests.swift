import Testing

@testable import PushStore

/// Random registrations, deliveries and receipts, folded now and then; all that is asked is compared with what is counted one by one from a list.
@Suite struct StatisticsModelTests {
  private struct Happened {
    enum Kind: Hashable { case sent, failed(DeliveryReason), received, opened }
    var kind: Kind
    var at: Timestamp
    var pushType: PushType?
    var message: MessageNumber
    var statsId: String?
  }

  private struct Change {
    var event: RegistrationLogEvent
    var at: Timestamp
    var delta: Int
    var value: [GaugeDimension: String]
  }

  private struct World {
    var happened: [Happened] = []
    var changes: [Change] = []
    var messages: [(message: Message, statsId: String?)] = []
    var now = Timestamp(milliseconds: 1_772_409_600_000)
    var numbers: SeededNumbers
    var receipts = 0
    /// How much of what happened is in the sums.
    var folded = (happened: 0, changes: 0)

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func random(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &numbers) }

    /// Mostly some milliseconds or seconds later, sometimes hours; and sometimes a moment that is behind, as a request's may be.
    mutating func moment() -> Timestamp {
      now = now.advanced(byMilliseconds: random(0...10) == 0 ? random(0...20_000_000) : random(0...30_000))
      return random(0...5) == 0 ? now.advanced(byMilliseconds: -random(0...90_000)) : now
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func sumsAreWhatIsCountedOneByOne(_ seed: UInt64) throws {
    let file = try DatabaseFile(path: ":memory:")
    defer { file.close() }
    let writer = try Writer(file)
    let reader = try Reader(file)
    var world = World(seed: seed)
    let app = try writer.perform { store in
      // An app before, so that rows of two apps are among each other.
      _ = try store.ensureApp("OTHER", now: world.now)
      return try store.ensureApp("APP", now: world.now)
    }
    for step in 0..<1_500 {
      try writer.perform { try Self.step(&world, $0, app) }
      try writer.commit()
      if step % 100 == 50 + Int(seed) { try Self.fold(&world, reader, writer) }
      // Rows that came since are in no answer, not even where single ones are looked at.
      if step > 60, step % 8 == 0 { try Self.compare(&world, reader, app) }
    }
    try Self.fold(&world, reader, writer)
    for _ in 0..<40 { try Self.compare(&world, reader, app) }
  }

  private static func fold(_ world: inout World, _ reader: Reader, _ writer: Writer) throws {
    world.folded = (world.happened.count, world.changes.count)
    while let batch = try reader.read({ try StatisticsBatch($0) }) {
      try writer.perform { try batch.write(to: $0) }
      try writer.commit()
      reader.endSnapshot()
    }
  }

  private static func step(_ world: inout World, _ store: WriteTransaction, _ app: AppNumber) throws {
    let at = world.moment()
    switch world.random(0...9) {
    case 0...4: try register(&world, store, app, at)
    case 5 where world.messages.count < 8:
      let statsId = ["S", "T", nil].randomElement(using: &world.numbers)!
      let new = NewMessage(
        origin: .api, version: "v2.4", messageType: .notification, body: "{}", settings: "{}", duplicateKey: nil, ttlFrom: at, ttlMinutes: 0,
        statsId: statsId)
      let number = try store.insert(new, app: app, now: at)
      world.messages.append((try store.reading.message(number, app: app)!, statsId))
    case 6, 7: if let sent = world.messages.randomElement(using: &world.numbers) { try deliver(&world, sent, store, at) }
    default: if let sent = world.messages.randomElement(using: &world.numbers) { try report(&world, sent, store, app, at) }
    }
  }

  /// Registers or deletes one of few tokens, and notes what the log must say.
  private static func register(_ world: inout World, _ store: WriteTransaction, _ app: AppNumber, _ at: Timestamp) throws {
    func flip() -> Bool { Bool.random(using: &world.numbers) }
    let token = "t\(world.random(0...20))"
    let old = try store.reading.registration(token, .apns, app: app)
    if let old, world.random(0...3) == 0 {
      try store.unregister(token, .apns, app: app, now: at)
      world.changes.append(Change(event: .deleted, at: at, delta: -1, value: values(old)))
      return
    }
    let request = RegistrationRequest.sample(
      token, uid: token, device: nil, agreement: Agreement(notification: flip(), ad: flip(), nightAd: flip()), zone: flip() ? "UTC" : "Asia/Seoul",
      country: ["KR", "JP", "kr"].randomElement(using: &world.numbers)!, language: flip() ? "ko" : "ja")
    try store.register(request, singleToken: false, app: app, now: at)
    let new = try store.reading.registration(token, .apns, app: app)!
    if let old { world.changes.append(Change(event: .changed, at: at, delta: -1, value: values(old))) }
    world.changes.append(Change(event: old == nil ? .registered : .changed, at: at, delta: 1, value: values(new)))
    // Another app's rows lie between.
    if flip() { try store.register(request, singleToken: false, app: store.ensureApp("OTHER", now: at), now: at) }
  }

  private static func values(_ record: Registration) -> [GaugeDimension: String] {
    [.agreement: record.agreement.state.name, .language: record.language, .country: record.country, .timezone: record.timezoneId]
  }

  private static let reasons: [DeliveryReason] = [.accepted, .tokenReplaced, .providerError, .payloadTooLarge, .duplicate, .adOff, .invalidToken]

  private static func deliver(
    _ world: inout World, _ sent: (message: Message, statsId: String?), _ store: WriteTransaction, _ at: Timestamp
  ) throws {
    var deliveries: [NewDelivery] = []
    for token in 1...world.random(1...6) {
      let reason = reasons.randomElement(using: &world.numbers)!
      let type: PushType = [.apns, .apnsSandbox, .fcm].randomElement(using: &world.numbers)!
      // Each page has tokens of its own but for the first, which has its outcome when it comes again.
      let number = token == 1 ? 1 : world.random(2...1_000_000_000)
      let isNew = try store.reading.delivery(sent.message, number) == false
      deliveries.append(NewDelivery(token: TokenNumber(number), uid: UidNumber(1), pushType: type, reason: reason, rendering: nil, isLogged: false))
      guard isNew, !deliveries.dropLast().contains(where: { $0.token.value == number }) else { continue }
      switch reason.outcome {
      case .sent: world.happened.append(Happened(kind: .sent, at: at, pushType: type, message: sent.message.number, statsId: sent.statsId))
      case .sentFailed:
        world.happened.append(Happened(kind: .failed(reason), at: at, pushType: type, message: sent.message.number, statsId: sent.statsId))
      case .filtered, .invalidToken: break
      }
    }
    _ = try store.insert(deliveries, of: sent.message, at: at)
  }

  private static func report(
    _ world: inout World, _ sent: (message: Message, statsId: String?), _ store: WriteTransaction, _ app: AppNumber, _ at: Timestamp
  ) throws {
    let event: Receipt.Event = Bool.random(using: &world.numbers) ? .received : .opened
    // Device time: hours behind, or ahead.
    let eventAt = at.advanced(byMilliseconds: world.random(-5_000_000...5_000_000))
    world.receipts += 1
    let pushType: PushType? = [.apns, .apnsSandbox, .fcm, nil].randomElement(using: &world.numbers)!
    let receipt = Receipt(
      event: event, eventAt: eventAt, messageId: sent.message.number.messageId, identity: "\(world.receipts % 300)", pushType: pushType, data: "{}")
    guard try store.insert(receipt, app: app, now: at) else { return }
    world.happened.append(
      Happened(
        kind: event == .opened ? .opened : .received, at: eventAt, pushType: pushType, message: sent.message.number, statsId: sent.statsId))
  }

  // MARK: Comparing

  /// A random stretch, with bounds on and beside minutes, hours, days and events.
  private static func span(_ world: inout World) -> StatisticsSpan {
    func bound() -> Timestamp {
      let first = world.changes.first!.at.milliseconds - 10_000_000
      let any = world.random(first...world.now.milliseconds + 10_000_000)
      switch world.random(0...5) {
      case 0: return Timestamp(milliseconds: any / 60_000 * 60_000)
      case 1: return Timestamp(milliseconds: any / 3_600_000 * 3_600_000)
      case 2: return StatisticsUnit.day.start(of: StatisticsUnit.day.bucket(of: Timestamp(milliseconds: any)))
      case 3: return (world.changes.randomElement(using: &world.numbers)!.at).advanced(byMilliseconds: world.random(-1...1))
      case 4: return (world.happened.randomElement(using: &world.numbers)?.at ?? world.now).advanced(byMilliseconds: world.random(-1...1))
      default: return Timestamp(milliseconds: any)
      }
    }
    let (a, b) = (bound(), bound())
    return StatisticsSpan(start: min(a, b), end: max(a, b))
  }

  private static func compare(_ world: inout World, _ reader: Reader, _ app: AppNumber) throws {
    let span = span(&world)
    let unit = StatisticsUnit.allCases.randomElement(using: &world.numbers)!
    let filter = EventFilter(
      pushTypes: [nil, [.apns], [.apnsSandbox, .fcm]].randomElement(using: &world.numbers)!,
      message: world.random(0...2) == 0 ? world.messages.randomElement(using: &world.numbers)?.message.number : nil,
      statsIds: [[], ["S"], ["T", "S", "T"], ["U"]].randomElement(using: &world.numbers)!)
    let matching = world.happened.prefix(world.folded.happened).filter { one in
      one.at >= span.start && one.at < span.end && (filter.pushTypes.map { types in one.pushType.map { types.contains($0) } ?? false } ?? true)
        && (filter.message.map { $0 == one.message } ?? true)
        && (filter.statsIds.isEmpty || one.statsId.map { filter.statsIds.contains($0) } ?? false)
    }
    let changes = world.changes.prefix(world.folded.changes).filter { $0.at >= span.start && $0.at < span.end }
    defer { reader.endSnapshot() }
    try reader.read { store in
      let events = try store.events(filter, in: span, by: unit, app: app).filter { $0.value != EventCounts() }
      try #require(events == Dictionary(grouping: matching) { unit.bucket(of: $0.at) }.mapValues { Self.sum($0) })

      let totals = try store.eventTotals(filter, in: span, app: app).filter { $0.value.counts != EventCounts() }
      let byType = Dictionary(grouping: matching, by: \.pushType)
      try #require(totals.mapValues(\.counts) == byType.mapValues { Self.sum($0) })
      for (type, total) in totals {
        let failures = byType[type]!.compactMap { if case .failed(let reason) = $0.kind { reason } else { nil } }
        try #require(total.failures == Dictionary(grouping: failures) { $0 }.mapValues(\.count))
      }

      let registrations = try store.registrations(in: span, by: unit, app: app).filter { $0.value != RegistrationCounts() }
      let counted = Dictionary(grouping: changes.filter { $0.event != .changed }) { unit.bucket(of: $0.at) }.mapValues { changes in
        RegistrationCounts(registered: changes.count { $0.event == .registered }, deleted: changes.count { $0.event == .deleted })
      }
      try #require(registrations == counted)
      try Self.compareGauges(world.changes.prefix(world.folded.changes), span, unit, store, app)
    }
  }

  private static func compareGauges(
    _ changes: ArraySlice<Change>, _ span: StatisticsSpan, _ unit: StatisticsUnit, _ store: ReadTransaction, _ app: AppNumber
  ) throws {
    let values = try Dictionary(uniqueKeysWithValues: GaugeDimension.allCases.map { ($0, try store.gaugeValues($0)) })
    func shown(_ counts: GaugeCounts) -> [GaugeDimension: [String: Int]] {
      values.mapValues { Dictionary(uniqueKeysWithValues: $0.filter { counts[$0] != 0 }.map { ($0.text, counts[$0]) }) }
    }
    func expected(before end: Timestamp) -> [GaugeDimension: [String: Int]] {
      var counts = Dictionary(uniqueKeysWithValues: GaugeDimension.allCases.map { ($0, [String: Int]()) })
      for change in changes where change.at < end {
        for (dimension, value) in change.value { counts[dimension]![value, default: 0] += change.delta }
      }
      return counts.mapValues { $0.filter { $0.value != 0 } }
    }
    try #require(shown(try store.gauges(before: span.end, app: app)) == expected(before: span.end))
    let first = unit.bucket(of: span.start)
    let last = min(unit.bucket(of: span.end), first + 12)
    var met: [Int64] = []
    var mismatch: String?
    try store.gauges(first..<last + 1, of: unit, before: span.end, app: app) { bucket, counts in
      met.append(bucket)
      let end = min(unit.start(of: bucket + 1), max(span.end, unit.start(of: first)))
      if shown(counts) != expected(before: end) { mismatch = "bucket \(bucket) of \(first...last)" }
    }
    #expect(mismatch == nil)
    #expect(met == Array(first...last))
  }

  private static func sum(_ happened: [Happened]) -> EventCounts {
    happened.reduce(into: EventCounts()) { sum, one in
      switch one.kind {
      case .sent: sum.sent += 1
      case .failed: sum.failed += 1
      case .received: sum.received += 1
      case .opened: sum.opened += 1
      }
    }
  }
}

extension ReadTransaction {
  fileprivate func delivery(_ message: Message, _ token: Int64) throws -> Bool {
    try connection.first("SELECT 1 FROM delivery WHERE message = ? AND token = ?", .integer(message.number.value), .integer(token)) { _ in
      true
    } ?? false
  }
}
