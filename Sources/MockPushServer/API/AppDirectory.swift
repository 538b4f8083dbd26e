import PushStore
import Synchronization

/// Which apps exist and what they accept (contract 3, 5). Settings may change while the server runs; a request works with those it began with.
///
/// ruling: a setting that was changed at run time wins over the configuration, also after a restart, key by key: what was never changed follows
/// the configuration file as it is edited. A reset goes back to the configuration.
final class AppDirectory: GuideDirectory {
  /// Configured apps by appkey, as they were at start.
  let configured: [String: AppSettings]
  /// Open mode: an unknown appkey is an empty app with the local defaults, and any well-formed credential is accepted.
  let isOpen: Bool
  private let current: Mutex<Current>

  private struct Current {
    /// Settings of configured and changed apps.
    var settings: [String: AppSettings]
    /// Members that were changed, as they are stored.
    var changes: [String: JSONObject] = [:]
    /// Apps that a seed named.
    var seeded: Set<String> = []
  }

  init(_ apps: [ConfiguredApp] = [], strict: Bool = false) {
    configured = Dictionary(apps.map { ($0.key, $0.settings) }) { _, last in last }
    isOpen = apps.isEmpty && !strict
    current = Mutex(Current(settings: configured))
  }

  /// The settings of an app.
  ///
  /// - Throws: 40102 for an appkey that is malformed, or unknown outside open mode.
  func settings(of appkey: String) throws(APIError) -> AppSettings {
    guard AppKeyRule.accepts(appkey) else {
      throw APIError(.unavailableKey, "appkey", appkey, hint: "an appkey is 1 to 64 characters of A-Z a-z 0-9 _ -")
    }
    guard isAvailable(appkey) else {
      throw APIError(
        .unavailableKey, "appkey", appkey,
        hint: "app \(appkey) is not configured: start the server with --app \(appkey), add it to apps in the config, load it by a seed, or drop --app, apps and --strict (open mode)")
    }
    return current.withLock { $0.settings[appkey] } ?? AppSettings()
  }

  /// Whether vendor requests find the app.
  func isAvailable(_ appkey: String) -> Bool { isOpen || configured[appkey] != nil || current.withLock { $0.seeded.contains(appkey) } }

  /// Makes an app known that a seed names.
  ///
  /// ruling: until the next reset or start, as the configuration is what says which apps there are; `--seed` names its apps at every start.
  func declare(_ appkey: String) { _ = current.withLock { $0.seeded.insert(appkey) } }

  /// The settings of an app that is known to exist.
  func settings(appkey: String) -> AppSettings { current.withLock { $0.settings[appkey] } ?? AppSettings() }

  /// ruling: only of apps that vendor requests find. An app that this start's configuration does not name rests, as if its guide were off.
  var adOptInGuides: [(appkey: String, guide: AdOptInGuide)] { guides(current.withLock { $0.settings }) }

  /// As `adOptInGuides`, when nothing is changed at run time.
  var configuredGuides: [(appkey: String, guide: AdOptInGuide)] { guides(configured) }

  private func guides(_ settings: [String: AppSettings]) -> [(appkey: String, guide: AdOptInGuide)] {
    settings
      .compactMap { key, settings in settings.adOptInGuide.map { (appkey: key, guide: $0) } }
      .filter { isAvailable($0.appkey) }
      .sorted { $0.appkey < $1.appkey }
  }

  /// The settings that were changed at run time, by key.
  func changes(of appkey: String) -> JSONObject { current.withLock { $0.changes[appkey] } ?? JSONObject() }

  /// What an app's settings become with `changes` laid over its configuration.
  func settings(of appkey: String, with changes: JSONObject) throws(SettingsError) -> AppSettings {
    try (configured[appkey] ?? AppSettings()).applying(.object(changes), path: "")
  }

  /// Takes over what is stored.
  func setChanges(_ changes: JSONObject, of appkey: String) throws(SettingsError) {
    let settings = try settings(of: appkey, with: changes)
    current.withLock {
      $0.settings[appkey] = settings
      $0.changes[appkey] = changes
    }
  }

  /// An app back to the configuration.
  func reset(_ appkey: String) {
    current.withLock {
      $0.settings[appkey] = configured[appkey]
      $0.changes[appkey] = nil
    }
  }

  /// Back to the configuration.
  func reset() {
    current.withLock { $0 = Current(settings: configured) }
  }
}
