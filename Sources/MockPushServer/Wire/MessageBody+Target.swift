import PushStore

/// Whom a message is for (contract 10.1 `target`).
struct MessageTarget: Equatable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case all = "ALL"
    case uid = "UID"
    case tag = "TAG"
  }

  static let uidLimit = 10_000
  static let countryLength = 3
  /// Where a request names none: all but VoIP (R45).
  static let defaultPushTypes: [PushType] = [.fcm, .apns, .apnsSandbox, .tencent, .adm]

  var kind: Kind
  /// As given: uids, or a tag expression's items; empty for `ALL` (F27).
  var to: [String] = []
  /// As given; nil for the default.
  var pushTypes: [PushType]?
  /// As given; nil for every country.
  var countries: [String]?

  /// Each once, in the order given.
  var effectivePushTypes: [PushType] {
    (pushTypes ?? Self.defaultPushTypes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The uids named, each once (by bytes), in the order given.
  var uids: [String] {
    guard kind == .uid else { return [] }
    var seen: Set<JSONKey> = []
    return to.filter { seen.insert(JSONKey(text: $0)).inserted }
  }

  /// Nil unless the target is `TAG`.
  var tagExpression: TagExpression? {
    // The decoder has refused what does not parse.
    kind == .tag ? try? TagExpression(to) : nil
  }

  /// The countries in lower case, to be compared with a registration's in lower case; nil for every country.
  /// Two-letter and three-letter codes are different values (R29).
  var countryFilter: Set<String>? { countries.map { Set($0.map { $0.lowercased() }) } }

  /// - Parameters:
  ///   - version: by whose names the push types are called.
  ///   - fillsPushTypes: writes the default list where none was given, as reservation messages do (contract 18.1).
  func asJSON(_ version: APIVersion, fillsPushTypes: Bool = false) -> JSONObject {
    var result: JSONObject = ["type": .string(kind.rawValue)]
    if kind != .all { result["to"] = .array(to.map(JSON.string)) }
    let types = pushTypes ?? (fillsPushTypes ? Self.defaultPushTypes : nil)
    if let types { result["pushTypes"] = .array(types.map { .string(version.name(of: $0)) }) }
    if let countries { result["countries"] = .array(countries.map(JSON.string)) }
    return result
  }
}

extension MessageTarget {
  /// - Parameter object: the body's `target`.
  init(_ object: JSONObject, _ version: APIVersion) throws(APIError) {
    let reader = FieldReader(object: object, prefix: "target.")
    let name = try reader.choice("type", of: Kind.allCases.map(\.rawValue))
    // The choice has let in nothing else.
    kind = Kind(rawValue: name) ?? .all
    switch kind {
    case .all: break
    case .uid: to = try reader.strings("to", maxCount: Self.uidLimit)
    case .tag:
      to = try reader.strings("to")
      do {
        _ = try TagExpression(to)
      } catch {
        throw Self.fault(error, to)
      }
    }
    pushTypes = try Self.pushTypes(reader, version)
    countries = try reader.optionalStrings("countries", maxLength: Self.countryLength)
  }

  private static func pushTypes(_ reader: FieldReader, _ version: APIVersion) throws(APIError) -> [PushType]? {
    guard let names = try reader.optionalStrings("pushTypes") else { return nil }
    var types: [PushType] = []
    for name in names {
      guard let type = version.pushType(named: name) else {
        throw APIError(.invalidParameter, "target.pushTypes", name, hint: version.pushTypeHint("target.pushTypes", name))
      }
      types.append(type)
    }
    return types
  }

  private static func fault(_ fault: TagExpression.Fault, _ items: [String]) -> APIError {
    let name = "target.to"
    let shown = items.joined(separator: ",")
    let shape = "up to three of AND and OR between tag IDs and one pair of parentheses, such as (,ID,AND,ID,),OR,ID"
    switch fault {
    case .empty: return APIError(.empty, name, shown, hint: "\(name) of a TAG target names no tag: it is \(shape)")
    case .tooManyOperators(let count):
      return APIError(.limitExceeded, name, shown, hint: "\(name) has \(count) operators; at most \(TagExpression.operatorLimit) are allowed")
    case .secondParentheses:
      return APIError(.limitExceeded, name, shown, hint: "\(name) has more than one pair of parentheses; one is allowed")
    case .malformed(let reason):
      return APIError(.invalidParameter, name, shown, hint: "\(name) is no tag expression: \(reason); it is \(shape)")
    }
  }
}

extension MessageTarget {
  /// Reads back what `asJSON(.v24)` wrote; nil for anything else.
  init?(stored object: JSONObject) {
    guard let kind = object["type"]?.stringValue.flatMap(Kind.init(rawValue:)) else { return nil }
    self.kind = kind
    to = object["to"]?.texts ?? []
    countries = object["countries"]?.texts
    guard let names = object["pushTypes"]?.texts else { return }
    pushTypes = names.compactMap(PushType.init(name:))
    if pushTypes?.count != names.count { return nil }
  }
}
