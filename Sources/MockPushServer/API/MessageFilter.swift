import PushStore

/// The optional `messageId` of a search.
struct MessageFilter: Equatable, Sendable {
  /// Nil for any.
  var number: MessageNumber?
  /// A number that no message can have was given: nothing matches.
  var isImpossible = false

  /// Any message.
  init() {}

  /// - Throws: 40002 when `messageId` is no number.
  init(_ query: QueryItems) throws(APIError) {
    guard let id = try query.number("messageId") else { return }
    number = MessageNumber(messageId: Int64(id))
    isImpossible = number == nil
  }
}
