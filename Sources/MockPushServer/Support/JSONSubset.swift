/// One place where a value is not as it was wanted.
struct JSONDifference: Equatable, Sendable {
  /// Where, e.g. `body.target.type`.
  let field: String
  let expected: JSON
  /// Nil where nothing is.
  let actual: JSON?
}

/// Whether a JSON value holds another one: of objects every wanted member, whatever else is there; all else must be equal.
enum JSONSubset {
  /// - Parameter place: of both values, for the differences.
  static func differences(_ wanted: JSON, in value: JSON?, place: String) -> [JSONDifference] {
    guard case .object(let members) = wanted, case .object(let object)? = value else {
      return value == wanted ? [] : [JSONDifference(field: place, expected: wanted, actual: value)]
    }
    return members.members.flatMap { differences($0.value, in: object[$0.key], place: "\(place).\($0.key)") }
  }

  /// How many values are compared.
  static func count(_ wanted: JSON) -> Int {
    guard case .object(let members) = wanted, !members.isEmpty else { return 1 }
    return members.members.reduce(0) { $0 + count($1.value) }
  }
}
