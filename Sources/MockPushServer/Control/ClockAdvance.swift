import PushStore

/// Travelling forward: everything that falls due on the way happens at its own moment, and the answer comes when all of it is delivered.
enum ClockAdvance {
  /// `{"by": "PT1H"}` or `{"to": MOMENT}`. The list of what was fired ends after 1,000 entries; `firedCount` counts all.
  ///
  /// ruling: going nowhere (`PT0S`, or `to` what the clock shows) is allowed: what is due now fires and is delivered.
  static func advance(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let target = try Target(try context.body(known: ["by", "to"]))
    let server = context.server
    let walk: DueWalk
    do {
      walk = try await server.scheduler.advance { now in try target.moment(from: now) }
    } catch is CancellationError {
      throw ControlError.stopping
    } catch let error as ControlError {
      throw error
    } catch {
      throw failed("Something failed on the way, and the clock stopped at \(DateText.iso(server.clock.now))")
    }
    if walk.failure != nil { throw failed("The clock shows \(DateText.iso(server.clock.now)), but something that was due on the way failed") }
    let fired = try await server.store.readAside { store in try FiredObject.array(walk.fired, store) }
    return context.json { writer in
      ClockRoutes.members(server.clock, to: &writer)
      writer.member("firedCount", walk.firedCount)
      writer.key("fired")
      writer.written(fired)
    }
  }

  private static func failed(_ what: String) -> ControlError {
    ControlError(status: 500, sentence: "\(what); the server's log has the details. POST /_mock/settle tries again what is due.")
  }

  private enum Target {
    case by(ISODuration)
    case to(Timestamp)

    init(_ body: JSONObject) throws(ControlError) {
      let to = try ClockRoutes.moment(body["to"], "to")
      switch (body["by"], to) {
      case (nil, let moment?), (.null, let moment?): self = .to(moment)
      case (let value?, nil) where !value.isNull:
        guard let text = value.stringValue, let duration = ISODuration(text) else {
          throw .badRequest(
            "by \(ShownValue.phrase(value)): it is an ISO 8601 duration in quotes, such as \"PT1H\", \"P1D\" or \"P2Y6M\", without a sign, of at most 10000 years.")
        }
        self = .by(duration)
      default: throw .badRequest("The body names either by or to, e.g. {\"by\":\"PT1H\"} or {\"to\":\"2026-03-02T20:59:59+09:00\"}.")
      }
    }

    func moment(from now: Timestamp) throws(ControlError) -> Timestamp {
      switch self {
      case .by(let duration):
        if let moment = duration.added(to: now) { return moment }
        throw .badRequest("That is after the year 9999, where dates end.")
      case .to(let moment):
        if moment >= now { return moment }
        throw .badRequest(
          "to is before \(DateText.iso(now)), which the clock shows, and an advance goes forward. To go back, PUT /_mock/clock with \"reset\":true, which deletes all data.")
      }
    }
  }
}

/// Something that fell due while the clock travelled, with the message that it made as it is now.
private struct FiredObject {
  static func array(_ fired: [DueWalk.Fired], _ store: ReadTransaction) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    for fired in fired { try write(fired, store, to: &writer) }
    writer.endArray()
    return writer.bytes
  }

  private static func write(_ fired: DueWalk.Fired, _ store: ReadTransaction, to writer: inout JSONWriter) throws {
    let item = fired.item
    writer.beginObject()
    writer.member("at", fired.at)
    writer.member("due", item.due)
    switch item.kind {
    case .reservation(let reservationId, let scheduleId, let timezoneOffset):
      writer.member("kind", "RESERVATION")
      writer.key("reservationId")
      writer.int64(reservationId)
      writer.key("scheduleId")
      writer.int64(scheduleId)
      writer.member("timezoneOffset", timezoneOffset)
    case .adOptInGuide: writer.member("kind", "AD_OPT_IN_GUIDE")
    case .simulatedReceipt(let event, let token):
      writer.member("kind", "RECEIPT")
      writer.member("event", event.name)
      writer.member("token", token)
    }
    writer.member("appkey", item.appkey)
    writer.key("messageId")
    writer.int64(item.message.messageId)
    writer.member("messageIdString", String(item.message.messageId))
    // Gone when a reset came between.
    if let app = try store.appNumber(item.appkey), let message = try store.message(item.message, app: app) {
      writer.member("messageStatus", message.status.name)
      writer.member("targetCount", message.targetCount)
      writer.member("sentCount", message.sentCount)
    }
    writer.endObject()
  }
}
