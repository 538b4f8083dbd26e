import PushStore

/// When the clocks of a zone show a time (contract 23.2, F31).
struct LocalTime: Equatable, Sendable {
  /// East of UTC.
  let offsetSeconds: Int
  /// With that offset. Where the clocks skip or repeat the time it is the one that clocks not yet changed would show.
  let moment: Timestamp

  /// `timezoneOffset` of the wire: minutes east of UTC.
  /// ruling: rounded down where it is no whole minute, which no zone has had since 1972.
  var offsetMinutes: Int { (offsetSeconds < 0 ? offsetSeconds - 59 : offsetSeconds) / 60 }

  /// Nil for an unknown zone.
  /// - Parameter time: must be valid.
  init?(_ time: CivilTime, zone: String) {
    guard let zone = TimeZoneName.data(of: zone) else { return nil }
    self.init(time, zone)
  }

  init(_ time: CivilTime, _ zone: ZoneData) {
    let shown = time.timestamp(offsetSeconds: 0)
    // No offset is as large as a day, so what is sought lies between these two.
    let (start, end) = (shown.advanced(byMilliseconds: -86_400_000), shown.advanced(byMilliseconds: 86_400_000))
    var offset = zone.offset(at: start)
    for change in zone.changes(after: start, upTo: end) {
      let next = zone.offset(at: change)
      // The change skips or repeats what is shown between `change` + one offset and `change` + the other: that belongs to the time before it.
      if shown < change.advanced(byMilliseconds: Int64(max(offset, next)) * 1_000) { break }
      offset = next
    }
    offsetSeconds = offset
    moment = time.timestamp(offsetSeconds: offset)
  }
}
