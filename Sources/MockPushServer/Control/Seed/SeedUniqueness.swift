import PushStore

/// What token rows of one app may not share, because a registration would then replace or remove another, and fewer would be there than rows.
struct SeedUniqueness {
  private struct TokenKey: Hashable {
    let type: PushType
    let text: JSONKey
  }

  private struct DeviceKey: Hashable {
    let device: JSONKey
    let type: PushType
    let tenant: JSONKey?
  }

  struct UserKey: Hashable {
    let uid: JSONKey
    let isVoip: Bool
  }

  private var tokens: [TokenKey: Int32] = [:]
  private var devices: [DeviceKey: Int32] = [:]
  private var users: [UserKey: Int32] = [:]
  /// The app's type keeps one token per uid and class (contract 9.3).
  let isSingle: Bool
  let path: String

  /// - Parameter path: of the app.
  init(isSingle: Bool, path: String) {
    self.isSingle = isSingle
    self.path = path
  }

  var isEmpty: Bool { tokens.isEmpty }

  mutating func add(_ row: RegistrationRequest, number: Int) throws(SeedFault) {
    if let conflict = conflict(row) { throw SeedFault("\(path).tokens[\(number)]\(conflict)") }
    let number = Int32(clamping: number)
    tokens[TokenKey(type: row.pushType, text: JSONKey(text: row.token))] = number
    if let key = Self.device(row) { devices[key] = number }
    if isSingle { users[Self.user(row)] = number }
  }

  /// The rest of a sentence; nil where the row goes well with those that were added.
  func conflict(_ row: RegistrationRequest) -> String? {
    if let other = tokens[TokenKey(type: row.pushType, text: JSONKey(text: row.token))] {
      return " has the token of tokens[\(other)]: a token is registered once per push type."
    }
    if let key = Self.device(row), let other = devices[key] {
      return " has the deviceId and push type of tokens[\(other)]: a device has one token of a push type (and tenant), the later one would replace the other."
    }
    if isSingle, let other = users[Self.user(row)] {
      return " has the uid of tokens[\(other)], and the app's appType is SINGLE: it keeps one token per user\(row.pushType.isVoip ? " for VoIP" : "")."
    }
    return nil
  }

  private static func user(_ row: RegistrationRequest) -> UserKey { UserKey(uid: JSONKey(text: row.uid), isVoip: row.pushType.isVoip) }

  private static func device(_ row: RegistrationRequest) -> DeviceKey? {
    row.deviceId.map { DeviceKey(device: JSONKey(text: $0), type: row.pushType, tenant: tenant(row.token).map { JSONKey(text: String($0)) }) }
  }

  private static func tenant(_ token: String) -> Substring? {
    // Most tokens have none, and looking for one walks through the text.
    token.utf8.contains(UInt8(ascii: "#")) ? TenantToken(token).tenant : nil
  }
}
