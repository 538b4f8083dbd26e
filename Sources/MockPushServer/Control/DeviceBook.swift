import PushStore
import Synchronization

/// The rules about simulated devices, in memory, per app. Where several are about a delivery, the last one counts.
final class DeviceBook: DeviceBehaviour {
  private let byApp: Mutex<[String: [DeviceRule]]>
  /// As the configuration has them.
  private let configured: [String: [DeviceRule]]

  init(configured: [String: [DeviceRule]] = [:]) {
    self.configured = configured.filter { !$0.value.isEmpty }
    byApp = Mutex(self.configured)
  }

  func rules(appkey: String) -> [DeviceRule] { byApp.withLock { $0[appkey] ?? [] } }

  /// Replaces the app's rules.
  func set(_ rules: [DeviceRule], appkey: String) { byApp.withLock { $0[appkey] = rules.isEmpty ? nil : rules } }

  /// Adds a rule behind the others, in place of one about the same devices.
  func add(_ rule: DeviceRule, appkey: String) {
    byApp.withLock { book in
      book[appkey, default: []].removeAll { $0.isAboutSame(as: rule) }
      book[appkey, default: []].append(rule)
    }
  }

  /// - Parameters: texts as the rules have them; nil for any. With both nil all rules go.
  func remove(token: String?, uid: String?, appkey: String) {
    func isNamed(_ text: String?, _ pattern: GlobPattern?) -> Bool { text.map { pattern?.text.hasSameBytes(as: $0) ?? false } ?? true }
    byApp.withLock { book in
      let kept = book[appkey]?.filter { !(isNamed(token, $0.token) && isNamed(uid, $0.uid)) } ?? []
      book[appkey] = kept.isEmpty ? nil : kept
    }
  }

  /// Back to the configuration.
  func reset() { byApp.withLock { $0 = configured } }

  /// As `reset`, of one app.
  func reset(appkey: String) { set(configured[appkey] ?? [], appkey: appkey) }
}
