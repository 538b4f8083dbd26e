/// A reservation's internal number. On the wire it is `reservationId`.
public struct ReservationNumber: Hashable, Sendable {
  public let value: Int64
  public init(_ value: Int64) { self.value = value }

  /// 16 digits as a `messageId` has, and never equal to one that a server made.
  private static let offset: Int64 = 4_500_000_000_000_000

  /// `reservationId` on the wire.
  public var reservationId: Int64 { Self.offset + value }

  /// Nil for a wire id that no reservation can have.
  public init?(reservationId: Int64) {
    guard reservationId > Self.offset, reservationId <= 9_007_199_254_740_991 else { return nil }
    value = reservationId - Self.offset
  }
}

/// How far a reservation has come (contract 23.3, R79). Raw values are stored.
public enum ReservationStatus: Int, CaseIterable, Sendable {
  case reserved = 1
  /// No schedule is open.
  case completed = 2
  case cancel = 3

  public var name: String {
    switch self {
    case .reserved: "RESERVED"
    case .completed: "COMPLETED"
    case .cancel: "CANCEL"
    }
  }
}

/// A message bound to moments to come (contract 23).
public struct Reservation: Sendable {
  public var number: ReservationNumber
  public var app: AppNumber
  /// That of the messages it makes.
  public var origin: MessageOrigin
  /// Name of the API version that took its body, e.g. `v2.4`.
  public var version: String
  /// The checked body of its messages, compact JSON.
  public var body: String
  public var isLocal: Bool
  public var createdAt: Timestamp
  /// Creation, or the last replacement.
  public var updatedAt: Timestamp
  /// When it was completed or canceled.
  public var completedAt: Timestamp?
  public var status: ReservationStatus
}

/// What is stored when a reservation is accepted, or replaces another.
public struct NewReservation: Sendable {
  public var version: String
  public var body: String
  public var isLocal: Bool
  /// As written, each once, in whole minutes.
  public var times: [CivilTime]
  public var schedules: [NewSchedule]
  /// Those for whose tokens the schedules are; of no account where not local.
  public var zones: Set<String>

  public init(version: String, body: String, isLocal: Bool, times: [CivilTime], schedules: [NewSchedule], zones: Set<String>) {
    self.version = version
    self.body = body
    self.isLocal = isLocal
    self.times = times
    self.schedules = schedules
    self.zones = zones
  }
}
