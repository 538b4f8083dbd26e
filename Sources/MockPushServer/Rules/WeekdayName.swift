/// Days of the week as the wire names them (contract 22, 26.2).
enum WeekdayName {
  /// By `CivilTime.weekday`: Sunday first.
  static let all = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"]
}
