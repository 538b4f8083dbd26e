/// What an appkey looks like (issue 3: "Apps and settings").
enum AppKeyRule {
  static let sentence = "an appkey is 1 to 64 letters, digits, `-` or `_`"

  static func accepts(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { CredentialRule.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}

/// The formats of contract 3: letters and digits, exactly so many.
/// ruling: configured credentials must have them too, because a request with any other text is refused before it is compared.
struct CredentialRule: Sendable {
  static let secretKey = CredentialRule(name: "a secret key", length: 8)
  static let accessKeyId = CredentialRule(name: "an access key ID", length: 20)
  static let accessKeySecret = CredentialRule(name: "a secret access key", length: 16)

  let name: String
  let length: Int

  var phrase: String { "exactly \(length) letters or digits" }

  func accepts(_ text: String) -> Bool {
    text.utf8.count == length && text.utf8.allSatisfy(Self.isAlphanumeric)
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
