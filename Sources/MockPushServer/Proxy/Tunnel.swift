/// Carries bytes both ways until both sides have ended, and passes on what happens to the connection: a half that ends, and a reset.
///
/// Memory: at most one piece (64 KiB) each way; what sends is not read while what receives does not take it.
final class Tunnel: Relay {
  private let client: RelaySocket
  private let server: RelaySocket
  private unowned let user: any RelayUser

  init(client: RelaySocket, server: RelaySocket, user: any RelayUser) {
    self.client = client
    self.server = server
    self.user = user
    client.owner = self
    server.owner = self
  }

  func start() {
    for end in [client, server] { end.isReceiving = !other(end).isBacklogged }
  }

  private func other(_ socket: RelaySocket) -> RelaySocket { socket === client ? server : client }

  func canReceive(_ from: RelaySocket) {
    user.touch()
    let to = other(from)
    switch from.receive(into: user.space) {
    case .nothing: break
    case .broken: breakOff()
    case .end:
      to.finishSending()
      endIfBothDid()
    case .bytes(let bytes):
      guard to.send(bytes) else { return broke(to) }
      if to.isBacklogged { from.isReceiving = false }
    }
  }

  func drained(_ to: RelaySocket) {
    user.touch()
    let from = other(to)
    if !from.hasEnded { from.isReceiving = true }
    endIfBothDid()
  }

  /// What it had sent before its connection broke still counts: a server may answer and reset while the client is sending.
  func broke(_ socket: RelaySocket) {
    let to = other(socket)
    while !to.isBacklogged, case .bytes(let bytes) = socket.receive(into: user.space), to.send(bytes) {}
    breakOff()
  }

  private func endIfBothDid() {
    guard client.isFinished, server.isFinished || user.isStopping else { return }
    cancel()
    user.relayEnded()
  }

  private func breakOff() {
    client.reset()
    server.reset()
    user.relayEnded()
  }

  func cancel() {
    client.close()
    server.close()
  }
}
