/// Consent of one registration (contract 8.1).
public struct Agreement: Hashable, Sendable {
  /// Consent to any push.
  public var notification: Bool
  /// Consent to advertising.
  public var ad: Bool
  /// Consent to advertising at night.
  public var nightAd: Bool

  public init(notification: Bool, ad: Bool, nightAd: Bool) {
    self.notification = notification
    self.ad = ad
    self.nightAd = nightAd
  }

  /// The state that the three flags make together. Raw values are stored.
  public enum State: Int, CaseIterable, Sendable {
    case off = 0
    case adOff = 1
    case nightAdOff = 2
    case on = 3

    /// Name in statistics (contract 26.3).
    public var name: String {
      switch self {
      case .off: "OFF"
      case .adOff: "AD_OFF"
      case .nightAdOff: "NIGHT_AD_OFF"
      case .on: "ON"
      }
    }
  }

  /// Notification is the master switch, night needs ad (R36).
  public var state: State {
    if !notification { return .off }
    if !ad { return .adOff }
    return nightAd ? .on : .nightAdOff
  }
}
