import PushStore

/// An app's device rules as one message needs them: the texts that rules name are looked up once, so that most recipients cost a look into a
/// dictionary; a rule with a pattern is asked for each recipient. Where several rules fit, the last one counts.
struct DeviceRules: Sendable {
  private let rules: [DeviceRule]
  /// Places of the rules that name a token, ascending.
  private var byToken: [TokenNumber: [Int]] = [:]
  /// Places of the other rules that name a uid, ascending.
  private var byUid: [UidNumber: [Int]] = [:]
  /// Places of the rest, ascending.
  private var others: [Int] = []

  /// The texts of a recipient; each is read when the first pattern asks for it.
  private struct Names {
    var token: String?
    var uid: String?
  }

  init(_ rules: [DeviceRule] = []) {
    self.rules = rules
  }

  init(_ rules: [DeviceRule], app: AppNumber, _ store: ReadTransaction) throws(DatabaseError) {
    self.rules = rules
    for (place, rule) in rules.enumerated() {
      if let token = rule.token, token.isPlain {
        for number in try store.tokenNumbers(token.text, rule.pushType, app: app) { byToken[number, default: []].append(place) }
      } else if let uid = rule.uid, uid.isPlain {
        if let number = try store.uidNumber(uid.text, app: app) { byUid[number, default: []].append(place) }
      } else {
        others.append(place)
      }
    }
  }

  subscript(_ place: Int) -> DeviceRule { rules[place] }

  /// The place of the rule that counts for a recipient; nil where none fits.
  func place(for recipient: Recipient, _ store: ReadTransaction) throws(DatabaseError) -> Int? {
    if rules.isEmpty { return nil }
    var best: Int?
    var names = Names()
    for places in [byToken[recipient.token], byUid[recipient.uid], others] {
      for place in places?.reversed() ?? [] {
        if let best, place < best { break }
        guard try fits(rules[place], recipient, &names, store) else { continue }
        best = place
        break
      }
    }
    return best
  }

  private func fits(_ rule: DeviceRule, _ recipient: Recipient, _ names: inout Names, _ store: ReadTransaction) throws(DatabaseError) -> Bool {
    if let type = rule.pushType, type != recipient.pushType { return false }
    if let token = rule.token, !token.isPlain {
      if names.token == nil { names.token = try store.tokenText(recipient.token)?.text ?? "" }
      guard token.matches(names.token!) else { return false }
    }
    // A plain one without a plain token was looked up.
    if let uid = rule.uid, !uid.isPlain || rule.token?.isPlain == true {
      if names.uid == nil { names.uid = try store.uidText(recipient.uid) ?? "" }
      guard uid.matches(names.uid!) else { return false }
    }
    return true
  }
}
