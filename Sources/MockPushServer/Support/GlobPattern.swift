/// A text in which `*` stands for any characters, none and `/` included; everything else stands for itself, byte for byte. Without a `*` it
/// matches only the same text.
///
/// Time is linear in the text, whatever the pattern: the pieces between stars are looked for from left to right, each where the one before it
/// ended, and the leftmost place is always a right one.
struct GlobPattern: Sendable, Equatable {
  /// As it was written.
  let text: String
  /// What the match begins and ends with; nil where the pattern has no star.
  private let ends: (first: [UInt8], last: [UInt8])?
  private let middles: [Piece]

  init(_ text: String) {
    self.text = text
    let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map { Array($0) }
    ends = parts.count > 1 ? (parts.first!, parts.last!) : nil
    middles = parts.dropFirst().dropLast().filter { !$0.isEmpty }.map(Piece.init)
  }

  func matches(_ subject: some StringProtocol) -> Bool {
    guard let ends else { return subject.utf8.elementsEqual(text.utf8) }
    var subject = String(subject)
    return subject.withUTF8 { bytes in
      guard bytes.count >= ends.first.count + ends.last.count, bytes.starts(with: ends.first),
        bytes.suffix(ends.last.count).elementsEqual(ends.last)
      else { return false }
      var rest = bytes[ends.first.count..<bytes.count - ends.last.count]
      for piece in middles {
        guard let end = piece.end(in: rest) else { return false }
        rest = rest[end...]
      }
      return true
    }
  }

  static func == (a: GlobPattern, b: GlobPattern) -> Bool { a.text.hasSameBytes(as: b.text) }

  /// A text to find, by the algorithm of Knuth, Morris and Pratt: a plain search would take time of text × piece at worst.
  private struct Piece: Sendable {
    private let bytes: [UInt8]
    /// Of each beginning of the piece, how long its longest proper ending is that the piece begins with.
    private let borders: [Int]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var borders = [0]
      for index in 1..<max(bytes.count, 1) {
        var length = borders[index - 1]
        while length > 0, bytes[index] != bytes[length] { length = borders[length - 1] }
        borders.append(bytes[index] == bytes[length] ? length + 1 : 0)
      }
      self.borders = borders
    }

    /// The index behind the first place where the piece is.
    func end(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
      var matched = 0
      for index in text.indices {
        while matched > 0, text[index] != bytes[matched] { matched = borders[matched - 1] }
        if text[index] == bytes[matched] { matched += 1 }
        if matched == bytes.count { return index + 1 }
      }
      return nil
    }
  }
}
