/// The device payload of APNs, both environments and VoIP (contract 13).
enum APNSPayload {
  /// - Parameter content: merged and ready, without nulls and with the words of APNs alone.
  static func make(_ content: JSONObject) -> JSONObject {
    var alert = JSONObject()
    var aps = JSONObject()
    var custom = JSONObject()
    for (word, value) in content.members {
      if ReservedWords.alert.contains(word) {
        alert[word] = value
      } else if ReservedWords.aps.contains(word) {
        aps[word] = value
      } else {
        custom[word] = value
      }
    }
    if !alert.isEmpty { aps.members.insert(("alert", .object(alert)), at: 0) }
    if !aps.isEmpty { custom.members.insert(("aps", .object(aps)), at: 0) }
    return custom
  }

  /// The SDK's extension, which shows rich messages and reports RECEIVED, runs only for `mutable-content` 1 (contract 13.4).
  static func wakingExtension(_ payload: JSONObject) -> JSONObject {
    var aps = payload["aps"]?.objectValue ?? JSONObject()
    if aps["mutable-content"] != nil { return payload }
    aps["mutable-content"] = 1
    var result = payload
    result["aps"] = .object(aps)
    return result
  }
}
