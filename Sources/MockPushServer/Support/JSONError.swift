/// Why bytes are no JSON.
struct JSONError: Error, Equatable {
  /// A plain sentence fragment, such as "a string is not closed"; printable ASCII, so it may stand in a header.
  let reason: String
  /// Where, in bytes from the start of the body.
  let offset: Int
}

extension JSONError: CustomStringConvertible {
  var description: String { "\(reason) (at byte \(offset))" }
}
