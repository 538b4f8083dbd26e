/// Characters that the vendor forbids, with the ranges of contract 7.1 (R27).
enum CharacterRules {
  static func containsHangul(_ text: String) -> Bool {
    guard !text.isASCII else { return false }
    return text.unicodeScalars.contains {
      switch $0.value {
      case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
      default: false
      }
    }
  }

  static func containsEmoji(_ text: String) -> Bool {
    guard !text.isASCII else { return false }
    return text.unicodeScalars.contains {
      switch $0.value {
      case 0x10000..., 0x2600...0x27BF, 0x200D, 0x20E3, 0xFE0F: true
      default: false
      }
    }
  }

  /// Any Unicode white space (R82).
  static func containsWhiteSpace(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isWhitespace }
  }
}
