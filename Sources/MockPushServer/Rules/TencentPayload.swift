/// The device payload of TENCENT (contract 13, R55).
enum TencentPayload {
  /// - Parameter content: merged and ready, without nulls and with the words of TENCENT alone.
  static func make(_ content: JSONObject) -> JSONObject {
    var result = JSONObject()
    var custom = JSONObject()
    for (word, value) in content.members {
      switch word {
      case "title": result["title"] = value
      case "body": result["content"] = value
      default: custom[word] = value
      }
    }
    if !custom.isEmpty { result["custom_content"] = .object(custom) }
    return result
  }
}
