import CEvent

/// Who is told what happens on a socket of the proxy.
protocol RelaySocketOwner: AnyObject {
  /// Bytes, the end or a failure can be received.
  func canReceive(_ socket: RelaySocket)
  /// All that was handed over is with the kernel.
  func drained(_ socket: RelaySocket)
  /// Sending failed.
  func broke(_ socket: RelaySocket)
}

/// One connected socket of the proxy, on the event loop.
///
/// Plain events instead of a bufferevent: libevent 2.1 takes 4 KiB per read, with an extra system call each, and sends only in the loop's next
/// round; here up to 64 KiB go from one socket to the other at once, and nothing is kept but what the other side's kernel does not take.
final class RelaySocket {
  enum Received {
    /// Valid until the next call on any socket.
    case bytes(UnsafeRawBufferPointer)
    case nothing
    /// The peer sends no more.
    case end
    /// The connection is gone, by a reset as a rule.
    case broken
  }

  unowned var owner: any RelaySocketOwner
  private let descriptor: Int32
  private var readEvent: OpaquePointer?
  private var writeEvent: OpaquePointer?
  private var mark: OutgoingMark?
  /// What the kernel did not take yet, from `sent` on.
  private var pending: [UInt8] = []
  private var sent = 0
  private var isFinishing = false
  /// The peer sends no more.
  private(set) var hasEnded = false
  /// Everything is sent, and the peer was told so.
  private(set) var isFinished = false

  /// - Parameter mark: makes an outgoing connection known as ours.
  init(_ descriptor: Int32, base: OpaquePointer, mark: OutgoingMark? = nil, owner: any RelaySocketOwner) {
    self.descriptor = descriptor
    self.mark = mark
    self.owner = owner
    let me = Unmanaged.passUnretained(self).toOpaque()
    readEvent = event_new(base, descriptor, Int16(EV_READ | EV_PERSIST), { _, _, context in
      let socket = Unmanaged<RelaySocket>.fromOpaque(context!).takeUnretainedValue()
      socket.owner.canReceive(socket)
    }, me)
    writeEvent = event_new(base, descriptor, Int16(EV_WRITE | EV_PERSIST), { _, _, context in
      Unmanaged<RelaySocket>.fromOpaque(context!).takeUnretainedValue().flush()
    }, me)
  }

  deinit { close() }

  var isOpen: Bool { readEvent != nil }

  var isReceiving = false {
    didSet {
      guard isReceiving != oldValue, let readEvent else { return }
      if isReceiving { event_add(readEvent, nil) } else { event_del(readEvent) }
    }
  }

  /// Takes what is there, up to the size of `space`.
  func receive(into space: UnsafeMutableRawBufferPointer) -> Received {
    guard isOpen, !hasEnded else { return .nothing }
    let count = recv(descriptor, space.baseAddress, space.count, 0)
    if count > 0 { return .bytes(UnsafeRawBufferPointer(rebasing: space[..<count])) }
    if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
    isReceiving = false
    hasEnded = true
    return count == 0 ? .end : .broken
  }

  // MARK: Sending

  /// True while something waits for the peer to take it: whoever sends should stop.
  var isBacklogged: Bool { !pending.isEmpty }

  /// - Returns: false when the connection is gone.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard isOpen, !isFinishing else { return false }
    var rest = bytes[...]
    if pending.isEmpty, !rest.isEmpty {
      guard let count = handOver(UnsafeRawBufferPointer(rebasing: rest)) else { return false }
      rest = rest.dropFirst(count)
      if !rest.isEmpty { event_add(writeEvent, nil) }
    }
    pending.append(contentsOf: rest)
    return true
  }

  func send(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { send($0) } }

  /// Tells the peer that nothing more comes, after what is pending.
  func finishSending() {
    guard isOpen, !isFinishing else { return }
    isFinishing = true
    if pending.isEmpty { finish() }
  }

  private func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
    isFinished = true
  }

  private func flush() {
    guard let count = pending.withUnsafeBytes({ handOver(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) else { return owner.broke(self) }
    sent += count
    guard sent == pending.count else { return }
    event_del(writeEvent)
    pending = []
    sent = 0
    if isFinishing { finish() }
    owner.drained(self)
  }

  /// How many of them the kernel takes; nil when the connection is gone.
  private func handOver(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let count = write(descriptor, bytes.baseAddress, bytes.count)
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  // MARK: Ending

  func close() {
    guard isOpen else { return }
    event_free(readEvent)
    event_free(writeEvent)
    (readEvent, writeEvent) = (nil, nil)
    mark = nil
    evutil_closesocket(descriptor)
  }

  /// Closes with a reset: the peer sees that the connection broke, not that it ended.
  func reset() {
    guard isOpen else { return }
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close()
  }
}
