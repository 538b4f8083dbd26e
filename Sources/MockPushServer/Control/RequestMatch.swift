import PushStore

/// What a journaled request must be like: in a query, or as `match` of a verification.
struct RequestMatch: Sendable {
  enum Field: Sendable {
    case method(Request.Method)
    /// Fits the path as it came, without its query, or the route's pattern.
    case path(GlobPattern)
    case version(String)
    case appkey(String)
    case resultCode(Int)
    /// By the mock's clock.
    case from(Timestamp), to(Timestamp)
    /// By the machine's clock, for what a test has done since it began while the mock's clock stood.
    case since(Timestamp)
    case uid(String)
    case token(String)
    /// Every given member must be there and equal.
    case body(JSON)
  }

  /// Those that are told fast come first.
  let fields: [Field]

  func matches(_ request: JournaledRequest) -> Bool {
    fields.allSatisfy { $0.differences(request).isEmpty }
  }

  /// Whether only the part of a body that is not kept could tell.
  func isUndecided(_ request: JournaledRequest) -> Bool {
    request.isCut && fields.allSatisfy { $0.readsBody || $0.differences(request).isEmpty }
  }

  /// How many values agree, and which do not.
  func compare(_ request: JournaledRequest) -> (agreeing: Int, differences: [JSONDifference]) {
    let differences = fields.flatMap { $0.differences(request) }
    return (fields.reduce(0) { $0 + $1.count } - differences.reduce(0) { $0 + JSONSubset.count($1.expected) }, differences)
  }
}

extension RequestMatch.Field {
  fileprivate var readsBody: Bool {
    switch self {
    case .uid, .token, .body: true
    default: false
    }
  }

  /// Values that are compared.
  var count: Int {
    if case .body(let wanted) = self { JSONSubset.count(wanted) } else { 1 }
  }

  func differences(_ request: JournaledRequest) -> [JSONDifference] {
    let entry = request.entry
    func one(_ field: String, _ expected: JSON, _ actual: JSON?, _ agrees: Bool) -> [JSONDifference] {
      agrees ? [] : [JSONDifference(field: field, expected: expected, actual: actual)]
    }
    func text(_ field: String, _ expected: String, _ actual: String?) -> [JSONDifference] {
      one(field, .string(expected), actual.map { .string($0) }, actual?.hasSameBytes(as: expected) ?? false)
    }
    func named(_ field: String, _ expected: String, _ actual: [String]) -> [JSONDifference] {
      one(field, .string(expected), .array(actual.map { .string($0) }), actual.contains { $0.hasSameBytes(as: expected) })
    }
    func moment(_ field: String, _ expected: Timestamp, _ actual: Timestamp, _ agrees: Bool) -> [JSONDifference] {
      one(field, .string(DateText.iso(expected)), .string(DateText.iso(actual)), agrees)
    }
    switch self {
    case .method(let method): return one("method", .string(method.rawValue), .string(entry.method.rawValue), entry.method == method)
    case .path(let pattern):
      let path = request.request.path
      return one("path", .string(pattern.text), .string(String(path)), pattern.matches(path) || pattern.matches(entry.template))
    case .version(let version): return text("version", version, request.version)
    case .appkey(let appkey): return text("appkey", appkey, request.appkey)
    case .resultCode(let code):
      return one("resultCode", .number(JSONNumber(code)), entry.resultCode.map { .number(JSONNumber($0)) }, entry.resultCode == code)
    case .from(let from): return moment("from", from, entry.at, entry.at >= from)
    case .to(let to): return moment("to", to, entry.at, entry.at <= to)
    case .since(let since): return moment("since", since, entry.received, entry.received >= since)
    case .uid(let uid): return named("uid", uid, request.uids)
    case .token(let token): return named("token", token, request.tokens)
    case .body(let wanted): return JSONSubset.differences(wanted, in: request.body, place: "body")
    }
  }
}
