/// Which tokens the Korean ad rules cover (contract 16.1, R65).
enum KoreanLanguage {
  /// Whether a language, in any case and with `_` as `-`, is `ko` or `kor`, or contains `ko-`. `kok` is not Korean.
  static func covers(_ language: String) -> Bool {
    let (k, o, r, hyphen) = (UInt8(ascii: "k"), UInt8(ascii: "o"), UInt8(ascii: "r"), UInt8(ascii: "-"))
    var last: (UInt8, UInt8, UInt8) = (0, 0, 0)
    var count = 0
    for byte in language.utf8 {
      last = (last.1, last.2, folded(byte))
      count += 1
      if last == (k, o, hyphen) { return true }
    }
    return count == 2 && last == (0, k, o) || count == 3 && last == (k, o, r)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "_"): UInt8(ascii: "-")
    default: byte
    }
  }
}
