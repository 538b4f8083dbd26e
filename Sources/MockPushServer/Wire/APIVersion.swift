import PushStore

/// A version of the vendor's API; its differences are values here, not copied handlers.
enum APIVersion: Int, CaseIterable, Comparable, Sendable {
  case v20, v21, v22, v23, v24

  init?(_ segment: some StringProtocol) {
    switch segment {
    case "v2.0": self = .v20
    case "v2.1": self = .v21
    case "v2.2": self = .v22
    case "v2.3": self = .v23
    case "v2.4": self = .v24
    default: return nil
    }
  }

  var name: String { "v2.\(rawValue)" }

  static func < (a: APIVersion, b: APIVersion) -> Bool { a.rawValue < b.rawValue }

  /// FCM is called GCM up to v2.2 (contract 1).
  func name(of type: PushType) -> String { type == .fcm && self <= .v22 ? "GCM" : type.name }

  /// Strict per version (R28).
  func pushType(named name: String) -> PushType? {
    switch name {
    case "GCM": self <= .v22 ? .fcm : nil
    case "FCM": self <= .v22 ? nil : .fcm
    default: PushType(name: name)
    }
  }

  /// `contactType` of a UID's contacts (contract 1, R83).
  func contactType(of type: PushType) -> String { "TOKEN_" + name(of: type) }

  /// What is said of a push type that this version does not know.
  func pushTypeHint(_ field: String, _ given: String) -> String {
    if given == "GCM" { return "\(field) GCM is called FCM since v2.3" }
    if given == "FCM" { return "\(field) FCM is called GCM in \(name), and FCM since v2.3" }
    let names = PushType.allCases.map { name(of: $0) }.joined(separator: ", ")
    let near = NearestName.of(given, among: PushType.allCases.map { name(of: $0) }).map { "; did you mean \($0)?" } ?? ""
    return "\(field) is not a push type of \(name): it is one of \(names)\(near)"
  }
}
