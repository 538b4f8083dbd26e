import PushStore
import Synchronization

/// The rules about simulated devices, in memory, per app.
final class DeviceBook: DeviceBehaviour {
  private let byApp = Mutex<[String: [DeviceRule]]>([:])

  func rules(appkey: String) -> [DeviceRule] { byApp.withLock { $0[appkey] ?? [] } }

  /// Replaces the app's rules.
  func set(_ rules: [DeviceRule], appkey: String) { byApp.withLock { $0[appkey] = rules.isEmpty ? nil : rules } }

  func clear() { byApp.withLock { $0 = [:] } }
}
