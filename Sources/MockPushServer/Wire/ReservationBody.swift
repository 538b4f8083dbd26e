import PushStore

/// The body of POST and PUT /reservations (contract 23.1), checked: when to send, then the fields of a message.
struct ReservationBody: Sendable {
  static let keys = ["schedules", "isLocalTime"] + MessageBody.keys

  /// As written, each once, ascending.
  var times: [CivilTime]
  /// Whether each token gets it when its own clock shows the time.
  var isLocal: Bool
  var message: MessageBody

  /// Checks in the contract's order. 40402, and local times that are past for every token, are the caller's.
  init(_ object: JSONObject, _ rules: MessageRules, now: Timestamp) throws(APIError) {
    let body = FieldReader(object: object)
    times = try Self.times(body, ScheduleWindow(now: now))
    isLocal = try body.bool("isLocalTime")
    message = try MessageBody(object, rules)
  }

  /// The first faulty item in order is told; of each, format, past and 60 days (F30).
  private static func times(_ body: FieldReader, _ window: ScheduleWindow) throws(APIError) -> [CivilTime] {
    let name = "schedules"
    var times: Set<CivilTime> = []
    for item in try body.items(name, "an array of times such as \"2026-03-02T09:15\"") {
      guard let text = item.stringValue else { throw body.wrongType(name, item, "an array of strings only") }
      guard let time = DateText.parseLocalMinute(text) else {
        throw body.forbidden(name, text, "must hold times that exist, written YYYY-MM-DDThh:mm without zone and seconds, such as 2026-03-02T09:15")
      }
      if window.isPast(time) {
        throw APIError(
          .invalidParameter, name, text, hint: "\(name) must hold times after now, which is \(DateText.localMinute(window.now)) in Asia/Seoul")
      }
      if window.isTooFar(time) {
        throw APIError(
          .limitExceeded, name, text,
          hint: "\(name) must hold times within \(ScheduleWindow.days) days: the last one is \(DateText.localMinute(window.last))")
      }
      times.insert(time)
    }
    return times.sorted()
  }
}
