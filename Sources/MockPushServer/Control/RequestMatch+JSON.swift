import PushStore

extension RequestMatch {
  /// Keys in a query; a verification has `body` besides.
  static let queryKeys = ["method", "path", "version", "appkey", "resultCode", "from", "to", "since", "uid", "token"]
  static let keys = queryKeys + ["body"]

  /// - Parameter query: checked for unknown names.
  init(_ query: QueryItems) throws(ControlError) {
    try self.init(JSONObject(Self.queryKeys.compactMap { key in query[key].map { (key, .string($0)) } }))
  }

  /// - Parameter object: checked for unknown keys.
  init(_ object: JSONObject) throws(ControlError) {
    var fields: [Field] = []
    for key in Self.keys {
      guard let value = object.given(key) else { continue }
      fields.append(try Self.field(key, value))
    }
    self.fields = fields
  }

  private static func field(_ key: String, _ value: JSON) throws(ControlError) -> Field {
    switch key {
    case "method": .method(try method(try text(key, value)))
    case "path": .path(try path(try text(key, value)))
    case "version": .version(try text(key, value))
    case "appkey": .appkey(try text(key, value))
    case "resultCode": .resultCode(try number(key, value))
    case "from": .from(try moment(key, value))
    case "to": .to(try moment(key, value))
    case "since": .since(try moment(key, value))
    case "uid": .uid(try text(key, value))
    case "token": .token(try text(key, value))
    default: .body(value)
    }
  }

  private static func text(_ key: String, _ value: JSON) throws(ControlError) -> String {
    guard let text = value.stringValue, !text.isEmpty else { throw .badRequest("\(key) is a text that is not empty.") }
    return text
  }

  private static func method(_ text: String) throws(ControlError) -> Request.Method {
    let names = Request.Method.allCases.map(\.rawValue)
    if let method = Request.Method(rawValue: text.uppercased()) { return method }
    let question = NearestName.question(text, among: names)
    throw .badRequest("method \(ShownValue.phrase(text)): it is one of \(names.joined(separator: ", ")); ? is any other word.\(question)")
  }

  private static func path(_ text: String) throws(ControlError) -> GlobPattern {
    if text.contains("?") {
      throw .badRequest("path has a `?`, but a request's path is compared without its query; `*` stands for any characters.")
    }
    guard text.hasPrefix("/") || text.hasPrefix("*") || text.hasPrefix("(") else {
      throw .badRequest("path \(ShownValue.phrase(text)): it begins with `/` or `*`, such as /push/v2.4/appkeys/MYAPP/tokens or */tokens/*.")
    }
    return GlobPattern(text)
  }

  private static func number(_ key: String, _ value: JSON) throws(ControlError) -> Int {
    if let number = value.intValue ?? value.stringValue.flatMap({ Int($0) }) { return number }
    throw .badRequest("\(key) is a whole number, such as 40002.")
  }

  private static func moment(_ key: String, _ value: JSON) throws(ControlError) -> Timestamp {
    if let moment = value.stringValue.flatMap({ DateText.parse($0) }) { return moment }
    throw .badRequest(
      "\(key) must be a moment such as 2026-03-02T20:59:59+09:00: a date that exists, a time, and an offset, whose + is %2B in a query.")
  }
}
