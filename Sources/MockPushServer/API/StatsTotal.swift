import PushStore

/// One sum of GET /stats/total, split as far as it can be (contract 26.3). What is not told apart has empty extras.
struct StatsTotal: Equatable, Sendable {
  var event: String
  /// Push type; empty where it is unknown.
  var extra1 = ""
  /// Cause of a SENT_FAILED.
  var extra2 = ""
  var count: Int

  /// The sums of one push type.
  static func of(_ total: EventTotal, _ pushType: PushType?, _ version: APIVersion) -> [StatsTotal] {
    let extra1 = pushType.map { version.name(of: $0) } ?? ""
    var totals = [
      StatsTotal(event: "SENT", extra1: extra1, count: total.counts.sent),
      StatsTotal(event: "RECEIVED", extra1: extra1, count: total.counts.received),
      StatsTotal(event: "OPENED", extra1: extra1, count: total.counts.opened),
    ]
    for (reason, count) in total.failures {
      let cause = pushType.flatMap { MessageErrorCause(reason, $0) }.map { version.name(of: $0) } ?? ""
      totals.append(StatsTotal(event: "SENT_FAILED", extra1: extra1, extra2: cause, count: count))
    }
    return totals
  }

  private func value(of criterion: StatsQuery.Criterion) -> String {
    switch criterion {
    case .event: event
    case .extra1: extra1
    case .extra2: extra2
    // Nothing that is counted has one (26.3).
    case .extra3, .templateId: ""
    }
  }

  /// Sums as maps in maps, a level per criterion, keys ascending; what is zero is left out (F37).
  static func nested(_ totals: some Sequence<StatsTotal>, by criteria: some Collection<StatsQuery.Criterion>) -> JSON {
    guard let criterion = criteria.first else { return .number(JSONNumber(totals.reduce(0) { $0 + $1.count })) }
    let groups = Dictionary(grouping: totals.lazy.filter { $0.count != 0 }) { $0.value(of: criterion) }
    return .object(JSONObject(groups.sorted { $0.key < $1.key }.map { ($0.key, nested($0.value, by: criteria.dropFirst())) }))
  }
}
