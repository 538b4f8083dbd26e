import PushStore

/// The message object of contract 18.1.
struct MessageObject {
  let version: APIVersion

  func write(_ message: Message, to writer: inout JSONWriter) throws {
    guard let object = try? JSONParser.parse(message.body.utf8).objectValue, let body = MessageBody(stored: object) else {
      throw UnreadableMessage(number: message.number)
    }
    writer.beginObject()
    writer.member("messageId", Int(message.number.messageId))
    writer.member("messageIdString", String(message.number.messageId))
    writer.member("target", .object(body.target.asJSON(version, fillsPushTypes: message.origin.isReservation)))
    writer.member("content", .object(body.content))
    writer.member("messageType", body.messageType.name)
    if body.messageType == .ad {
      if let contact = body.contact { writer.member("contact", contact) }
      if let removeGuide = body.removeGuide { writer.member("removeGuide", removeGuide) }
    }
    writer.member("timeToLiveMinute", body.timeToLiveMinute)
    writer.member("createdDateTime", message.createdAt)
    if let completedAt = message.completedAt { writer.member("completedDateTime", completedAt) }
    writer.member("targetCount", message.targetCount)
    writer.member("sentCount", message.sentCount)
    writer.member("messageStatus", message.status.name)
    if let id = body.provisionedResourceId { writer.member("provisionedResourceId", id) }
    writer.endObject()
  }
}
