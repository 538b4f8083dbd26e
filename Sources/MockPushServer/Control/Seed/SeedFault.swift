/// Why a seed is not taken: one sentence that names the place, such as `apps[0].tokens[41233].country`, and says how to mend it.
struct SeedFault: Error, Equatable {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  /// - Parameter path: where the row stands whose field the vendor's call would refuse.
  init(_ error: APIError, at path: String) {
    let end = error.hint.hasSuffix("?") || error.hint.hasSuffix(".") ? "" : "."
    guard let (name, value) = error.fields.first else {
      sentence = "\(path): \(error.hint)\(end)"
      return
    }
    let shown = value == "null" ? "is missing" : ShownValue.phrase(value)
    sentence = "\(path).\(name) \(shown): \(error.hint)\(end)"
  }

  static func unknownKey(_ key: String, known: [String], _ path: String) -> SeedFault { SeedFault(NearestName.unknownKey(key, among: known, path)) }

  /// Refuses keys of a row that `known` has not.
  static func check(_ row: JSONObject, known: [String], _ path: String) throws(SeedFault) {
    for (key, _) in row.members where !known.contains(where: { $0.hasSameBytes(as: key) }) { throw unknownKey(key, known: known, path) }
  }

  init(_ error: JSONError, in text: UnsafeBufferPointer<UInt8>) {
    let before = text[..<min(error.offset, text.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    self.init("It is no JSON: \(text.isEmpty ? "it is empty" : error.reason), line \(line), column \(before.count - lineStart + 1).")
  }
}
