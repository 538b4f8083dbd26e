import PushStore

/// What the statistics of v2.0 to v2.3 are asked for (contract 27): `from` and `to`, then what an endpoint has besides.
enum StatisticsQuery {
  /// Properties of tokens that 27.1 counts, by their names in `tokenProperties`.
  enum TokenProperty: String, CaseIterable, Sendable {
    case agreement, country, language, timezoneId
  }

  /// Events of messages, by their names in `event`.
  enum MessageEvent: String, CaseIterable, Sendable {
    case sent = "SENT"
    case sentFailed = "SENT_FAILED"
    case received = "RECEIVED"
    case opened = "OPENED"
  }

  /// 27.1: all properties unless some are asked for.
  static func tokenProperties(_ query: QueryItems, now: Timestamp) throws(APIError) -> (plan: StatisticsPlan, properties: Set<TokenProperty>) {
    let bounds = try DateBounds(query)
    let asked: [TokenProperty] = try query.words("tokenProperties")
    return (try StatisticsPlan(bounds, now: now), Set(asked.isEmpty ? TokenProperty.allCases : asked))
  }

  /// 27.2.
  static func tokenRegistrations(_ query: QueryItems, now: Timestamp) throws(APIError) -> StatisticsPlan {
    try StatisticsPlan(try DateBounds(query), now: now)
  }

  /// 27.3: all events unless one is asked for (R87).
  static func messageReceipts(
    _ query: QueryItems, now: Timestamp
  ) throws(APIError) -> (plan: StatisticsPlan, events: Set<MessageEvent>, message: MessageFilter) {
    let bounds = try DateBounds(query)
    let event: MessageEvent? = try query.word("event")
    let timeUnit: TimeUnitName? = try query.word("timeUnit")
    let message = try MessageFilter(query)
    return (try StatisticsPlan(bounds, now: now, unit: timeUnit?.unit), event.map { [$0] } ?? Set(MessageEvent.allCases), message)
  }
}
