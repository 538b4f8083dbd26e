import PushStore

/// The body of POST /schedules, checked field by field in the contract's order (22); of each array the first faulty item is told (F30).
enum ScheduleBody {
  static func decode(_ object: JSONObject) throws(APIError) -> ScheduleExpander {
    let body = FieldReader(object: object)
    let type = try body.choice("type", of: ["EVERY_DAY", "EVERY_WEEK", "EVERY_MONTH"])
    let from = try day("fromDate", body)
    let to = try day("toDate", body)
    if from > to {
      throw APIError(.invalidParameter, "fromDate", DateText.day(from), hint: "fromDate is after toDate \(DateText.day(to))")
    }
    let minutes = try minutes(body)
    let days: ScheduleExpander.Days = switch type {
    case "EVERY_WEEK": .ofWeek(try weekdays(body))
    case "EVERY_MONTH": .ofMonth(try daysOfMonth(body))
    default: .every
    }
    return ScheduleExpander(days: days, from: from, to: to, minutes: minutes)
  }

  private static func day(_ name: String, _ body: FieldReader) throws(APIError) -> CivilTime {
    let text = try body.string(name)
    if let day = DateText.parseDay(text) { return day }
    throw body.forbidden(name, text, "must be a day that exists, written YYYY-MM-DD, such as 2026-03-02")
  }

  private static func minutes(_ body: FieldReader) throws(APIError) -> Set<Int> {
    var minutes: Set<Int> = []
    for item in try body.items("times", "an array of times such as \"09:15\"") {
      guard let text = item.stringValue else { throw body.wrongType("times", item, "an array of strings only") }
      guard let time = DateText.parseTimeOfDay(text) else {
        throw body.forbidden("times", text, "must hold times from 00:00 to 23:59, written hh:mm")
      }
      minutes.insert(time.hour * 60 + time.minute)
    }
    return minutes
  }

  private static func daysOfMonth(_ body: FieldReader) throws(APIError) -> Set<Int> {
    var days: Set<Int> = []
    for item in try body.items("days", "an array of days of the month, 1 to 31, for EVERY_MONTH") {
      guard case .number(let number) = item, number.isInteger else {
        throw body.wrongType("days", item, "an array of whole numbers without quotes, fraction or exponent")
      }
      // What 64 bits cannot hold is outside too.
      guard let day = number.int, 1...31 ~= day else {
        throw APIError(.invalidParameter, "days", number.text, hint: "days must hold days of the month, 1 to 31")
      }
      days.insert(day)
    }
    return days
  }

  private static func weekdays(_ body: FieldReader) throws(APIError) -> Set<Int> {
    var weekdays: Set<Int> = []
    for item in try body.items("daysOfWeek", "an array of days such as \"MONDAY\", for EVERY_WEEK") {
      guard let text = item.stringValue else { throw body.wrongType("daysOfWeek", item, "an array of strings only") }
      guard let weekday = WeekdayName.all.firstIndex(where: { $0.hasSameBytes(as: text) }) else {
        let near = NearestName.of(text, among: WeekdayName.all).map { "; did you mean \($0)?" } ?? ""
        throw APIError(.invalidParameter, "daysOfWeek", text, hint: "daysOfWeek must hold \(WeekdayName.all.joined(separator: ", "))\(near)")
      }
      weekdays.insert(weekday)
    }
    return weekdays
  }
}
