/// Text for man pages (man(7)).
enum Roff {
  /// A paragraph's text on one line; what is between back quotes is set in bold.
  static func text(_ text: String) -> String {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false).map { escaped(String($0)) }
    return guarded(pieces.enumerated().map { $0 % 2 == 1 ? "\\fB\($1)\\fR" : $1 }.joined())
  }

  /// A line of a listing, word for word.
  static func verbatim(_ line: String) -> String { guarded(escaped(line)) }

  /// One argument of a macro.
  static func argument(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Only ASCII, so that every roff can read it; `-` as a character to copy, not a hyphen.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "`": result += "\\(ga"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// A dot at the start would be a request.
  private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }
}
