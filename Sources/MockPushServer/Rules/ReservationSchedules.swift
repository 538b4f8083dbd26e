import PushStore

/// The instants of a reservation's written times (contract 23.2, R78, F31).
enum ReservationSchedules {
  /// Minutes east of UTC: of `Asia/Seoul`, and where no token has a zone yet.
  private static let seoul = 540

  /// Each written time at +09:00.
  static func fixed(_ times: [CivilTime]) -> [NewSchedule] {
    times.map { NewSchedule(deliverAt: $0.timestamp(offsetSeconds: seoul * 60), offsetMinutes: 0, isLocal: false) }
  }

  /// Each written time at each offset that the zones have then, as far as the instant is after now; earliest first.
  ///
  /// - Parameter times: ascending.
  static func local(_ times: [CivilTime], zones: some Collection<String>, now: Timestamp) -> [NewSchedule] {
    if zones.isEmpty { return times.map { local($0, offsetMinutes: seoul) } }
    var schedules: Set<NewSchedule> = []
    for zone in zones {
      guard var offsets = ZoneOffsets(zone, times) else { continue }
      for time in times {
        let schedule = local(time, offsetMinutes: offsets.minutes(at: time))
        if schedule.deliverAt > now { schedules.insert(schedule) }
      }
    }
    return schedules.sorted { ($0.deliverAt, $0.offsetMinutes) < ($1.deliverAt, $1.offsetMinutes) }
  }

  /// By whole minutes, so that the written time can be told from instant and offset.
  private static func local(_ time: CivilTime, offsetMinutes: Int) -> NewSchedule {
    NewSchedule(deliverAt: time.timestamp(offsetSeconds: offsetMinutes * 60), offsetMinutes: offsetMinutes, isLocal: true)
  }
}

/// The offsets of a zone at many local times: away from its few changes each is looked up once.
private struct ZoneOffsets {
  /// No offset is as large.
  private static let day: Int64 = 86_400_000

  private let zone: ZoneData
  private let changes: [Timestamp]
  /// By the number of changes before.
  private var known: [Int: Int] = [:]

  /// Nil for an unknown zone, and for no times.
  init?(_ name: String, _ times: [CivilTime]) {
    guard let zone = TimeZoneName.data(of: name), let first = times.first, let last = times.last else { return nil }
    self.zone = zone
    changes = zone.changes(
      after: first.timestamp(offsetSeconds: 0).advanced(byMilliseconds: -Self.day),
      upTo: last.timestamp(offsetSeconds: 0).advanced(byMilliseconds: Self.day))
  }

  mutating func minutes(at time: CivilTime) -> Int {
    let shown = time.timestamp(offsetSeconds: 0)
    let passed = changes.prefix { $0 < shown.advanced(byMilliseconds: -Self.day) }.count
    let isNear = passed < changes.count && changes[passed] <= shown.advanced(byMilliseconds: Self.day)
    if !isNear, let minutes = known[passed] { return minutes }
    let minutes = LocalTime(time, zone).offsetMinutes
    if !isNear { known[passed] = minutes }
    return minutes
  }
}
