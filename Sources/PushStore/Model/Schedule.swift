/// A schedule's internal number. On the wire it is `scheduleId`.
public struct ScheduleNumber: Hashable, Sendable {
  public let value: Int64
  public init(_ value: Int64) { self.value = value }

  /// `scheduleId` on the wire: 16 digits, and never equal to a message's or a reservation's that a server made.
  public var scheduleId: Int64 { 5_500_000_000_000_000 + value }
}

/// How far a schedule has come (contract 23.2). Raw values are stored.
public enum ScheduleStatus: Int, CaseIterable, Sendable {
  case ready = 1
  /// Its message is made.
  case sending = 2
  /// Its message is complete.
  case done = 3
  case canceled = 4

  public var name: String {
    switch self {
    case .ready: "READY"
    case .sending: "SENDING"
    case .done: "DONE"
    case .canceled: "CANCELED"
    }
  }
}

/// One moment at which a reservation sends.
public struct Schedule: Sendable {
  public var number: ScheduleNumber
  public var reservation: ReservationNumber
  public var deliverAt: Timestamp
  /// East of UTC; 0 where not local.
  public var offsetMinutes: Int
  /// Whether it is for tokens of its offset only.
  public var isLocal: Bool
  public var status: ScheduleStatus
}

/// What is stored of a moment at which a reservation will send.
public struct NewSchedule: Hashable, Sendable {
  public var deliverAt: Timestamp
  /// East of UTC; 0 where not local.
  public var offsetMinutes: Int
  public var isLocal: Bool

  public init(deliverAt: Timestamp, offsetMinutes: Int, isLocal: Bool) {
    self.deliverAt = deliverAt
    self.offsetMinutes = offsetMinutes
    self.isLocal = isLocal
  }
}
