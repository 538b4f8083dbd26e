import PushStore

/// A message as the control API shows it.
struct ControlMessage {
  let message: Message
  /// The schedule that made it.
  let schedule: Schedule?

  init(_ message: Message, _ store: ReadTransaction) throws {
    self.message = message
    schedule = try message.schedule.flatMap { try store.schedule($0) }
  }

  func members(to writer: inout JSONWriter) throws {
    writer.key("messageId")
    writer.int64(message.number.messageId)
    writer.member("messageIdString", String(message.number.messageId))
    writer.member("origin", message.origin.name)
    writer.member("version", message.version)
    writer.member("messageStatus", message.status.name)
    if let schedule {
      writer.key("reservationId")
      writer.int64(schedule.reservation.reservationId)
      writer.key("scheduleId")
      writer.int64(schedule.number.scheduleId)
    }
    for (key, value) in try JSONParser.parse(message.body.utf8).objectValue?.members ?? [] where key != "reservedWords" {
      writer.key(key)
      writer.raw(value)
    }
    writer.member("createdDateTime", message.createdAt)
    if let completedAt = message.completedAt { writer.member("completedDateTime", completedAt) }
    if let isNight = message.isNight { writer.member("isNight", isNight) }
    writer.member("targetCount", message.targetCount)
    writer.member("sentCount", message.sentCount)
  }
}

extension MessageOrigin {
  /// As the control API names it.
  var name: String {
    switch self {
    case .api: "API"
    case .console: "CONSOLE"
    case .reservationByAPI: "RESERVATION_BY_API"
    case .reservationByConsole: "RESERVATION_BY_CONSOLE"
    }
  }
}

extension JSONWriter {
  /// `outcomes` and `reasons`: how many deliveries ended how, every outcome named, reasons only where there are any.
  mutating func counts(_ counts: [(reason: DeliveryReason, count: Int)]) {
    key("outcomes")
    beginObject()
    for outcome in DeliveryReason.Outcome.allCases {
      key(outcome.rawValue)
      int(counts.reduce(0) { $0 + ($1.reason.outcome == outcome ? $1.count : 0) })
    }
    endObject()
    key("reasons")
    beginObject()
    for (reason, count) in counts {
      key(reason.code)
      int(count)
    }
    endObject()
  }
}
