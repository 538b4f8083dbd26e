/// What a message is to the agreement filter and the ad text (contract 10.1). Raw values are stored.
public enum MessageType: Int, CaseIterable, Sendable {
  case notification = 1
  case ad = 2

  /// As on the wire.
  public var name: String { self == .ad ? "AD" : "NOTIFICATION" }

  public init?(name: String) {
    guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }
}
