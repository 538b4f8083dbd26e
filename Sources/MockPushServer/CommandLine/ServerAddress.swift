/// Where a command of ours finds the server, and what it shows there.
struct ServerAddress {
  var address: HealthAddress
  /// Sent as a bearer token; nil when none was given.
  var adminToken: String?

  static let adminVariable = "MOCK_PUSH_ADMIN_TOKEN"

  /// What the command line gave; else what `serve` would use with the same environment. At a named address, only the variable counts beside it.
  init(_ named: HealthAddress?, adminToken given: String?, _ resolver: ServeResolver, of command: String) throws(UsageError) {
    guard let named else {
      let serve = try resolver.draft(given: OptionScanner.Given())
      address = try HealthAddress(serve, of: command)
      adminToken = given ?? serve.adminToken
      return
    }
    (address, adminToken) = (named, given)
    guard given == nil, let text = resolver.environment[Self.adminVariable], !text.isEmpty else { return }
    do throws(ValueFault) { adminToken = try OptionText.adminToken(text) } catch { throw UsageError("`\(Self.adminVariable)` is not usable: \(error.rule).") }
  }
}
