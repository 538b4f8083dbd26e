/// A set of uids named by tags: up to three operators and one pair of parentheses, `AND` before `OR` (contract 10.2, R46).
public struct TagExpression: Equatable, Sendable {
  public static let operatorLimit = 3

  /// The tag IDs named, each once, in the order of their first mention.
  public let tagIds: [String]
  let root: Node

  /// Tags are numbered by their place in `tagIds`.
  indirect enum Node: Equatable, Sendable {
    case tag(Int)
    case and(Node, Node)
    case or(Node, Node)
  }

  public enum Fault: Error, Equatable, Sendable {
    /// Nothing is left once blanks and empty items are dropped (40003).
    case empty
    /// How many there are; more than `operatorLimit` (40008).
    case tooManyOperators(Int)
    /// A second pair (40008).
    case secondParentheses
    /// A sentence on what is wrong, which names no ID (40001).
    case malformed(String)
  }

  /// - Parameter items: as in `target.to`. Each is split on `,` and trimmed as well; empty items are dropped (F14).
  ///
  /// ruling: whatever is no operator or parenthesis is an ID, so `and`, `(A` and `A AND B` in one item name tags that do not exist.
  public init(_ items: some Sequence<String>) throws(Fault) {
    let tokens = items.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")).map { Self.trimmed(Substring($0)) } }.filter { !$0.isEmpty }
    if tokens.isEmpty { throw .empty }
    // Limits come before the shape (F14).
    let operators = tokens.count { $0 == "AND" || $0 == "OR" }
    if operators > Self.operatorLimit { throw .tooManyOperators(operators) }
    if tokens.count(where: { $0 == "(" }) > 1, tokens.count(where: { $0 == ")" }) > 1 { throw .secondParentheses }
    var parser = TagExpressionParser(tokens: tokens)
    root = try parser.whole()
    tagIds = parser.tagIds
  }

  /// The uids that the expression stands for.
  /// - Parameter uids: those that have a tag; called once per mention. An unknown tag stands for the empty set.
  public func evaluate(_ uids: (String) throws -> Set<Int64>) rethrows -> Set<Int64> {
    try evaluate(root, uids)
  }

  /// Whether a uid belongs to the set.
  /// - Parameter hasTag: whether it has the tag at this place in `tagIds`.
  public func matches(_ hasTag: (Int) -> Bool) -> Bool {
    matches(root, hasTag)
  }

  private func evaluate(_ node: Node, _ uids: (String) throws -> Set<Int64>) rethrows -> Set<Int64> {
    switch node {
    case .tag(let index): try uids(tagIds[index])
    case .and(let a, let b): try evaluate(a, uids).intersection(evaluate(b, uids))
    case .or(let a, let b): try evaluate(a, uids).union(evaluate(b, uids))
    }
  }

  private func matches(_ node: Node, _ hasTag: (Int) -> Bool) -> Bool {
    switch node {
    case .tag(let index): hasTag(index)
    case .and(let a, let b): matches(a, hasTag) && matches(b, hasTag)
    case .or(let a, let b): matches(a, hasTag) || matches(b, hasTag)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }), let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(scalars[first...last])
  }
}

/// Recursive descent over the grammar of contract 10.2. One pair of parentheses at most keeps the recursion flat.
private struct TagExpressionParser {
  let tokens: [String]
  var position = 0
  var isInside = false
  var tagIds: [String] = []

  mutating func whole() throws(TagExpression.Fault) -> TagExpression.Node {
    let node = try expression()
    guard position < tokens.count else { return node }
    throw fault(tokens[position] == ")" ? "closes a parenthesis that was not opened" : "needs AND or OR before it")
  }

  private mutating func expression() throws(TagExpression.Fault) -> TagExpression.Node {
    var node = try term()
    while take("OR") { node = .or(node, try term()) }
    return node
  }

  private mutating func term() throws(TagExpression.Fault) -> TagExpression.Node {
    var node = try factor()
    while take("AND") { node = .and(node, try factor()) }
    return node
  }

  private mutating func factor() throws(TagExpression.Fault) -> TagExpression.Node {
    guard position < tokens.count else { throw .malformed("a tag ID is missing at the end") }
    let token = tokens[position]
    switch token {
    case "AND", "OR": throw fault("is \(token) where a tag ID is needed")
    case ")": throw fault("is ) where a tag ID is needed")
    case "(":
      if isInside { throw fault("opens a second parenthesis") }
      let opened = position
      position += 1
      isInside = true
      defer { isInside = false }
      let node = try expression()
      guard take(")") else {
        if position < tokens.count { throw fault("needs AND or OR before it") }
        throw .malformed("the parenthesis opened by item \(opened + 1) is not closed")
      }
      return node
    default:
      position += 1
      return .tag(number(of: token))
    }
  }

  /// By bytes: String's == takes two spellings of an accent for equal.
  private mutating func number(of tagId: String) -> Int {
    if let known = tagIds.firstIndex(where: { $0.utf8.elementsEqual(tagId.utf8) }) { return known }
    tagIds.append(tagId)
    return tagIds.count - 1
  }

  private mutating func take(_ word: String) -> Bool {
    guard position < tokens.count, tokens[position] == word else { return false }
    position += 1
    return true
  }

  private func fault(_ what: String) -> TagExpression.Fault {
    .malformed("item \(position + 1) \(what)")
  }
}
