import PushStore

/// Statistics of v2.4 (contract 26).
enum StatsRoutes {
  static func series(_ context: VendorContext) async throws(APIError) -> Response {
    let query = try StatsQuery(context.query, context.version, isTotal: false)
    let plan = try StatisticsPlan(query.bounds, now: context.now, unit: query.unit, isByDay: query.isByDay)
    let series = StatsSeries(query)
    let stats = try await context.readStatistics { store, app in
      let table = try series.table(plan, app: app, store)
      var writer = JSONWriter()
      writer.beginArray()
      if plan.isByDay { table.writeByDay(to: &writer) } else { table.write(to: &writer) }
      writer.endArray()
      return writer.bytes
    }
    return context.success { writer in
      writer.key("stats")
      writer.written(stats)
    }
  }

  static func total(_ context: VendorContext) async throws(APIError) -> Response {
    let query = try StatsQuery(context.query, context.version, isTotal: true)
    let range = DateRange(query.bounds, now: context.now)
    let series = StatsSeries(query)
    let version = context.version
    let (totals, names) = try await context.readStatistics { store, app in
      (try series.totals(range, version: version, app: app, store), try series.names(store))
    }
    return context.success { writer in
      writer.key("total")
      guard query.criteria == [.event] else { return writer.raw(StatsTotal.nested(totals, by: query.criteria)) }
      let sums = totals.reduce(into: [:]) { $0[$1.event, default: 0] += $1.count }
      writer.counts(names, names.map { sums[$0] ?? 0 }, showsZeros: series.showsZeros)
    }
  }
}
