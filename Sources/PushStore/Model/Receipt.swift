/// A device's report that a message arrived or was opened (contract 28).
public struct Receipt: Equatable, Sendable {
  public enum Event: Int, CaseIterable, Sendable {
    case received = 1
    case opened = 2

    public var name: String { self == .received ? "RECEIVED" : "OPENED" }
    public init?(name: String) {
      guard let event = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = event
    }
  }

  public var event: Event
  /// The device's time.
  public var eventAt: Timestamp
  public var messageId: Int64
  /// What makes a repeated report the same one, besides event and message: the delivery, or the two times.
  public var identity: String
  /// As the data object says; nil where it says none that is known.
  public var pushType: PushType?
  /// `messageDeliveryReceiptData` as compact JSON, untouched.
  public var data: String

  public init(event: Event, eventAt: Timestamp, messageId: Int64, identity: String, pushType: PushType?, data: String) {
    self.event = event
    self.eventAt = eventAt
    self.messageId = messageId
    self.identity = identity
    self.pushType = pushType
    self.data = data
  }
}
