/// The bearer token of `--admin-token`, which the control API then asks for.
struct AdminToken: Sendable {
  private let expected: [UInt8]

  init(_ text: String) { expected = Array("Bearer \(text)".utf8) }

  func check(_ request: Request) throws(ControlError) {
    let given = request.headers["Authorization"]
    if let given, matches(given) { return }
    let found = given == nil ? "The control API of this server asks for its admin token" : "The admin token is not the one of this server"
    throw ControlError(
      status: 401, sentence: "\(found): send the header Authorization: Bearer TOKEN with the TOKEN of --admin-token.",
      headers: [("WWW-Authenticate", "Bearer realm=\"mock-push-server\"")])
  }

  /// Takes as long for a wrong token as for the right one: how much of it is right cannot be measured.
  private func matches(_ given: String) -> Bool {
    var fields = Array(given.utf8)
    // RFC 9110, section 11.1: the name of the scheme is case-insensitive.
    for index in fields.indices.prefix(6) where index > 0 { fields[index] |= 0x20 }
    if let first = fields.first { fields[0] = first & 0xdf }
    var difference = UInt8(truncatingIfNeeded: fields.count ^ expected.count) | UInt8(truncatingIfNeeded: (fields.count ^ expected.count) >> 8)
    for index in expected.indices { difference |= expected[index] ^ (index < fields.count ? fields[index] : 0) }
    return difference == 0
  }
}
