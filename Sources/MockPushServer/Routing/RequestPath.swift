/// A path cut into segments as the vendor reads it (contract 2.1, F1): split on `/` first, then percent-decoded; repeated and trailing `/` are
/// ignored; `+` stays `+`.
struct RequestPath: Sendable {
  /// Decoded, without empty ones.
  let segments: [String]

  init(_ path: Substring) {
    let found = path.utf8.withContiguousStorageIfAvailable { Self.split($0) }
    segments = found ?? path.utf8.split(separator: UInt8(ascii: "/")).map { PercentText.decode($0, plusIsBlank: false) }
  }

  /// Every request passes here, so the segments are cut from the bytes.
  private static func split(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    var segments: [String] = []
    segments.reserveCapacity(8)
    var start = 0
    var isEscaped = false
    for end in 0...bytes.count {
      if end < bytes.count, bytes[end] != UInt8(ascii: "/") {
        if bytes[end] == UInt8(ascii: "%") { isEscaped = true }
        continue
      }
      if end > start {
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        segments.append(isEscaped ? PercentText.decode(text[...].utf8, plusIsBlank: false) : text)
      }
      start = end + 1
      isEscaped = false
    }
    return segments
  }
}

/// Percent-decoding: a `%` without two hex digits stays as it is, bytes that are not UTF-8 become U+FFFD (F1).
enum PercentText {
  static func decode(_ text: Substring.UTF8View, plusIsBlank: Bool) -> String {
    guard text.contains(where: { $0 == UInt8(ascii: "%") || plusIsBlank && $0 == UInt8(ascii: "+") }) else { return String(Substring(text)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hex), let low = rest.dropFirst().first.flatMap(hex) {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
