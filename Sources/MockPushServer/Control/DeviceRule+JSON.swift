import PushStore

/// A device rule as it is written: about `token`, in one `pushType` or all; with an `answer`, or the `environment` that the device lives in.
/// Where several rules are about a delivery, the last one counts.
extension DeviceRule {
  static let keys = ["token", "pushType", "answer", "newToken", "environment"]
  private static let tokenLimit = 1_600
  private static let answers = ["ACCEPT", "INVALID_TOKEN", "WRONG_ENVIRONMENT", "PROVIDER_ERROR", "TOKEN_REPLACED"]

  /// - Parameter place: of the rule, for sentences.
  init(_ json: JSON, place: String) throws(ControlError) {
    guard let object = json.objectValue else { throw .badRequest("\(place) must be a JSON object with token and answer.") }
    try ControlContext.check(object, known: Self.keys, place)
    guard let token = try Self.text(object, "token", place) else { throw .badRequest("\(place) needs a token: the full text, tenant suffix included.") }
    self.token = token
    if let name = try Self.text(object, "pushType", place) {
      pushType = try Self.choice(name, "pushType", PushType.allCases.map(\.name), place, PushType.init(name:))
    }
    let answer = try Self.text(object, "answer", place)
    let environment = try Self.text(object, "environment", place)
    let newToken = try Self.text(object, "newToken", place)
    switch (answer, environment) {
    case (let name?, nil): behaviour = .answers(try Self.answer(name, newToken, place))
    case (nil, let name?):
      if newToken != nil { throw .badRequest("\(place) has a newToken, which belongs to the answer TOKEN_REPLACED.") }
      behaviour = .livesIn(try Self.choice(name, "environment", Environment.allCases.map(\.rawValue), place, Environment.init(rawValue:)))
    default:
      throw .badRequest("\(place) needs either an answer (\(Self.answers.joined(separator: ", "))) or an environment (SANDBOX, PRODUCTION).")
    }
  }

  private static func answer(_ name: String, _ newToken: String?, _ place: String) throws(ControlError) -> DeviceAnswer {
    _ = try choice(name, "answer", answers, place) { answers.contains($0) ? $0 : nil }
    guard name == "TOKEN_REPLACED" else {
      if newToken != nil { throw .badRequest("\(place) has a newToken, which belongs to the answer TOKEN_REPLACED.") }
      return switch name {
      case "INVALID_TOKEN": .invalidToken
      case "WRONG_ENVIRONMENT": .wrongEnvironment
      case "PROVIDER_ERROR": .providerError
      default: .accept
      }
    }
    guard let newToken else { throw .badRequest("\(place) answers TOKEN_REPLACED and needs a newToken.") }
    if TenantToken(newToken).tenant != nil { throw .badRequest("\(place) has a newToken with a tenant suffix; give it without, the old token's is kept.") }
    return .replaced(by: newToken)
  }

  private static func text(_ object: JSONObject, _ key: String, _ place: String) throws(ControlError) -> String? {
    guard let value = object[key], !value.isNull else { return nil }
    guard let text = value.stringValue, !text.isEmpty, text.unicodeScalars.count <= tokenLimit, !text.utf8.contains(0) else {
      throw .badRequest("\(place) has a \(key) that is no text of 1 to \(tokenLimit) characters.")
    }
    return text
  }

  private static func choice<Value>(
    _ name: String, _ key: String, _ known: [String], _ place: String, _ value: (String) -> Value?
  ) throws(ControlError) -> Value {
    if let value = value(name) { return value }
    throw .badRequest("\(place) has the \(key) `\(ShownValue.oneLine(name))`; it is one of \(known.joined(separator: ", ")).\(NearestName.question(name, among: known))")
  }

  var asJSON: JSON {
    var object: JSONObject = ["token": .string(token)]
    object["pushType"] = pushType.map { .string($0.name) }
    switch behaviour {
    case .livesIn(let environment): object["environment"] = .string(environment.rawValue)
    case .answers(let answer):
      switch answer {
      case .accept: object["answer"] = "ACCEPT"
      case .invalidToken: object["answer"] = "INVALID_TOKEN"
      case .wrongEnvironment: object["answer"] = "WRONG_ENVIRONMENT"
      case .providerError: object["answer"] = "PROVIDER_ERROR"
      case .replaced(let newToken):
        object["answer"] = "TOKEN_REPLACED"
        object["newToken"] = .string(newToken)
      }
    }
    return .object(object)
  }
}
