/// A fault rule as it is written: `match`, `times`, `probability`, `seed`, and `then` or the `preset` that says it.
extension FaultRule {
  static let keys = ["name", "preset", "match", "times", "probability", "seed", "then"]
  /// Whole numbers that every JSON reader keeps.
  private static let seeds = 0...9_007_199_254_740_991

  /// All rules, in their order.
  static func list(_ json: JSON, place: String) throws(ControlError) -> [FaultRule] {
    guard let items = json.arrayValue else {
      throw .badRequest("\(place) is a list of fault rules, such as [{\"match\":{\"path\":\"/tokens\"},\"then\":{\"status\":503}}].")
    }
    if items.count > FaultBook.capacity { throw .badRequest("\(place) has \(items.count) fault rules; there can be at most \(FaultBook.capacity).") }
    var rules: [FaultRule] = []
    for (index, item) in items.enumerated() {
      let path = "\(place)[\(index)]"
      guard let object = item.objectValue else { throw .badRequest("\(path) \(ShownValue.phrase(item)): a fault rule is an object, such as {\"then\":{\"status\":503}}.") }
      do throws(ControlError) {
        rules.append(try FaultRule(object))
      } catch {
        throw .badRequest("\(path): \(error.sentence)")
      }
    }
    return rules
  }

  init(_ object: JSONObject) throws(ControlError) {
    for (key, _) in object.members where !Self.keys.contains(key) {
      for (part, keys) in [("match", FaultMatch.keys), ("then", FaultAction.keys)] where keys.contains(key) {
        throw .badRequest("`\(key)` belongs into \(part), such as {\"\(part)\":{\"\(key)\":…}}.")
      }
    }
    let fields = try ControlFields(object, "The rule", known: Self.keys)
    let preset = try Self.preset(fields)
    var match = preset?.match ?? JSONObject()
    if let given = fields["match"] {
      guard let members = given.objectValue?.members else { throw fields.fault("match", given, #"it is an object, such as {"path":"/tokens"}"#) }
      for (key, value) in members { match[key] = value }
    }
    self.match = try FaultMatch(match)
    name = try fields.text("name", max: 64)
    self.preset = preset?.name
    times = try fields.int("times", in: 1...1_000_000_000, "how many requests the rule applies to")
    probability = try fields.probability("probability")
    seed = UInt64(try fields.int("seed", in: Self.seeds, "what chance is made of") ?? .random(in: Self.seeds))
    guard let then = preset?.then ?? fields["then"] else { throw .badRequest("The rule needs a then, such as {\"status\":503}, or a preset (GET /_mock/faults/presets).") }
    self.then = try FaultAction(then)
  }

  private static func preset(_ fields: ControlFields) throws(ControlError) -> FaultPreset? {
    guard let name = try fields.text("preset", max: 64) else { return nil }
    if fields["then"] != nil { throw .badRequest("A preset says what happens, so the rule can have no then beside it; write the rule without preset, or leave then out.") }
    if let preset = FaultPreset.all.first(where: { $0.name == name || $0.aliases.contains(name) }) { return preset }
    let names = FaultPreset.all.flatMap { [$0.name] + $0.aliases }
    throw .badRequest("There is no preset `\(ShownValue.oneLine(name))`; GET /_mock/faults/presets lists them.\(NearestName.question(name, among: names))")
  }
}

extension FaultMatch {
  static let keys = ["method", "path", "version", "appkey", "uid", "token", "header"]
  private static let methods: [Request.Method] = [.get, .head, .post, .put, .delete, .options, .patch, .trace]

  init(_ object: JSONObject) throws(ControlError) {
    if let key = ["regex", "regexp"].first(where: { object[$0] != nil }) { throw ControlFields.noExpressions("match.\(key)") }
    let fields = try ControlFields(object, "match", known: Self.keys)
    method = try fields.choice("method", of: Self.methods.map(\.rawValue)) { name in Self.methods.first { $0.rawValue == name } }
    path = try Self.path(fields)
    // Here `.*` is just what it looks like: `v2.*`.
    version = try fields.pattern("version", mayHaveDotStar: true)
    if let version, !version.text.hasPrefix("v"), !version.text.hasPrefix("*") {
      throw fields.fault("version", .string(version.text), "it is written as in the path, such as v2.4")
    }
    appkey = try fields.pattern("appkey")
    uid = try fields.pattern("uid")
    token = try fields.pattern("token")
    guard let header = fields["header"] else { return }
    guard let members = header.objectValue?.members, !members.isEmpty else {
      throw fields.fault("header", header, "it is an object of names and patterns, such as {\"User-Agent\":\"*iPhone*\"}")
    }
    for (name, _) in members {
      if name.isEmpty || name.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: ":") }) {
        throw fields.fault("header", header, "it names a field that no request can have")
      }
      let inner = try ControlFields(header.objectValue!, "match.header", known: members.map(\.key))
      if let pattern = try inner.pattern(name) { headers.append(Header(name: name, value: pattern)) }
    }
  }

  private static func path(_ fields: ControlFields) throws(ControlError) -> GlobPattern? {
    guard let pattern = try fields.pattern("path") else { return nil }
    let rule = "it begins with / or *, and is the path below the appkey (/tokens/*) or the whole one (/push/v2.4/appkeys/*/tokens)"
    guard pattern.text.hasPrefix("/") || pattern.text.hasPrefix("*") else { throw fields.fault("path", .string(pattern.text), rule) }
    if pattern.text.contains("//") || pattern.text.count > 1 && pattern.text.hasSuffix("/") {
      throw fields.fault("path", .string(pattern.text), "it is compared with paths that have no // and no / at their end")
    }
    if pattern.text.contains("?") { throw fields.fault("path", .string(pattern.text), "it has no query; match by uid or token, or leave the query out") }
    if pattern.text.hasPrefix("/_mock") { throw fields.fault("path", .string(pattern.text), "faults are about the vendor's paths only, never about our own") }
    return pattern
  }

  var asJSON: JSON {
    var object: JSONObject = [:]
    object["method"] = method.map { .string($0.rawValue) }
    for (key, pattern) in [("path", path), ("version", version), ("appkey", appkey), ("uid", uid), ("token", token)] {
      object[key] = pattern.map { .string($0.text) }
    }
    if !headers.isEmpty { object["header"] = .object(JSONObject(headers.map { ($0.name, .string($0.value.text)) })) }
    return .object(object)
  }
}

extension FaultBook.Entry {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    members(to: &writer)
    writer.endObject()
  }

  func members(to writer: inout JSONWriter) {
    writer.member("id", id)
    if let name = rule.name { writer.member("name", name) }
    if let preset = rule.preset { writer.member("preset", preset) }
    writer.member("match", rule.match.asJSON)
    if let times = rule.times { writer.member("times", times) }
    if let timesLeft { writer.member("timesLeft", timesLeft) }
    if let probability = rule.probability { writer.member("probability", .number(JSONNumber(probability))) }
    if rule.usesChance { writer.member("seed", Int(rule.seed)) }
    writer.member("then", rule.then.asJSON)
    writer.member("applied", applied)
  }
}
