/// How often each event of the category MESSAGE happened (contract 26.3).
public struct EventCounts: Equatable, Sendable {
  public var sent: Int
  public var failed: Int
  public var received: Int
  public var opened: Int

  public init(sent: Int = 0, failed: Int = 0, received: Int = 0, opened: Int = 0) {
    self.sent = sent
    self.failed = failed
    self.received = received
    self.opened = opened
  }

  public static func += (a: inout EventCounts, b: EventCounts) {
    a.sent += b.sent
    a.failed += b.failed
    a.received += b.received
    a.opened += b.opened
  }
}
