import CEvent

/// How a connection breaks in place of an answer, told apart by what the client sees.
enum ConnectionFault: String, CaseIterable, Sendable {
  /// A TCP reset (ECONNRESET), without TLS's goodbye.
  case reset
  /// An end without a byte.
  case empty
  /// Bytes that are no HTTP, then the end.
  case garbage
  /// The head and half of the body, then silence until the client leaves.
  case stall
  /// Half of the body that the head promises, then the end.
  case truncate
  /// Nothing, until the client leaves.
  case silence

  /// Whether some of an answer is sent.
  var showsAnswer: Bool { self == .stall || self == .truncate }

  /// No status line in any reading, with an end of line for clients that wait for one.
  fileprivate static let noise: [UInt8] = [0x00, 0xff, 0x9f, 0x92, 0xa9] + Array("garbage instead of HTTP\r\n\r\n".utf8)
}

extension Connection {
  /// Breaks the connection in place of answering the request under way. What the client sent behind it is not read as a request any more.
  ///
  /// - Parameter part: what `stall` and `truncate` send.
  func breakOff(_ fault: ConnectionFault, sending part: [UInt8]) {
    switch fault {
    case .reset: reset()
    case .empty: end()
    case .garbage: send(ConnectionFault.noise, thenEnds: true)
    case .truncate: send(part, thenEnds: true)
    case .stall:
      hold()
      send(part, thenEnds: false)
    case .silence: hold()
    }
  }

  private func reset() {
    let descriptor = bufferevent_getfd(bufferevent)
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    // evhttp shuts a socket down before it closes it, and the client would see an ordinary end. So the socket is closed here, by putting
    // another file into its place, which evhttp then closes.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    if nothing >= 0 {
      dup2(nothing, descriptor)
      close(nothing)
    }
    evhttp_connection_free(pointer)
  }

  /// evhttp shuts the socket down before it closes it, so the client reads an ordinary end, also where it wrote what nobody read.
  private func end() { evhttp_connection_free(pointer) }

  /// Sends bytes as they are. evhttp's callbacks would take them for the end of an answer, so they make way for our own.
  private func send(_ bytes: [UInt8], thenEnds: Bool) {
    let written: bufferevent_data_cb? = thenEnds ? { _, context in Connection.of(context).end() } : nil
    bufferevent_setcb(bufferevent, nil, written, { _, _, context in Connection.of(context).end() }, Unmanaged.passUnretained(self).toOpaque())
    bufferevent_write(bufferevent, bytes, bytes.count)
    bufferevent_enable(bufferevent, Int16(EV_WRITE))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Connection {
    Unmanaged<Connection>.fromOpaque(context!).takeUnretainedValue()
  }
}

extension Response {
  /// The head, which promises the whole body, and the body's first half. A body of no bytes is promised one.
  func firstPart(isHead: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \r\nContent-Type: \(contentType)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    head += "Content-Length: \(max(body.count, 1))\r\n\r\n"
    return Array(head.utf8) + (isHead ? [] : body.prefix(body.count / 2))
  }
}
