import PushStore

extension MessageBody {
  /// For storing: the fields as on the wire of v2.4, and `reservedWords`. `init(stored:)` reads it back.
  var asJSON: JSONObject {
    var result: JSONObject = [
      "target": .object(target.asJSON(.v24)), "content": .object(content), "reservedWords": .string(words.rawValue),
      "messageType": .string(messageType.name), "timeToLiveMinute": .number(JSONNumber(timeToLiveMinute)),
    ]
    result["removeGuide"] = removeGuide.map(JSON.string)
    result["contact"] = contact.map(JSON.string)
    result["provisionedResourceId"] = provisionedResourceId.map(JSON.string)
    result["adWordPosition"] = adWordPosition.map { .string($0.rawValue) }
    result["statsId"] = statsId.map(JSON.string)
    return result
  }

  /// Nil for what `asJSON` did not write.
  init?(stored object: JSONObject) {
    guard let target = object["target"]?.objectValue.flatMap(MessageTarget.init(stored:)), let content = object["content"]?.objectValue,
      let words = object["reservedWords"]?.stringValue.flatMap(ReservedWords.init(rawValue:)),
      let messageType = object["messageType"]?.stringValue.flatMap(MessageType.init(name:)),
      let minutes = object["timeToLiveMinute"]?.intValue
    else { return nil }
    self.target = target
    self.content = content
    self.words = words
    self.messageType = messageType
    timeToLiveMinute = minutes
    removeGuide = object["removeGuide"]?.stringValue
    contact = object["contact"]?.stringValue
    provisionedResourceId = object["provisionedResourceId"]?.stringValue
    adWordPosition = object["adWordPosition"]?.stringValue.flatMap(AdWordPosition.init(rawValue:))
    statsId = object["statsId"]?.stringValue
  }
}

/// From a checked body to the rules of delivery.
extension MessageBody {
  /// Request, then app setting (contract 16.3, R50).
  func position(setting: AdWordPosition) -> AdWordPosition { adWordPosition ?? setting }

  /// - Parameters:
  ///   - setting: the app's ad word position.
  ///   - receiptMessageId: the message's number when delivery receipts are on, else nil.
  func renderer(setting: AdWordPosition, receiptMessageId: Int64?) -> PayloadRenderer {
    let advertisement = messageType == .ad
      ? AdvertisementText(contact: contact ?? "", removeGuide: removeGuide ?? "", position: position(setting: setting)) : nil
    return PayloadRenderer(content: content, words: words, advertisement: advertisement, receiptMessageId: receiptMessageId)
  }

  func duplicateKey(setting: AdWordPosition) -> DuplicateKey {
    DuplicateKey(messageType, content: content, contact: contact, removeGuide: removeGuide, position: position(setting: setting))
  }
}
