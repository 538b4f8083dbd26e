/// Internal number of an app. Every row hangs on it, never on the appkey's text: a reset app gets a new number at once.
public struct AppNumber: Hashable, Sendable {
  public let value: Int64
  public init(_ value: Int64) { self.value = value }
}

/// Internal number of a device token's text, never reused; it outlives the registration.
public struct TokenNumber: Hashable, Sendable {
  public let value: Int64
  public init(_ value: Int64) { self.value = value }
}

/// Internal number of a uid's text, never reused; it outlives the UID record.
public struct UidNumber: Hashable, Sendable {
  public let value: Int64
  public init(_ value: Int64) { self.value = value }
}

/// Internal number of a tag.
public struct TagNumber: Hashable, Sendable {
  public let value: Int64
  public init(_ value: Int64) { self.value = value }
}
