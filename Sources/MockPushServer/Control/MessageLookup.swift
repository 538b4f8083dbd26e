import PushStore

/// How a path names a message: its `messageId` of the wire, or `latest`, the newest of the app.
enum MessageLookup: Sendable {
  case latest
  case number(MessageNumber, text: String)

  init(_ text: String) throws(ControlError) {
    if text == "latest" {
      self = .latest
      return
    }
    guard let id = Int64(text) else {
      throw .badRequest("A message is named by its messageId, such as 3500000000000001, or latest; not by \(ShownValue.oneLine(text)).")
    }
    guard let number = MessageNumber(messageId: id) else { throw Self.unknown(text) }
    self = .number(number, text: text)
  }

  /// - Throws: 404 when the app has no such message.
  func find(_ store: ReadTransaction, _ app: AppNumber?) throws -> Message {
    switch self {
    case .latest:
      if let app, let message = try store.latestMessage(app: app) { return message }
      throw ControlError(status: 404, sentence: "The app has no messages yet.")
    case .number(let number, let text):
      if let app, let message = try store.message(number, app: app) { return message }
      throw Self.unknown(text)
    }
  }

  private static func unknown(_ text: String) -> ControlError {
    ControlError(status: 404, sentence: "The app has no message \(text); GET /_mock/apps/{appkey}/messages lists them.")
  }
}
