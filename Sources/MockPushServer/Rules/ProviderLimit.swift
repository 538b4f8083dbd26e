import PushStore

/// How much a provider takes, in bytes (contract 11, R93). More is refused per delivery, as another failure.
enum ProviderLimit: Equatable, Sendable {
  case within
  /// Not over it, but within its last tenth.
  case near
  case over

  /// - Parameter byteCount: by `Rendering.byteCount`. Exactly the limit is accepted.
  init(_ byteCount: Int, for pushType: PushType) {
    let limit = Self.bytes(pushType)
    self = byteCount > limit ? .over : byteCount * 10 >= limit * 9 ? .near : .within
  }

  /// 4 KB for TENCENT is a local choice.
  static func bytes(_ pushType: PushType) -> Int {
    switch pushType {
    case .apns, .apnsSandbox, .fcm, .tencent: 4_096
    case .apnsVoip, .apnsSandboxVoip: 5_120
    case .adm: 6_144
    }
  }
}
