import PushStore

/// When an ad needs consent to ads at night: from 21:00 inclusive to 08:00 exclusive (contract 8.3, R38). Decided once per message.
enum NightWindow {
  static let firstHour = 21
  static let firstHourOfDay = 8

  /// - Parameter offsetSeconds: seconds east of UTC; a local-time schedule's own.
  static func isNight(_ moment: Timestamp, offsetSeconds: Int) -> Bool {
    let hour = CivilTime(moment, offsetSeconds: offsetSeconds).hour
    return hour >= firstHour || hour < firstHourOfDay
  }

  /// - Parameter zone: an IANA name; nil comes back for an unknown one.
  static func isNight(_ moment: Timestamp, zone: String) -> Bool? {
    TimeZoneName.offsetSeconds(zone: zone, at: moment).map { isNight(moment, offsetSeconds: $0) }
  }
}
