/// What a fault rule does, as it is written. What contradicts itself, or would do nothing, is refused.
extension FaultAction {
  static let keys = ["delayMs", "status", "resultCode", "resultMessage", "body", "connection", "after"]

  init(_ value: JSON) throws(ControlError) {
    guard let object = value.objectValue else { throw .badRequest("then \(ShownValue.phrase(value)): it is an object, such as {\"status\":503}.") }
    let fields = try ControlFields(object, "then", known: Self.keys)
    delay = try FaultDelay(fields)
    answer = try FaultAnswer(fields)
    connection = try fields.choice("connection", of: ConnectionFault.allCases.map(\.rawValue), ConnectionFault.init(rawValue:))
    isAfter = try fields.flag("after")
    if delay == nil, answer == nil, connection == nil {
      throw .badRequest("then does nothing\(isAfter ? " (after says when, not what)" : ""); give it delayMs, status, resultCode, body or connection.")
    }
    guard let connection else { return }
    if answer != nil, !connection.showsAnswer {
      throw .badRequest("then.connection `\(connection.rawValue)` sends nothing of an answer, so it can have no status, resultCode or body; stall and truncate send a part of one.")
    }
    if delay != nil, connection == .silence {
      throw .badRequest("then.connection `silence` lasts until the client leaves, so a delayMs before it changes nothing; leave one of them out.")
    }
  }

  var asJSON: JSON {
    var object: JSONObject = [:]
    object["delayMs"] = delay?.asJSON
    object["status"] = answer?.status.map { .number(JSONNumber($0)) }
    object["resultCode"] = answer?.resultCode.map { .number(JSONNumber($0)) }
    object["resultMessage"] = answer?.resultMessage.map { .string($0) }
    object["body"] = answer?.body
    object["connection"] = connection.map { .string($0.rawValue) }
    if isAfter { object["after"] = true }
    return .object(object)
  }
}

extension FaultAnswer {
  /// Nil where `then` names no answer.
  fileprivate init?(_ fields: ControlFields) throws(ControlError) {
    status = try fields.int("status", in: 200...599, "an HTTP status of a whole answer")
    resultCode = try fields.int("resultCode", in: Int(Int32.min)...Int(Int32.max), "the vendor's code")
    resultMessage = try fields.text("resultMessage", max: 1_000)
    body = fields["body"]
    if resultMessage != nil, resultCode == nil { throw .badRequest("then.resultMessage is the text of a resultCode, which is missing, such as 50001.") }
    if let resultCode {
      if body != nil { throw .badRequest("then has a resultCode, which makes the vendor's body, and a body of its own; leave one of them out.") }
      if resultMessage == nil, Self.text(of: resultCode) == nil {
        throw .badRequest("then.resultCode \(resultCode) is none of the vendor's, so its text is not known; give a resultMessage beside it.")
      }
    }
    guard let status else {
      if resultCode == nil, body == nil { return nil }
      return
    }
    if Self.hasNoBody(status: status), resultCode != nil || body != nil {
      throw .badRequest("then.status \(status) ends at its head, so it can have no body and no resultCode.")
    }
  }
}

extension FaultDelay {
  private static let sample = "such as 1500, {\"uniform\":[100,900]} or {\"lognormal\":{\"median\":300,\"sigma\":0.5}}"

  /// Nil where `then` names no delay.
  fileprivate init?(_ fields: ControlFields) throws(ControlError) {
    guard let value = fields["delayMs"] else { return nil }
    guard let object = value.objectValue else {
      self = .fixed(try fields.int("delayMs", in: 1...Self.longest, "milliseconds (\(Self.sample))")!)
      return
    }
    let inner = try ControlFields(object, "then.delayMs", known: ["uniform", "lognormal"])
    switch (inner["uniform"], inner["lognormal"]) {
    case (let value?, nil): self = try Self.uniform(value, inner)
    case (nil, _?): self = try Self.lognormal(inner)
    default: throw .badRequest("then.delayMs is one kind of delay, \(Self.sample).")
    }
  }

  private static func uniform(_ value: JSON, _ fields: ControlFields) throws(ControlError) -> FaultDelay {
    let ends = value.arrayValue?.compactMap(\.intValue) ?? []
    guard ends.count == 2, value.arrayValue?.count == 2, 0 <= ends[0], ends[0] < ends[1], ends[1] <= longest else {
      throw fields.fault("uniform", value, "it is two whole numbers of milliseconds, the smaller one first, from 0 to \(longest), such as [100,900]")
    }
    return .uniform(ends[0], ends[1])
  }

  private static func lognormal(_ fields: ControlFields) throws(ControlError) -> FaultDelay {
    let sample = #"{"median":300,"sigma":0.5}"#
    let inner = try fields.inner("lognormal", known: ["median", "sigma"], sample: sample)!
    let median = try inner.int("median", in: 1...longest, "the time of half of the requests")
    guard let median, case .number(let sigma)? = inner["sigma"], sigma.double > 0, sigma.double <= 5 else {
      throw .badRequest("then.delayMs.lognormal needs a median in milliseconds and a sigma above 0 and at most 5, such as \(sample).")
    }
    return .lognormal(median: median, sigma: sigma.double)
  }

  fileprivate var asJSON: JSON {
    switch self {
    case .fixed(let time): .number(JSONNumber(time))
    case .uniform(let least, let most): ["uniform": [.number(JSONNumber(least)), .number(JSONNumber(most))]]
    case .lognormal(let median, let sigma): ["lognormal": ["median": .number(JSONNumber(median)), "sigma": .number(JSONNumber(sigma))]]
    }
  }
}
