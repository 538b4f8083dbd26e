/// Finds the name that a mistyped one was meant to be.
enum NearestName {
  /// The closest of `names`, or nil when none is close. Case, `-` and `_` do not count, so `http_port` finds `http-port`.
  /// A name that holds the whole typed one is as close as one edit, so `port` finds `http-port` and not `host`.
  /// - Parameter share: what part of the typed name may differ, rounded up: 3 for a third.
  static func of(_ typed: String, among names: [String], share: Int = 3) -> String? {
    guard typed.utf8.count <= 100 else { return nil }
    let wanted = folded(typed)
    let limit = (wanted.count + share - 1) / share
    var best: (name: String, distance: Int)?
    for name in names {
      let name = (text: name, letters: folded(name))
      let isPart = wanted.count >= 3 && name.letters.count > wanted.count && name.letters.contains(wanted)
      let distance = isPart ? 1 : distance(wanted, name.letters)
      if distance <= limit, distance < best?.distance ?? Int.max { best = (name.text, distance) }
    }
    return best?.name
  }

  /// ` Did you mean `x`?`, or nothing.
  static func question(_ typed: String, among names: [String]) -> String {
    of(typed, among: names).map { " Did you mean `\($0)`?" } ?? ""
  }

  /// A whole sentence about a key that `known` has not.
  ///
  /// - Parameter place: whose key it is, the start of the sentence.
  static func unknownKey(_ key: String, among known: [String], _ place: String) -> String {
    let list = known.isEmpty ? "it has none here" : "known are \(known.joined(separator: ", "))"
    return "\(place) has the unknown key `\(ShownValue.oneLine(key))`; \(list).\(question(key, among: known))"
  }

  private static func folded(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
