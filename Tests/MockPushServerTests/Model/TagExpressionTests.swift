import PushStore
import Testing

@Suite struct TagExpressionTests {
  /// Uids 0 to 15: a uid has tag A when bit 0 is set, B bit 1, C bit 2, D bit 3.
  private static let names = ["A", "B", "C", "D"]

  @Test(arguments: [
    (["A"], "A"), (["A", "AND", "B"], "A&B"), (["A", "OR", "B"], "A|B"), (["A", "AND", "B", "OR", "C"], "(A&B)|C"),
    (["A", "OR", "B", "AND", "C"], "A|(B&C)"), (["(", "A", "OR", "B", ")", "AND", "C"], "(A|B)&C"),
    (["C", "AND", "(", "A", "OR", "B", ")"], "(A|B)&C"), (["(", "A", "AND", "B", ")", "OR", "C"], "(A&B)|C"),
    (["(,A,AND,B,),OR,C"], "(A&B)|C"), (["( ,A", " AND,\tB", ")", "", " ,OR", "C "], "(A&B)|C"), (["(", "A", ")"], "A"),
    (["A", "OR", "B", "AND", "C", "OR", "D"], "A|(B&C)|D"), (["A", "AND", "B", "AND", "C", "AND", "D"], "A&B&C&D"),
    (["A", "AND", "(", "B", "OR", "C", "OR", "D", ")"], "A&(B|C|D)"), (["A", "OR", "A"], "A"), (["A", "AND", "X"], ""),
    (["A", "OR", "X"], "A"),
  ] as [([String], String)])
  func valuesAreSetsOfUids(items: [String], meaning: String) throws {
    let expected = Set((0..<16).filter { uid in Self.holds(meaning, uid) }.map(Int64.init))
    let expression = try TagExpression(items)
    let value = expression.evaluate { tag in
      guard let bit = Self.names.firstIndex(of: tag) else { return [] }
      return Set((0..<16).filter { $0 >> bit & 1 == 1 }.map(Int64.init))
    }
    #expect(value == expected)
    let matching = (0..<16).filter { uid in
      expression.matches { index in Self.names.firstIndex(of: expression.tagIds[index]).map { uid >> $0 & 1 == 1 } ?? false }
    }
    #expect(Set(matching.map(Int64.init)) == expected)
  }

  /// The meanings of the table above, evaluated by hand-written Swift.
  private static func holds(_ meaning: String, _ uid: Int) -> Bool {
    let (a, b, c, d) = (uid & 1 != 0, uid & 2 != 0, uid & 4 != 0, uid & 8 != 0)
    switch meaning {
    case "A": return a
    case "A&B": return a && b
    case "A|B": return a || b
    case "(A&B)|C": return a && b || c
    case "A|(B&C)": return a || b && c
    case "(A|B)&C": return (a || b) && c
    case "A|(B&C)|D": return a || b && c || d
    case "A&B&C&D": return a && b && c && d
    case "A&(B|C|D)": return a && (b || c || d)
    case "": return false
    default:
      Issue.record("no meaning for \(meaning)")
      return false
    }
  }

  @Test func tagIdsAreNamedOnceInOrderOfMention() throws {
    #expect(try TagExpression(["b", "OR", "a", "AND", "b", "OR", "and"]).tagIds == ["b", "a", "and"])
    #expect(try TagExpression(["\u{e9}", "OR", "e\u{301}"]).tagIds.count == 2)
  }

  @Test(arguments: [[""], [","], [" , ,", "", "\n"], []])
  func nothingLeftIsEmpty(items: [String]) {
    #expect(throws: TagExpression.Fault.empty) { try TagExpression(items) }
  }

  @Test(arguments: [
    (["a,AND,b,AND,c,AND,d,AND,e"], 4), (["OR,OR,OR,OR"], 4), (["(", "(", ")", ")", "OR,OR,AND,AND,OR"], 5),
  ])
  func limitOfOperatorsComesBeforeTheShape(items: [String], count: Int) {
    #expect(throws: TagExpression.Fault.tooManyOperators(count)) { try TagExpression(items) }
  }

  @Test(arguments: ["(,a,),AND,(,b,)", "(,(,a,),)", "(,(,),)", "),),(,("])
  func secondPairComesBeforeTheShape(item: String) {
    #expect(throws: TagExpression.Fault.secondParentheses) { try TagExpression([item]) }
  }

  @Test(arguments: [
    ("a,b", "item 2 needs AND or OR before it"), ("a,(,b,)", "item 2 needs AND or OR before it"),
    ("(,a,),b", "item 4 needs AND or OR before it"), ("(,a,b,)", "item 3 needs AND or OR before it"),
    ("AND", "item 1 is AND where a tag ID is needed"), ("OR,a", "item 1 is OR where a tag ID is needed"),
    ("a,AND,OR,b", "item 3 is OR where a tag ID is needed"), ("a,AND", "a tag ID is missing at the end"),
    ("(", "a tag ID is missing at the end"), ("(,)", "item 2 is ) where a tag ID is needed"), (")", "item 1 is ) where a tag ID is needed"),
    ("a,)", "item 2 closes a parenthesis that was not opened"), ("(,a", "the parenthesis opened by item 1 is not closed"),
    ("a,OR,(,b,AND,c", "the parenthesis opened by item 3 is not closed"), ("(,(,a,)", "item 2 opens a second parenthesis"),
    ("(,a,),)", "item 4 closes a parenthesis that was not opened"), ("(,a,AND,)", "item 4 is ) where a tag ID is needed"),
    ("a,AND,(,b,OR,(,c,)", "item 6 opens a second parenthesis"),
  ])
  func malformedExpressionsSayWhere(item: String, reason: String) {
    #expect(throws: TagExpression.Fault.malformed(reason)) { try TagExpression([item]) }
  }

  @Test(arguments: ["and", "(A", "A AND B", "Or", "\u{ff08}"])
  func otherTextsAreTagIds(item: String) throws {
    #expect(try TagExpression([item]).tagIds == [item])
  }
}
