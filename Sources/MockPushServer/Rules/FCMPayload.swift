/// The device payload of FCM (contract 13, 14).
enum FCMPayload {
  /// - Parameter content: merged and ready, without nulls and with the words of FCM alone.
  static func make(_ content: JSONObject, _ words: ReservedWords) -> JSONObject {
    var data = JSONObject()
    var result = JSONObject()
    for (word, value) in content.members {
      if words.fcmNotification, ReservedWords.fcmTop.contains(word) {
        result[word] = word == "notification" ? notification(value) : value
      } else {
        data[word] = value
      }
    }
    // ruling: an empty text of `notification` is as none here too (F23); else a title would be in neither place.
    for word in ["title", "body"] where AdvertisementText.text(result["notification"]?[word]) != nil { data[word] = nil }
    if !data.isEmpty { result.members.insert(("data", .object(data)), at: 0) }
    return result
  }

  private static let snakeCase = [
    "clickAction": "click_action", "titleLocKey": "title_loc_key", "titleLocArgs": "title_loc_args", "bodyLocKey": "body_loc_key",
    "bodyLocArgs": "body_loc_args", "androidChannelId": "android_channel_id",
  ]

  /// Under FCM's own names; of two spellings the snake_case one wins, and a null is as absent (F16).
  /// ruling: what is no object, and an object left empty, is passed on as sent.
  private static func notification(_ value: JSON) -> JSON {
    guard let object = value.objectValue else { return value }
    let members = object.members.filter { !$0.value.isNull }
    var result = JSONObject()
    for (name, value) in members {
      guard let own = snakeCase[name] else {
        result[name] = value
        continue
      }
      if !members.contains(where: { $0.key == own }) { result[own] = value }
    }
    return .object(result)
  }
}
