/// Picks the content map for a token's language (contract 12, R53).
struct LanguageChoice: Sendable {
  /// The key that serves every language without a better match.
  static let fallback = "default"

  /// Content codes, best ties first: normalized code, then code as sent (F15).
  private let codes: [LanguageCode]

  /// - Parameter keys: those of `content`; `default` may be among them.
  init(_ keys: some Sequence<String>) {
    codes = keys.filter { $0 != Self.fallback }.map { LanguageCode($0) }.sorted {
      $0.normalized == $1.normalized ? $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
        : $0.normalized.lexicographicallyPrecedes($1.normalized)
    }
  }

  /// - Returns: the content key as sent, or `default`.
  func key(for language: String) -> String {
    if codes.isEmpty { return Self.fallback }
    let token = LanguageCode(language)
    var best: (code: LanguageCode, rank: Rank)?
    for code in codes {
      guard let rank = Rank(code, for: token) else { continue }
      if best.map({ rank < $0.rank }) ?? true { best = (code, rank) }
    }
    return best?.code.text ?? Self.fallback
  }

  /// Step of contract 12, then what decides within it; the lower the better.
  private struct Rank: Comparable {
    let step: Int
    let within: [Int]

    init?(_ code: LanguageCode, for token: LanguageCode) {
      let shared = zip(code.subtags, token.subtags).prefix { $0 == $1 }.count
      let length = code.normalized.count
      switch (shared == code.subtags.count, shared == token.subtags.count) {
      case (true, true): (step, within) = (1, [])
      case (true, false): (step, within) = (2, [-length])
      case (false, true): (step, within) = (3, [length])
      case (false, false):
        guard shared > 0 else { return nil }
        (step, within) = (4, [-shared, length])
      }
    }

    static func < (a: Rank, b: Rank) -> Bool {
      a.step == b.step ? a.within.lexicographicallyPrecedes(b.within) : a.step < b.step
    }
  }
}

/// A language code made comparable: lower case, `-` between subtags, two-letter names for the commonest three-letter ones.
private struct LanguageCode {
  let text: String
  /// Code points of the normalized code.
  let normalized: [Unicode.Scalar]
  let subtags: [ArraySlice<Unicode.Scalar>]

  private static let twoLetter: [String: String] = [
    "kor": "ko", "jpn": "ja", "eng": "en", "zho": "zh", "chi": "zh", "fra": "fr", "fre": "fr", "deu": "de", "ger": "de", "spa": "es",
  ]

  init(_ text: String) {
    self.text = text
    let folded = text.lowercased().unicodeScalars.map { $0 == "_" ? "-" : $0 }
    let first = String(String.UnicodeScalarView(folded.prefix { $0 != "-" }))
    if let short = Self.twoLetter[first] {
      normalized = Array(short.unicodeScalars) + folded.dropFirst(3)
    } else {
      normalized = folded
    }
    subtags = normalized.split(separator: "-", omittingEmptySubsequences: false)
  }
}
