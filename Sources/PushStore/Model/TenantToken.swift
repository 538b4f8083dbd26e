/// A device token's text, split at the last `#tenant=` (contract 9.2). Both parts must be non-empty, else the whole text is the base (F11).
public struct TenantToken: Equatable, Sendable {
  public let base: Substring
  /// Nil for an ordinary token.
  public let tenant: Substring?

  public init(_ text: String) {
    let marker: [UInt8] = Array("#tenant=".utf8)
    let bytes = text.utf8
    var end = bytes.endIndex
    while let start = bytes.index(end, offsetBy: -marker.count, limitedBy: bytes.startIndex) {
      if bytes[start] == marker[0], bytes[start..<end].elementsEqual(marker) {
        guard start > bytes.startIndex, end < bytes.endIndex else { break }
        base = text[..<start]
        tenant = text[end...]
        return
      }
      end = bytes.index(before: end)
    }
    base = text[...]
    tenant = nil
  }
}
