import PushStore

/// Send logs (contract 20). Whether a delivery is logged was decided when it was made (F29); whether logs can be read is decided now.
enum MessageLogRoutes {
  static func search(_ context: VendorContext) async throws(APIError) -> Response {
    try checkLogging(context)
    let message = try MessageFilter(context.query)
    let (uid, token) = (context.query["uid"], context.query["token"])
    let pushType = try pushType(context)
    let range = DateRange(try DateBounds(context.query), now: context.now)
    let paging = try Paging.oneBased(context.query)
    let filter = SendLogFilter(message: message.number, uid: uid, token: token, pushType: pushType, from: range.from, to: range.to)
    let lines = LogLines(object: object(context, isBulk: false))
    let (logs, count) = try await context.readAside { store, app in
      guard !message.isImpossible else { return (Array("[]".utf8), 0) }
      let page = try store.sendLogs(filter, offset: paging.offset, limit: paging.limit, app: app)
      return (try lines.array(page, app: app, store), try store.sendLogCount(filter, app: app))
    } ?? (Array("[]".utf8), 0)
    return context.success { writer in
      writer.key("data")
      writer.beginObject()
      writer.member("count", count)
      writer.key("logs")
      writer.written(logs)
      writer.endObject()
    }
  }

  static func count(_ context: VendorContext) async throws(APIError) -> Response {
    try checkLogging(context)
    let filter = try bulkFilter(context)
    let count = try await context.readAside { store, app in try filter.map { try store.sendLogCount($0, app: app) } ?? 0 } ?? 0
    return context.success { writer in
      writer.key("data")
      writer.beginObject()
      writer.member("count", count)
      writer.endObject()
    }
  }

  static func stream(_ context: VendorContext) async throws(APIError) -> Response {
    try checkLogging(context)
    let filter = try bulkFilter(context)
    let lines = LogLines(object: object(context, isBulk: true))
    let walk = LogWalk(lines: lines, filter: filter, context: context)
    // The first page is read before the answer begins, so that a failure is told as one.
    try await walk.readAhead()
    var response = Response(contentType: "application/stream+json")
    response.note.resultCode = 0
    response.stream = BodyStream { try await walk.next() }
    return response
  }

  private static func checkLogging(_ context: VendorContext) throws(APIError) {
    guard !context.settings.logging.enabled else { return }
    throw APIError(.notAllowed, hint: "send logging is off for app \(context.appkey); set logging.enabled to true in the app's settings")
  }

  /// In the order of contract 20.3; nil when nothing can match.
  /// ruling: `messageId` is a string there, so one that is no number of a message is no fault: nothing matches it.
  private static func bulkFilter(_ context: VendorContext) throws(APIError) -> SendLogFilter? {
    let range = DateRange(try DateBounds(context.query, isRequired: context.version >= .v23), now: context.now)
    let id = context.query["messageId"]
    let message = id.flatMap { Int64($0) }.flatMap { MessageNumber(messageId: $0) }
    let pushType = try pushType(context)
    let result = try context.query.choice("sendResult", of: ["SENT", "SENT_FAILED"])
    if id != nil, message == nil { return nil }
    return SendLogFilter(
      message: message, pushType: pushType, outcome: result.flatMap(DeliveryReason.Outcome.init(rawValue:)), from: range.from, to: range.to)
  }

  private static func pushType(_ context: VendorContext) throws(APIError) -> PushType? {
    guard let name = context.query["pushType"] else { return nil }
    return try context.pushType(name)
  }

  private static func object(_ context: VendorContext, isBulk: Bool) -> LogObject {
    LogObject(version: context.version, appkey: context.appkey, host: context.request.headers["Host"] ?? "localhost", isBulk: isBulk)
  }
}

/// Walks through logs, oldest first, one page of lines at a time.
private actor LogWalk {
  static let pageSize = 500

  private let lines: LogLines
  private let filter: SendLogFilter?
  private let context: VendorContext
  private var cursor: SendLogCursor?
  private var ahead: [UInt8]?
  private var isAtEnd = false

  init(lines: LogLines, filter: SendLogFilter?, context: VendorContext) {
    self.lines = lines
    self.filter = filter
    self.context = context
  }

  func readAhead() async throws(APIError) { ahead = try await read() }

  /// The next page; nil after the last.
  func next() async throws -> [UInt8]? {
    if let page = ahead {
      ahead = nil
      return page
    }
    return try await read()
  }

  private func read() async throws(APIError) -> [UInt8]? {
    guard let filter, !isAtEnd else { return nil }
    let (lines, from) = (lines, cursor)
    let found = try await context.readAside { store, app in
      let (page, end) = try store.sendLogs(filter, after: from, limit: Self.pageSize, app: app)
      return (bytes: try lines.text(page, app: app, store), count: page.count, end: end)
    }
    isAtEnd = found.map { $0.count < Self.pageSize } ?? true
    cursor = found?.end
    return found.flatMap { $0.count > 0 ? $0.bytes : nil }
  }
}
