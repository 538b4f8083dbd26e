/// Which registrations are looked for; nil is any.
public struct RegistrationFilter: Sendable {
  /// How the token's text or the uid begins.
  public var prefix: String?
  public var uid: UidNumber?
  /// Of the uid.
  public var tag: TagNumber?
  public var pushType: PushType?
  public var notification: Bool?
  public var ad: Bool?
  public var nightAd: Bool?
  /// In whatever case.
  public var country: String?
  /// In whatever case; `ko` means `ko-KR` as well.
  public var language: String?

  public init() {}

  /// Whether it asks for every registration, or for all of one push type: then how many there are is kept.
  public var isCounted: Bool {
    prefix == nil && uid == nil && tag == nil && notification == nil && ad == nil && nightAd == nil && country == nil && language == nil
  }
}

/// Behind which registration a search goes on. As a text it is opaque to clients.
public enum RegistrationCursor: Equatable, Sendable {
  /// In the order of tokens, newest first.
  case token(Int64)
  /// Among the tokens of one uid after the other.
  case uid(Int64, token: Int64)
  /// In the order of the tokens' texts.
  case text(Int64)

  public init?(_ text: String) {
    let numbers = text.utf8.dropFirst().split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { Int64(Substring($0)) }
    switch (text.utf8.first, numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
    case (UInt8(ascii: "n"), 1, let token?, _): self = .token(token)
    case (UInt8(ascii: "u"), 2, let uid?, let token?): self = .uid(uid, token: token)
    case (UInt8(ascii: "t"), 1, let token?, _): self = .text(token)
    default: return nil
    }
  }

  public var text: String {
    switch self {
    case .token(let token): "n\(token)"
    case .uid(let uid, let token): "u\(uid)-\(token)"
    case .text(let token): "t\(token)"
    }
  }
}

/// What a search found.
public struct RegistrationPage: Sendable {
  public var registrations: [Registration] = []
  /// Nil at the end. With it a page may have fewer registrations than asked for, even none: the search had looked at enough.
  public var next: RegistrationCursor?
  /// About how many rows were read.
  public var scanned: Int

  public init(next: RegistrationCursor? = nil, scanned: Int = 0) {
    self.next = next
    self.scanned = scanned
  }
}
