import PushStore

/// The date of consent in an ad opt-in guide message (contract 16.4, R66).
enum ConsentDateText {
  static let placeholder = "###AD_AGREEMENT_DATE_TIME###"
  /// Bytes of `text`.
  static let length = 19

  /// `YYYY-MM-DD hh:mm:ss` in Asia/Seoul.
  static func text(_ moment: Timestamp) -> String {
    let time = CivilTime(moment, offsetSeconds: 32_400)
    let parts = [time.month, time.day, time.hour, time.minute, time.second].map { ($0 < 10 ? "0" : "") + String($0) }
    let year = String(repeating: "0", count: max(0, 4 - String(time.year).utf8.count)) + String(time.year)
    return "\(year)-\(parts[0])-\(parts[1]) \(parts[2]):\(parts[3]):\(parts[4])"
  }

  static func count(in text: String) -> Int { pieces(text).count - 1 }

  static func replaced(in text: String, by date: String) -> String {
    pieces(text).joined(separator: date)
  }

  private static func pieces(_ text: String) -> [String] {
    let wanted = Array(placeholder.utf8)
    var pieces: [String] = []
    var rest = Substring(text).utf8
    while let start = rest.indices.first(where: { rest[$0] == wanted[0] && rest[$0...].starts(with: wanted) }) {
      pieces.append(String(Substring(rest[..<start])))
      rest = rest[start...].dropFirst(wanted.count)
    }
    return pieces + [String(Substring(rest))]
  }
}
