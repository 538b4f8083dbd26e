/// The device payload of ADM (contract 13).
enum ADMPayload {
  /// - Parameter content: merged and ready, without nulls and with the words of ADM alone.
  static func make(_ content: JSONObject) -> JSONObject {
    var data = JSONObject()
    var result = JSONObject()
    for (word, value) in content.members {
      if ReservedWords.admTop.contains(word) {
        result[word] = value
      } else {
        data[word] = value
      }
    }
    if !data.isEmpty { result.members.insert(("data", .object(data)), at: 0) }
    return result
  }
}
