import PushStore

/// Something that falls due at moments of its own: schedules of reservations, runs of the ad opt-in guide, reports of simulated devices.
protocol DueSource: Sendable {
  /// The earliest moment at which something is due, past ones included; nil when nothing is to come.
  func nextDue() async throws -> Timestamp?

  /// Fires what is due at or before `moment`, earliest first, and returns when that is committed; its messages are then pending.
  ///
  /// - Parameter now: the clock, which is later than `moment` when it was set forward, or the server was down.
  func fire(dueBy moment: Timestamp, now: Timestamp) async throws -> [FiredItem]
}

/// What fell due, and the message it made, or is about.
struct FiredItem: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// - Parameters: ids as on the wire; `timezoneOffset` in minutes east of UTC, 0 when not local.
    case reservation(reservationId: Int64, scheduleId: Int64, timezoneOffset: Int)
    case adOptInGuide
    /// - Parameter token: full text.
    case simulatedReceipt(event: Receipt.Event, token: String)
  }

  let kind: Kind
  let appkey: String
  /// When it was due.
  let due: Timestamp
  let message: MessageNumber
}

/// Whom the engine's side asks for an app's settings of now.
protocol SettingsSource: Sendable {
  func settings(appkey: String) -> AppSettings
}
