/// Which apps exist and what they accept (contract 3, 5).
struct AppDirectory: Sendable {
  /// Configured apps by appkey.
  let apps: [String: AppSettings]
  /// Open mode: an unknown appkey is an empty app with the local defaults, and any well-formed credential is accepted.
  let isOpen: Bool

  init(_ apps: [ConfiguredApp] = [], strict: Bool = false) {
    self.apps = Dictionary(apps.map { ($0.key, $0.settings) }) { _, last in last }
    isOpen = apps.isEmpty && !strict
  }

  /// The settings of an app.
  ///
  /// - Throws: 40102 for an appkey that is malformed, or unknown outside open mode.
  func settings(of appkey: String) throws(APIError) -> AppSettings {
    guard Self.isWellFormed(appkey) else {
      throw APIError(.unavailableKey, "appkey", appkey, hint: "an appkey is 1 to 64 characters of A-Z a-z 0-9 _ -")
    }
    if let settings = apps[appkey] { return settings }
    guard isOpen else {
      throw APIError(
        .unavailableKey, "appkey", appkey,
        hint: "app \(appkey) is not configured: start the server with --app \(appkey), add it to apps in the config, or drop --app, apps and --strict (open mode)")
    }
    return AppSettings()
  }

  static func isWellFormed(_ appkey: String) -> Bool {
    (1...64).contains(appkey.utf8.count)
      && appkey.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) || $0 == 0x2d || $0 == 0x5f }
  }
}
