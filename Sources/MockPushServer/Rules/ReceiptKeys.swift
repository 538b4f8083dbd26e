import PushStore

/// The keys by which a payload asks its device to report back (contract 13.4, R57), at the custom position of each push type.
enum ReceiptKeys {
  static let flag = "messageDeliveryReceipt"
  static let data = "messageDeliveryReceiptData"

  /// The keys that are the same for every recipient; `sentDateTime` and `deliveryId` are filled in per delivery.
  static func added(to payload: JSONObject, _ pushType: PushType, messageId: Int64) -> JSONObject {
    let number = JSON.number(JSONNumber(text: String(messageId)))
    return changingCustom(payload, pushType) { custom in
      custom[flag] = true
      custom[data] = ["messageId": number, "pushType": .string(pushType.name)]
      // Where the SDKs read their message identifier.
      if pushType.provider != .tencent { custom["messageId"] = number }
    }
  }

  /// What a device takes out of its payload for a report: `messageDeliveryReceiptData` as it was sent.
  static func facts(messageId: Int64, _ pushType: PushType, sentDateTime: String, deliveryId: String) -> JSONObject {
    let payload = filled(added(to: JSONObject(), pushType, messageId: messageId), pushType, sentDateTime: sentDateTime, deliveryId: deliveryId)
    let custom = container(pushType).map { payload[$0]?.objectValue ?? JSONObject() } ?? payload
    return custom[data]?.objectValue ?? JSONObject()
  }

  /// Leaves a payload without receipt data as it is.
  static func filled(_ payload: JSONObject, _ pushType: PushType, sentDateTime: String, deliveryId: String) -> JSONObject {
    guard asks(payload, pushType) else { return payload }
    return changingCustom(payload, pushType) { custom in
      guard case .object(var facts)? = custom[data] else { return }
      facts["sentDateTime"] = .string(sentDateTime)
      facts["deliveryId"] = .string(deliveryId)
      custom[data] = .object(facts)
    }
  }

  /// Only the server puts this key at the custom position, so it tells whether receipts were on.
  static func asks(_ payload: JSONObject, _ pushType: PushType) -> Bool {
    guard let name = container(pushType) else { return payload[data] != nil }
    return payload[name]?[data] != nil
  }

  private static func changingCustom(_ payload: JSONObject, _ pushType: PushType, _ change: (inout JSONObject) -> Void) -> JSONObject {
    var result = payload
    guard let name = container(pushType) else {
      change(&result)
      return result
    }
    var custom = payload[name]?.objectValue ?? JSONObject()
    change(&custom)
    result[name] = .object(custom)
    return result
  }

  /// The member that holds custom keys; nil for the top level.
  private static func container(_ pushType: PushType) -> String? {
    switch pushType.provider {
    case .apns: nil
    case .fcm, .adm: "data"
    case .tencent: "custom_content"
    }
  }
}
