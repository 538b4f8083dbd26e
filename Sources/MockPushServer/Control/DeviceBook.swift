import PushStore
import Synchronization

/// The rules about simulated devices, in memory, per app. Where several are about a delivery, the last one counts.
final class DeviceBook: DeviceBehaviour {
  private let byApp = Mutex<[String: [DeviceRule]]>([:])

  func rules(appkey: String) -> [DeviceRule] { byApp.withLock { $0[appkey] ?? [] } }

  /// Replaces the app's rules.
  func set(_ rules: [DeviceRule], appkey: String) { byApp.withLock { $0[appkey] = rules.isEmpty ? nil : rules } }

  /// Adds a rule behind the others, in place of one about the same token and push type.
  func add(_ rule: DeviceRule, appkey: String) {
    byApp.withLock { book in
      book[appkey, default: []].removeAll { $0.token.hasSameBytes(as: rule.token) && $0.pushType == rule.pushType }
      book[appkey, default: []].append(rule)
    }
  }

  /// - Parameter token: nil for all rules.
  func remove(token: String?, appkey: String) {
    byApp.withLock { book in
      let kept = token.flatMap { token in book[appkey]?.filter { !$0.token.hasSameBytes(as: token) } } ?? []
      book[appkey] = kept.isEmpty ? nil : kept
    }
  }

  func clear() { byApp.withLock { $0 = [:] } }
}
