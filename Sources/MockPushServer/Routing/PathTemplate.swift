/// A route's pattern, e.g. `/tokens/{token}`: fixed segments, and captures in braces.
struct PathTemplate: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let description: String
  let parts: [Part]

  enum Part: Sendable, Equatable {
    case fixed(String)
    case capture(String)
  }

  init(stringLiteral text: String) {
    description = text
    parts = text.split(separator: "/").map { $0.hasPrefix("{") ? .capture(String($0.dropFirst().dropLast())) : .fixed(String($0)) }
  }

  /// What the captures take from `segments`, nil when the pattern does not fit.
  func match(_ segments: ArraySlice<String>) -> Parameters? {
    guard segments.count == parts.count else { return nil }
    for (part, segment) in zip(parts, segments) {
      if case .fixed(let text) = part, text != segment { return nil }
    }
    var parameters = Parameters()
    for (part, segment) in zip(parts, segments) {
      if case .capture(let name) = part { parameters.append(name, segment) }
    }
    return parameters
  }

  /// How far a path is from this pattern: edits in fixed segments; a missing or extra segment weighs its length, captures weigh nothing.
  func distance(to segments: ArraySlice<String>) -> Int {
    var distance = 0
    var rest = segments
    for part in parts {
      let segment = rest.popFirst()
      switch (part, segment) {
      case (.fixed(let text), let segment?): distance += NearestName.distance(Array(text), Array(segment.prefix(64)))
      case (.fixed(let text), nil): distance += text.count
      case (.capture, nil): distance += 2
      case (.capture, _?): break
      }
    }
    return distance + rest.reduce(0) { $0 + min($1.count, 64) }
  }
}

/// What a pattern's captures took, by name.
struct Parameters: Sendable {
  private var values: [(name: String, value: String)] = []

  mutating func append(_ name: String, _ value: String) { values.append((name, value)) }

  /// The value of a capture that the route's pattern has; asking for another is a programmer's error.
  subscript(_ name: String) -> String {
    guard let value = find(name) else { preconditionFailure("the route has no capture \(name)") }
    return value
  }

  /// The value of a capture; nil when the pattern has no such one.
  func find(_ name: String) -> String? { values.first { $0.name == name }?.value }
}
