import PushStore

/// Whose payload format a push type has; both environments and VoIP share the one of APNs.
enum Provider: CaseIterable, Sendable {
  case apns, fcm, tencent, adm
}

extension PushType {
  var provider: Provider {
    switch self {
    case .apns, .apnsSandbox, .apnsVoip, .apnsSandboxVoip: .apns
    case .fcm: .fcm
    case .tencent: .tencent
    case .adm: .adm
    }
  }
}
