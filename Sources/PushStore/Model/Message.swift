/// A message's internal number. On the wire it is `messageId`.
public struct MessageNumber: Hashable, Comparable, Sendable {
  public let value: Int64
  public init(_ value: Int64) { self.value = value }

  /// Wire ids have 16 digits, as the vendor's do, so that a client which keeps them in 32 bits is found out; at most 2^53 − 1 (R14).
  static let offset: Int64 = 3_500_000_000_000_000

  /// `messageId` on the wire.
  public var messageId: Int64 { Self.offset + value }

  /// Nil for a wire id that no message can have.
  public init?(messageId: Int64) {
    guard messageId > Self.offset, messageId <= 9_007_199_254_740_991 else { return nil }
    value = messageId - Self.offset
  }

  public static func < (a: MessageNumber, b: MessageNumber) -> Bool { a.value < b.value }
}

/// How far a message has come (contract 18.3). Raw values are stored.
public enum MessageStatus: Int, CaseIterable, Sendable {
  case ready = 1
  case processing = 2
  case complete = 3
  case cancelNoTarget = 4
  case cancelInvalidCertificate = 5
  case cancelUnauthorized = 6
  case cancelInvalidMessage = 7
  case cancelUnsupportedMessageType = 8
  case cancelUnknown = 9

  public var name: String {
    switch self {
    case .ready: "READY"
    case .processing: "PROCESSING"
    case .complete: "COMPLETE"
    case .cancelNoTarget: "CANCEL_NO_TARGET"
    case .cancelInvalidCertificate: "CANCEL_INVALID_CERTIFICATE"
    case .cancelUnauthorized: "CANCEL_UNAUTHORIZED"
    case .cancelInvalidMessage: "CANCEL_INVALID_MESSAGE"
    case .cancelUnsupportedMessageType: "CANCEL_UNSUPPORTED_MESSAGE_TYPE"
    case .cancelUnknown: "CANCEL_UNKNOWN"
    }
  }

  public init?(name: String) {
    guard let status = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = status
  }
}

/// Who made a message (contract 18). Raw values are stored.
public enum MessageOrigin: Int, CaseIterable, Sendable {
  case api = 1
  case console = 2
  case reservationByAPI = 3
  case reservationByConsole = 4

  public var isReservation: Bool { self == .reservationByAPI || self == .reservationByConsole }
  public var isConsole: Bool { self == .console || self == .reservationByConsole }
}

/// A stored message.
public struct Message: Sendable {
  public var number: MessageNumber
  public var app: AppNumber
  public var origin: MessageOrigin
  /// Name of the API version that took it, e.g. `v2.4`.
  public var version: String
  public var messageType: MessageType
  /// The checked body, compact JSON.
  public var body: String
  /// The app's settings at acceptance that the delivery depends on, compact JSON.
  public var settings: String
  public var createdAt: Timestamp
  /// Where the time to live begins: creation, or a reservation's instant (R68).
  public var ttlFrom: Timestamp
  public var ttlMinutes: Int
  /// Registrations numbered above it came after acceptance.
  public var lastRegistration: Int64
  public var status: MessageStatus
  /// Nil until processing began.
  public var isNight: Bool?
  /// What it ends as, whatever the deliveries: a certificate verdict or no target; nil where they decide.
  public var finalStatus: MessageStatus?
  public var targetCount: Int
  public var sentCount: Int
  /// The last token that has its outcome; 0 before the first.
  public var cursor: TokenNumber
  public var completedAt: Timestamp?
  /// The schedule of a reservation that made it.
  public var schedule: ScheduleNumber?
}

/// What is stored when a message is accepted.
public struct NewMessage: Sendable {
  public var origin: MessageOrigin
  /// The schedule of a reservation that makes it.
  public var schedule: ScheduleNumber?
  public var version: String
  public var messageType: MessageType
  public var body: String
  public var settings: String
  /// Nil for a message that equals no other: an ad opt-in guide.
  public var duplicateKey: [UInt8]?
  public var ttlFrom: Timestamp
  public var ttlMinutes: Int
  /// By which statistics tell it apart; nil for none.
  public var statsId: String?

  public init(
    origin: MessageOrigin, version: String, messageType: MessageType, body: String, settings: String, duplicateKey: [UInt8]?,
    ttlFrom: Timestamp, ttlMinutes: Int, statsId: String? = nil
  ) {
    self.origin = origin
    self.version = version
    self.messageType = messageType
    self.body = body
    self.settings = settings
    self.duplicateKey = duplicateKey
    self.ttlFrom = ttlFrom
    self.ttlMinutes = ttlMinutes
    self.statsId = statsId
  }
}
