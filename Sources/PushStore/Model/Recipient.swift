/// A registration as the delivery engine looks at it: numbers only, so that a million of them cost little.
public struct Recipient: Sendable {
  public var token: TokenNumber
  public var pushType: PushType
  public var uid: UidNumber
  /// Its number in the counting log: those above a message's `lastRegistration` are no targets of it.
  public var number: Int64
  public var agreement: Agreement
  /// Places in the page's `texts`.
  public var country: Int
  public var language: Int
  /// As these; 0 where zones were not asked for.
  public var zone: Int
  public var activatedAt: Timestamp
}

/// The countries, languages and zones that were met, each once. They are few; registrations are many.
public struct SharedTexts: Sendable {
  public private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]
  /// Texts of up to seven bytes by their bytes and length, which avoids making a string per row.
  private var short: [UInt64: Int] = [:]

  public init() {}

  public subscript(_ number: Int) -> String { texts[number] }

  mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard bytes.count < 8 else { return number(String(decoding: bytes, as: UTF8.self)) }
    var key = UInt64(bytes.count) << 56
    for byte in bytes { key = key & 0xff00_0000_0000_0000 | (key << 8 & 0x00ff_ffff_ffff_ffff) | UInt64(byte) }
    if let known = short[key] { return known }
    let made = number(String(decoding: bytes, as: UTF8.self))
    short[key] = made
    return made
  }

  private mutating func number(_ text: String) -> Int {
    if let known = numbers[text] { return known }
    texts.append(text)
    numbers[text] = texts.count - 1
    return texts.count - 1
  }
}
