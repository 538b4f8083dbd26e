import Testing
@testable import PushStore

/// Random registrations, deletions and moves of the clock, compared with a model after every step; and the counting log with what is there.
@Suite struct RegistrationModelTests {
  private static let types: [PushType] = [.fcm, .apns, .apnsSandbox, .apnsVoip, .apnsSandboxVoip]
  private static let tokens = ["a", "b", "c", "d", "a#tenant=X", "b#tenant=X", "a#tenant=Y", "#tenant=X", "a#tenant=", "a#tenant=X#tenant=Y"]

  /// Values of which few exist, so that steps meet each other.
  private static func request(_ numbers: inout SeededNumbers) -> RegistrationRequest {
    func flip() -> Bool { Bool.random(using: &numbers) }
    return .sample(
      tokens.randomElement(using: &numbers)!, old: Int.random(in: 0..<3, using: &numbers) == 0 ? tokens.randomElement(using: &numbers) : nil,
      type: types.randomElement(using: &numbers)!, uid: ["u", "v", "w"].randomElement(using: &numbers)!,
      device: [nil, "D", "E", "F"].randomElement(using: &numbers)!, agreement: Agreement(notification: flip(), ad: flip(), nightAd: flip()),
      zone: flip() ? "UTC" : "Asia/Seoul", country: flip() ? "KR" : "JP", language: flip() ? "ko" : "ja")
  }

  private static func stored(_ store: ReadTransaction, _ app: AppNumber) throws -> [RegistrationModel.Record] {
    try store.registrations(after: nil, limit: 1_000, app: app).map { r in
      RegistrationModel.Record(
        type: r.pushType, token: r.token, uid: r.uid, device: r.deviceId, agreement: r.agreement, zone: r.timezoneId, country: r.country, language: r.language,
        created: r.createdAt.milliseconds, updated: r.updatedAt.milliseconds, activated: r.activatedAt.milliseconds,
        adAgreed: r.adAgreedAt?.milliseconds, nightAgreed: r.nightAdAgreedAt?.milliseconds)
    }
  }

  private static func sorted(_ records: [RegistrationModel.Record]) -> [RegistrationModel.Record] {
    records.sorted { ($0.uid, $0.token, $0.type.rawValue) < ($1.uid, $1.token, $1.type.rawValue) }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64], [false, true]) func theStoreDoesWhatTheContractSays(_ seed: UInt64, _ isSingleToken: Bool) throws {
    let file = try DatabaseFile(path: ":memory:")
    defer { file.close() }
    let writer = try Writer(file)
    var numbers = SeededNumbers(seed: seed)
    var model = RegistrationModel(isSingleToken: isSingleToken)
    var now: Int64 = 1_772_409_600_000
    for step in 0..<250 {
      if Bool.random(using: &numbers) { now += Int64.random(in: 1...100_000, using: &numbers) }
      let moment = Timestamp(milliseconds: now)
      let action: String
      let choice = Int.random(in: 0..<20, using: &numbers)
      let request = Self.request(&numbers)
      let type = Bool.random(using: &numbers) ? request.pushType : nil
      switch choice {
      case 0:
        action = "delete uid \(request.uid)"
        model.deleteUid(request.uid)
      case 1, 2:
        action = "delete \(request.token) \(type?.name ?? "in every type")"
        model.delete(request.token, type)
      default:
        action = "register \(request)"
        model.register(request, at: now)
      }
      let app = try writer.perform { store in
        let app = try store.ensureApp("APP", now: moment)
        switch choice {
        case 0: try store.deleteUid(request.uid, app: app, now: moment)
        case 1, 2: _ = try store.unregister(request.token, type, app: app, now: moment)
        default: try store.register(request, singleToken: isSingleToken, app: app, now: moment)
        }
        return app
      }
      try writer.commit()
      try writer.read { store in
        let expected = Self.sorted(model.records)
        try #require(Self.stored(store, app) == expected, "seed \(seed), step \(step): \(action)")
        for uid in ["u", "v", "w"] { #expect(try (store.uidNumber(uid, app: app) != nil) == model.uids.contains(uid)) }
        try Self.expectLogToSum(to: expected, store)
      }
      let counts = try writer.read { store in
        try (1...2).map { event in try store.connection.first("SELECT count(*) FROM registration_log WHERE event = ?", .int(event)) { $0.int(0) } }
      }
      try #require(counts == [model.registered, model.deleted], "REGISTERED and DELETED as counted, seed \(seed), step \(step): \(action)")
    }
  }

  /// The log's deltas, summed by what they count, are the records that are there: no more, no less, none below zero.
  private static func expectLogToSum(to records: [RegistrationModel.Record], _ store: ReadTransaction) throws {
    let summed = try store.connection.all(
      """
      SELECT agreement, timezone, country, language, sum(delta) FROM registration_log
      GROUP BY agreement, timezone, country, language HAVING sum(delta) <> 0
      """
    ) { ("\($0.int(0)) \($0.text(1)) \($0.text(2)) \($0.text(3))", $0.int(4)) }
    let there = Dictionary(grouping: records) { "\($0.agreement.state.rawValue) \($0.zone) \($0.country) \($0.language)" }.mapValues(\.count)
    try #require(Dictionary(uniqueKeysWithValues: summed) == there)
  }

  @Test func theLogHasARowPerEventWithItsMoment() throws {
    let file = try DatabaseFile(path: ":memory:")
    defer { file.close() }
    let writer = try Writer(file)
    let steps: [(Int64, (WriteTransaction, AppNumber, Timestamp) throws -> Void)] = [
      (1, { try $0.register(.sample("t", device: "D"), singleToken: false, app: $1, now: $2) }),
      (2, { try $0.register(.sample("t", uid: "v", device: "D"), singleToken: false, app: $1, now: $2) }),
      (3, { try $0.register(.sample("t", uid: "v", device: "D", country: "JP"), singleToken: false, app: $1, now: $2) }),
      (4, { try $0.register(.sample("n", old: "t", uid: "v", device: "D", country: "JP"), singleToken: false, app: $1, now: $2) }),
      (5, { try $0.register(.sample("m", uid: "v", device: "D", country: "US"), singleToken: false, app: $1, now: $2) }),
      (6, { _ = try $0.unregister("m", nil, app: $1, now: $2) }),
    ]
    for (at, step) in steps {
      let now = Timestamp(milliseconds: at)
      try writer.perform { store in try step(store, store.ensureApp("APP", now: now), now) }
    }
    try writer.commit()
    let rows = try writer.read { store in
      try store.connection.all("SELECT at, event, delta, country FROM registration_log ORDER BY number") { "\($0.int(0)) \($0.int(1)) \($0.int(2)) \($0.text(3))" }
    }
    #expect(rows == [
      "1 1 1 KR",
      // 2: another uid changes nothing that is counted.
      "3 0 -1 KR", "3 0 1 JP", "4 2 -1 JP", "4 1 1 JP", "5 1 1 US", "5 2 -1 JP", "6 2 -1 US",
    ])
  }
}
