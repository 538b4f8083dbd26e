import PushStore

/// The optional `messageId` of a search.
struct MessageFilter: Sendable {
  /// Nil for any.
  var number: MessageNumber?
  /// A number that no message can have was given: nothing matches.
  var isImpossible = false
}

extension VendorContext {
  /// - Throws: 40002 when `messageId` is no number.
  func messageFilter() throws(APIError) -> MessageFilter {
    guard let id = try query.number("messageId") else { return MessageFilter() }
    let number = MessageNumber(messageId: Int64(id))
    return MessageFilter(number: number, isImpossible: number == nil)
  }
}
