import PushStore

/// Whom a message's target names, in the order of their tokens (contract 11, step 1). Resolved anew when a delivery goes on after a crash.
struct RecipientWalk: Sendable {
  /// Above it, looking each uid's tokens up costs more than walking the whole app.
  private static let lookUpLimit = 20_000

  private let app: AppNumber
  private let source: Source
  private let readsZones: Bool

  private enum Source {
    case everybody
    /// Tokens of the named uids, ascending.
    case tokens([TokenNumber], of: Set<Int64>)
    /// The whole app, filtered.
    case uids(Set<Int64>)
  }

  /// - Parameter readsZones: whether the recipients' zones are wanted.
  init(_ target: MessageTarget, app: AppNumber, readsZones: Bool = false, _ store: ReadTransaction) throws(DatabaseError) {
    self.app = app
    self.readsZones = readsZones
    guard let uids = try Self.uids(target, app: app, store) else {
      source = .everybody
      return
    }
    guard uids.count <= Self.lookUpLimit else {
      source = .uids(uids)
      return
    }
    var tokens: [TokenNumber] = []
    for uid in uids { tokens += try store.tokens(of: UidNumber(uid), app: app) }
    tokens.sort { $0.value < $1.value }
    source = .tokens(tokens, of: uids)
  }

  /// Nil: everybody.
  private static func uids(_ target: MessageTarget, app: AppNumber, _ store: ReadTransaction) throws(DatabaseError) -> Set<Int64>? {
    switch target.kind {
    case .all: return nil
    case .uid:
      var uids: Set<Int64> = []
      for name in target.uids {
        if let uid = try store.uidNumber(name, app: app) { uids.insert(uid.value) }
      }
      return uids
    case .tag:
      guard let expression = target.tagExpression else { return [] }
      var sets: [String: Set<Int64>] = [:]
      for tagId in expression.tagIds { sets[tagId] = try store.uids(with: tagId, app: app) }
      return expression.evaluate { sets[$0] ?? [] }
    }
  }

  /// Up to about `limit` recipients after a token; nil at the end.
  func page(
    after cursor: TokenNumber, limit: Int, _ store: ReadTransaction, _ texts: inout SharedTexts
  ) throws(DatabaseError) -> RecipientPage? {
    switch source {
    case .everybody, .uids:
      let page = try store.recipients(after: cursor, limit: limit, app: app, zones: readsZones, texts: &texts)
      guard let last = page.last else { return nil }
      let isLast = page.count < limit
      guard case .uids(let uids) = source else { return RecipientPage(recipients: page, end: last.token, isLast: isLast) }
      return RecipientPage(recipients: page.filter { uids.contains($0.uid.value) }, end: last.token, isLast: isLast)
    case .tokens(let tokens, _):
      let start = tokens.partitioningIndex { $0.value > cursor.value }
      guard start < tokens.count else { return nil }
      let part = tokens[start..<min(start + limit, tokens.count)]
      var recipients: [Recipient] = []
      for token in part {
        if let recipient = try store.recipient(token, app: app, zones: readsZones, texts: &texts) { recipients.append(recipient) }
      }
      return RecipientPage(recipients: recipients, end: part.last!, isLast: part.endIndex == tokens.count)
    }
  }

  /// Whether the registrations of a uid are named, also one that is gone.
  func names(_ uid: UidNumber) -> Bool {
    switch source {
    case .everybody: true
    case .uids(let uids), .tokens(_, let uids): uids.contains(uid.value)
    }
  }
}

struct RecipientPage: Sendable {
  var recipients: [Recipient]
  /// The token that it reaches.
  var end: TokenNumber
  /// True when nobody follows; false says nothing.
  var isLast: Bool
}

extension Array {
  /// The first place where `belongsBehind` holds, in an array that is partitioned by it.
  fileprivate func partitioningIndex(_ belongsBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
