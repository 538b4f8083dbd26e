/// Which provider and environment a device token belongs to. Raw values are stored; their order is that of the names by code point.
public enum PushType: Int, CaseIterable, Sendable {
  case adm = 1
  case apns = 2
  case apnsSandbox = 3
  case apnsSandboxVoip = 4
  case apnsVoip = 5
  case fcm = 6
  case tencent = 7

  /// Canonical name, as v2.3 and later spell it (contract 1).
  public var name: String {
    switch self {
    case .adm: "ADM"
    case .apns: "APNS"
    case .apnsSandbox: "APNS_SANDBOX"
    case .apnsSandboxVoip: "APNS_SANDBOXVOIP"
    case .apnsVoip: "APNS_VOIP"
    case .fcm: "FCM"
    case .tencent: "TENCENT"
    }
  }

  public init?(name: String) {
    guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }

  /// VoIP tokens are a class of their own: no consent, never a default target (contract 1).
  public var isVoip: Bool { self == .apnsVoip || self == .apnsSandboxVoip }
}
