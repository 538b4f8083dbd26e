/// Which tokens the Korean ad rules cover (contract 16.1, R65).
enum KoreanLanguage {
  /// Whether a language, in any case and with `_` as `-`, is `ko` or `kor`, or contains `ko-`. `kok` is not Korean.
  static func covers(_ language: String) -> Bool {
    var text: [UInt8] = []
    text.reserveCapacity(16)
    for byte in language.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): text.append(byte | 0x20)
      case UInt8(ascii: "_"): text.append(UInt8(ascii: "-"))
      default: text.append(byte)
      }
    }
    if text.elementsEqual("ko".utf8) || text.elementsEqual("kor".utf8) { return true }
    return text.indices.dropLast(2).contains { text[$0..<$0 + 3].elementsEqual("ko-".utf8) }
  }
}
