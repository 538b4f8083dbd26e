import PushStore

/// What makes two messages the same to duplicate prevention (contract 17.1, R67); token and push type are compared beside it.
struct DuplicateKey: Hashable, Sendable {
  /// Canonical UTF-8 text: keys sorted, numbers by their digits. Equal messages have equal bytes, on every machine.
  /// Bytes, because String's == takes two spellings of an accent for equal.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - contact: of no account in a NOTIFICATION (F26), and so is `removeGuide`.
  ///   - position: as resolved (contract 16.3), also for a NOTIFICATION.
  ///
  /// ruling: a null language map, or null in one, is as absent here too (F16).
  init(_ messageType: MessageType, content: JSONObject, contact: String?, removeGuide: String?, position: AdWordPosition) {
    let isAd = messageType == .ad
    let maps = content.members.compactMap { key, map -> (String, JSON)? in
      guard let members = map.objectValue?.members else { return map.isNull ? nil : (key, map) }
      return (key, .object(JSONObject(members.filter { !$0.value.isNull }.map { ($0.key, $0.value) })))
    }
    let parts: JSON = [
      .string(messageType.name), .object(JSONObject(maps)), isAd ? contact.map(JSON.string) ?? .null : .null,
      isAd ? removeGuide.map(JSON.string) ?? .null : .null, .string(position.rawValue),
    ]
    bytes = parts.sorted.compactBytes
  }

  /// Whether a message accepted then still counts; exactly at the window's end it does (F26).
  /// - Parameter minutes: 0 = prevention is off.
  static func window(_ minutes: Int, reaches sentAt: Timestamp, from now: Timestamp) -> Bool {
    minutes > 0 && now.milliseconds - sentAt.milliseconds <= Int64(minutes) * 60_000
  }
}
