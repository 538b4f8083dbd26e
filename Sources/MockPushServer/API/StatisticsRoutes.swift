import PushStore

/// Statistics of v2.0 to v2.3 (contract 27).
enum StatisticsRoutes {
  static func tokenProperties(_ context: VendorContext) async throws(APIError) -> Response {
    let (plan, properties) = try StatisticsQuery.tokenProperties(context.query, now: context.now)
    return try await buckets("tokenPropertiesStatistics", context) { store, app, writer in
      let gauges = try StatisticsQuery.TokenProperty.allCases.filter(properties.contains).map { property in
        (key: property.key, dimension: property.dimension, values: try store.gaugeValues(property.dimension))
      }
      try store.gauges(plan, app: app) { start, counts in
        writer.beginBucket(start)
        for (key, dimension, values) in gauges {
          writer.key(key)
          writer.counts(values, counts, showsZeros: dimension == .agreement)
        }
        writer.endObject()
      }
    }
  }

  static func tokenRegistrations(_ context: VendorContext) async throws(APIError) -> Response {
    let plan = try StatisticsQuery.tokenRegistrations(context.query, now: context.now)
    return try await buckets("tokenRegistrationStatistics", context) { store, app, writer in
      for (start, counts) in try StatsSeries.registrations.table(plan, app: app, store).rows {
        writer.beginBucket(start)
        writer.member("registered", counts[0])
        writer.member("deleted", counts[1])
        writer.endObject()
      }
    }
  }

  static func messageReceipts(_ context: VendorContext) async throws(APIError) -> Response {
    let (plan, events, message) = try StatisticsQuery.messageReceipts(context.query, now: context.now)
    let filter = message.isImpossible ? nil : EventFilter(message: message.number)
    return try await buckets("messageDeliveryReceiptStatistics", context) { store, app, writer in
      for (start, counts) in try StatsSeries.events(filter).table(plan, app: app, store).rows {
        writer.beginBucket(start)
        for (event, count) in zip(StatisticsQuery.MessageEvent.allCases, counts) where events.contains(event) { writer.member(event.key, count) }
        writer.endObject()
      }
    }
  }

  /// An answer with an array of buckets.
  private static func buckets(
    _ name: StaticString, _ context: VendorContext, _ write: @Sendable (ReadTransaction, AppNumber, inout JSONWriter) throws -> Void
  ) async throws(APIError) -> Response {
    let array = try await context.readStatistics { store, app in
      var writer = JSONWriter()
      writer.beginArray()
      try write(store, app, &writer)
      writer.endArray()
      return writer.bytes
    }
    return context.success { writer in
      writer.key(name)
      writer.written(array)
    }
  }
}

extension StatisticsQuery.TokenProperty {
  fileprivate var dimension: GaugeDimension {
    switch self {
    case .agreement: .agreement
    case .country: .country
    case .language: .language
    case .timezoneId: .timezone
    }
  }

  fileprivate var key: StaticString {
    switch self {
    case .agreement: "agreements"
    case .country: "countries"
    case .language: "languages"
    case .timezoneId: "timezoneIds"
    }
  }
}

extension StatisticsQuery.MessageEvent {
  fileprivate var key: StaticString {
    switch self {
    case .sent: "sent"
    case .sentFailed: "sentFailed"
    case .received: "received"
    case .opened: "opened"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func beginBucket(_ start: Timestamp) {
    beginObject()
    member("dateTime", DateText.statistics(start))
  }
}
