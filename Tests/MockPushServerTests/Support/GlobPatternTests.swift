import Testing

@testable import MockPushServer

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false), ("a", "ab", false), ("*", "", true), ("*", "anything/at all", true),
    ("**", "", true), ("a*", "a", true), ("a*", "ab", true), ("a*", "ba", false), ("*a", "ba", true), ("*a", "ab", false),
    ("a*a", "a", false), ("a*a", "aa", true), ("ab*ba", "aba", false), ("a*b*c", "abc", true), ("a*b*c", "a--b--c", true), ("a*b*c", "acb", false),
    ("*ab*ab*", "ab", false), ("*ab*ab*", "abab", true), ("*aab*", "aaab", true), ("*abab*c", "abacababc", true), ("*b", "abab", true),
    ("/push/*/appkeys/*/tokens", "/push/v2.4/appkeys/APP/tokens", true), ("/push/*/appkeys/*/tokens", "/push/v2.4/appkeys/APP/tokens/t", false),
    ("/push/v2.4/*", "/push/v2.4/appkeys/APP/uids/u/tag-ids", true), ("?", "a", false), ("a.c", "abc", false), ("é*", "e\u{301}x", false),
    ("*한*", "두한셋", true), ("***a***", "bab", true),
  ]) func aStarStandsForAnything(pattern: String, text: String, isMatch: Bool) {
    #expect(GlobPattern(pattern).matches(text) == isMatch)
  }

  /// Any pattern and text of two letters agree with the definition: a star takes nothing, or one more character.
  @Test func shortPatternsMatchAsDefined() {
    func texts(_ letters: [Character], _ length: Int) -> [String] {
      (0..<length).reduce([""]) { shorter, _ in shorter.flatMap { text in letters.map { text + String($0) } } }
    }
    func defined(_ pattern: Substring, _ text: Substring) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" { return defined(pattern.dropFirst(), text) || !text.isEmpty && defined(pattern, text.dropFirst()) }
      return text.first == first && defined(pattern.dropFirst(), text.dropFirst())
    }
    for pattern in (0...5).flatMap({ texts(["a", "b", "*"], $0) }) {
      let glob = GlobPattern(pattern)
      for text in (0...5).flatMap({ texts(["a", "b"], $0) }) {
        #expect(glob.matches(text) == defined(pattern[...], text[...]), "\(pattern) against \(text)")
      }
    }
  }

  /// Each of these takes hours when a star that failed is tried again elsewhere, or a piece is compared anew at every place.
  @Test(.timeLimit(.minutes(1)), arguments: [
    (String(repeating: "*a", count: 50_000) + "*b", 100_000), (String(repeating: "*a", count: 50_000), 100_000),
    ("*" + String(repeating: "a", count: 100_000) + "b*", 200_000), ("*" + String(repeating: "a", count: 100_000) + "*b", 200_000),
  ]) func theWorstPatternsTakeLinearTime(pattern: String, length: Int) {
    let text = String(repeating: "a", count: length)
    #expect(GlobPattern(pattern).matches(text) == !pattern.contains("b"))
    #expect(GlobPattern(pattern).matches(text + "b") != pattern.hasSuffix("a"))
  }
}
