/// What carries bytes between a client and a server, from the moment that both are connected.
protocol Relay: RelaySocketOwner {
  func start()
  /// Ends both connections without a word.
  func cancel()
}

/// What relays need from the connection they work for.
protocol RelayUser: AnyObject {
  /// Where bytes are received before they go on.
  var space: UnsafeMutableRawBufferPointer { get }
  /// The server ends: nothing that clients still send would be answered.
  var isStopping: Bool { get }
  /// Bytes went by.
  func touch()
  /// Both sockets are closed.
  func relayEnded()
  /// A plain request is answered, its server's connection closed.
  ///
  /// - Parameter keepsConnection: the client may send another request.
  func exchangeEnded(keepsConnection: Bool)
}
