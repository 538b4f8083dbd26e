import PushStore

/// A device rule as it is written: about a `token`, a `uid`, a `pushType`, or all together, texts with `*` for any characters; with an `answer`,
/// or the `environment` that the device lives in, and the `receipts` that it reports. Where several rules fit, the last one counts.
extension DeviceRule {
  static let keys = ["token", "uid", "pushType", "answer", "newToken", "environment", "receipts"]
  private static let answers = ["ACCEPT", "INVALID_TOKEN", "WRONG_ENVIRONMENT", "PROVIDER_ERROR", "TOKEN_REPLACED", "OFFLINE", "DELAY_BEYOND_TTL"]

  /// At most so many rules per app, and so many with patterns: the ones are looked up for each message, the others for each recipient.
  private static let mostRules = 10_000
  private static let mostPatterns = 100

  /// All rules of an app.
  ///
  /// - Parameter place: of the list, for sentences.
  static func list(_ json: JSON, place: String) throws(ControlError) -> [DeviceRule] {
    guard let items = json.arrayValue else { throw .badRequest("\(place) is a list of rules, such as [{\"token\":\"a1b2\",\"answer\":\"INVALID_TOKEN\"}].") }
    var rules: [DeviceRule] = []
    for (index, item) in items.enumerated() { rules.append(try DeviceRule(item, place: "\(place)[\(index)]")) }
    try check(rules)
    return rules
  }

  static func check(_ rules: [DeviceRule]) throws(ControlError) {
    if rules.count > mostRules { throw .badRequest("An app has at most \(mostRules) device rules; a pattern such as {\"token\":\"a*\"} is one rule about many devices.") }
    let patterns = rules.count { !$0.namesOne }
    if patterns > mostPatterns {
      throw .badRequest("\(patterns) rules name neither one token nor one uid, and an app has at most \(mostPatterns) of these: each recipient of a message is compared with each.")
    }
  }

  /// - Parameter place: of the rule, for sentences.
  init(_ json: JSON, place: String) throws(ControlError) {
    guard let object = json.objectValue else { throw .badRequest("\(place) must be a JSON object with token and answer.") }
    let fields = try ControlFields(object, place, known: Self.keys)
    let token = try fields.pattern("token")
    let uid = try fields.pattern("uid")
    let pushType = try fields.choice("pushType", of: PushType.allCases.map(\.name), PushType.init(name:))
    if token == nil, uid == nil, pushType == nil {
      throw .badRequest("\(place) needs a token (the full text, tenant suffix included), a uid or a pushType; {\"token\":\"*\"} is every device.")
    }
    let receipts = try SimulatedReceipts(fields)
    self.init(token: token?.text, uid: uid?.text, pushType: pushType, behaviour: try Self.behaviour(fields, receipts), receipts: receipts)
    guard case .answers(.replaced(let newToken)) = behaviour else { return }
    guard let old = self.token, old.isPlain else {
      throw .badRequest("\(place) answers TOKEN_REPLACED and needs one full token: devices cannot share a new one.")
    }
    let suffix = old.text.dropFirst(TenantToken(old.text).base.count)
    let whole = newToken + suffix
    if whole.hasSameBytes(as: old.text) { throw .badRequest("\(place) has a newToken that is the token itself, so it would replace nothing.") }
    if whole.unicodeScalars.count > ControlFields.patternLimit {
      throw .badRequest("\(place) has a newToken that is with the suffix \(ShownValue.oneLine(String(suffix))) longer than \(ControlFields.patternLimit) characters.")
    }
  }

  private static func behaviour(_ fields: ControlFields, _ receipts: SimulatedReceipts?) throws(ControlError) -> Behaviour {
    let name = try fields.choice("answer", of: answers) { answers.contains($0) ? $0 : nil }
    let environment = try fields.choice("environment", of: Environment.allCases.map(\.rawValue), Environment.init(rawValue:))
    let newToken = try fields.text("newToken", max: ControlFields.patternLimit)
    if newToken != nil, name != "TOKEN_REPLACED" { throw .badRequest("\(fields.place) has a newToken, which belongs to the answer TOKEN_REPLACED.") }
    switch (name ?? (receipts != nil && environment == nil ? "ACCEPT" : nil), environment) {
    case (let name?, nil):
      if receipts != nil, name != "ACCEPT", name != "TOKEN_REPLACED" {
        throw .badRequest("\(fields.place) answers \(name), so no message reaches the device and it has no receipts to report.")
      }
      return .answers(try answer(name, newToken, fields.place))
    case (nil, let environment?): return .livesIn(environment)
    default:
      throw .badRequest("\(fields.place) needs either an answer (\(answers.joined(separator: ", "))) or an environment (SANDBOX, PRODUCTION), or receipts.")
    }
  }

  private static func answer(_ name: String, _ newToken: String?, _ place: String) throws(ControlError) -> DeviceAnswer {
    switch name {
    case "INVALID_TOKEN": return .invalidToken
    case "WRONG_ENVIRONMENT": return .wrongEnvironment
    case "PROVIDER_ERROR": return .providerError
    case "OFFLINE": return .offline
    case "DELAY_BEYOND_TTL": return .tooLate
    case "TOKEN_REPLACED":
      guard let newToken else { throw .badRequest("\(place) answers TOKEN_REPLACED and needs a newToken.") }
      if TenantToken(newToken).tenant != nil { throw .badRequest("\(place) has a newToken with a tenant suffix; give it without, the old token's is kept.") }
      if CharacterRules.containsHangul(newToken) { throw .badRequest("\(place) has a newToken with Hangul, which no registration can have.") }
      return .replaced(by: newToken)
    default: return .accept
    }
  }

  var asJSON: JSON {
    var object = JSONObject()
    object["token"] = token.map { .string($0.text) }
    object["uid"] = uid.map { .string($0.text) }
    object["pushType"] = pushType.map { .string($0.name) }
    switch behaviour {
    case .livesIn(let environment): object["environment"] = .string(environment.rawValue)
    case .answers(let answer):
      switch answer {
      case .accept: object["answer"] = "ACCEPT"
      case .invalidToken: object["answer"] = "INVALID_TOKEN"
      case .wrongEnvironment: object["answer"] = "WRONG_ENVIRONMENT"
      case .providerError: object["answer"] = "PROVIDER_ERROR"
      case .offline: object["answer"] = "OFFLINE"
      case .tooLate: object["answer"] = "DELAY_BEYOND_TTL"
      case .replaced(let newToken):
        object["answer"] = "TOKEN_REPLACED"
        object["newToken"] = .string(newToken)
      }
    }
    object["receipts"] = receipts?.asJSON
    return .object(object)
  }
}

extension SimulatedReceipts {
  private static let sample = #"{"received":{"afterMs":500,"probability":0.9}}"#

  /// Nil where the rule names none.
  fileprivate init?(_ rule: ControlFields) throws(ControlError) {
    guard let fields = try rule.inner("receipts", known: ["received", "opened"], sample: Self.sample) else { return nil }
    received = try Report(fields, "received")
    opened = try Report(fields, "opened")
    if received == nil, opened == nil { throw .badRequest("\(fields.place) names neither received nor opened, such as \(Self.sample).") }
  }

  fileprivate var asJSON: JSON {
    var object = JSONObject()
    object["received"] = received?.asJSON
    object["opened"] = opened?.asJSON
    return .object(object)
  }
}

extension SimulatedReceipts.Report {
  /// Thirty days.
  private static let longest = 30 * 86_400_000

  fileprivate init?(_ receipts: ControlFields, _ key: String) throws(ControlError) {
    guard let fields = try receipts.inner(key, known: ["afterMs", "probability"], sample: #"{"afterMs":500,"probability":0.9}"#) else { return nil }
    afterMilliseconds = Int64(try fields.int("afterMs", in: 0...Self.longest, "milliseconds from the delivery to the report") ?? 0)
    probability = try fields.probability("probability") ?? 1
  }

  fileprivate var asJSON: JSON {
    ["afterMs": .number(JSONNumber(Int(afterMilliseconds))), "probability": .number(JSONNumber(probability))]
  }
}
