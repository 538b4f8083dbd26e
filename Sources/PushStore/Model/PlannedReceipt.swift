/// A report that a simulated device will make of a delivery.
public struct PlannedReceipt: Sendable, Equatable {
  public var token: TokenNumber
  public var event: Receipt.Event
  public var due: Timestamp

  public init(token: TokenNumber, event: Receipt.Event, due: Timestamp) {
    self.token = token
    self.event = event
    self.due = due
  }
}

/// A planned report with what the device knows of its delivery.
public struct DueReceipt: Sendable {
  public var planned: PlannedReceipt
  public var message: MessageNumber
  public var app: AppNumber
  public var appkey: String
  /// Full text.
  public var tokenText: String
  public var pushType: PushType
  public var sentAt: Timestamp
  /// Its app was reset: nobody reports it.
  public var isOfRemovedApp: Bool
}
