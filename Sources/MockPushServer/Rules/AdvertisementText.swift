/// The words that Korean law wants in ads, put into title and body (contract 16.2, R64). For messages of type AD to Korean tokens.
struct AdvertisementText: Equatable, Sendable {
  static let label = "(광고)"

  var contact: String
  var removeGuide: String
  /// Already resolved: request, then app setting, then TITLE (contract 16.3).
  var position: AdWordPosition

  /// - Parameters:
  ///   - content: merged, markup already removed.
  ///   - words: whether `notification` is the FCM object; its title and body are treated each by itself and never created (F23).
  func added(to content: JSONObject, _ words: ReservedWords) -> JSONObject {
    var result = content
    if let title = title(Self.text(content["title"])) { result["title"] = .string(title) }
    result["body"] = .string(body(Self.text(content["body"])))
    guard words.fcmNotification, case .object(var notification)? = content["notification"] else { return result }
    if let given = Self.text(notification["title"]), let title = title(given) { notification["title"] = .string(title) }
    if let given = Self.text(notification["body"]) { notification["body"] = .string(body(given)) }
    result["notification"] = .object(notification)
    return result
  }

  /// Nil leaves the title as it is.
  private func title(_ given: String?) -> String? {
    guard position == .title else { return nil }
    return [Self.label, given, contact].compactMap(\.self).joined(separator: " ")
  }

  private func body(_ given: String?) -> String {
    let head = position == .body ? "\(Self.label) \(contact)" : nil
    return [head, given, removeGuide].compactMap(\.self).joined(separator: "\n")
  }

  /// Nil for an empty or missing text; what is no string is taken as its JSON text (F23).
  static func text(_ value: JSON?) -> String? {
    guard let value, !value.isNull else { return nil }
    let text = value.stringValue ?? value.compactText
    return text.isEmpty ? nil : text
  }
}
