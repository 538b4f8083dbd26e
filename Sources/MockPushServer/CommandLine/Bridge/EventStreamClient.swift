/// One answer of a server that is a stream of events, over plain http on a blocking thread. HTTP/1.0, so that the body comes as it is and
/// ends with the connection.
struct EventStreamClient: ~Copyable {
  enum Fault: Error, Equatable {
    /// The server cannot be reached, or went away: why, as the end of a sentence.
    case lost(String)
    /// Anything but a stream: the status and the server's own sentence, or what is wrong.
    case refused(Int, String)
    /// The stop signal came.
    case stopped
  }

  /// The server says something every 15 seconds; one that is silent for so long is gone.
  static let silence = Duration.seconds(60)
  private static let patience = Duration.seconds(10)
  private static let headLimit = 64 << 10

  private let descriptor: Int32
  private let stop: StopSignal
  private var parser = EventStreamParser()
  /// Came behind the headers.
  private var rest: [UInt8]

  /// The newest place that the stream has named.
  var lastID: String { parser.lastID }

  /// Connects, asks, and reads the head of the answer.
  ///
  /// - Parameter fields: of the request, besides `Host`.
  init(_ address: HealthAddress, target: String, fields: [(name: String, value: String)], stop: StopSignal) throws(Fault) {
    let socket = try Self.connect(address, stop)
    do throws(Fault) {
      let lines = ["GET \(target) HTTP/1.0", "Host: \(address.authority)", "Accept: text/event-stream"] + fields.map { "\($0.name): \($0.value)" }
      try Self.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), socket, stop)
      rest = try Self.head(socket, stop)
    } catch {
      close(socket)
      throw error
    }
    (descriptor, self.stop) = (socket, stop)
  }

  deinit { close(descriptor) }

  /// Waits for more. The events that are complete with it may be none.
  mutating func events() throws(Fault) -> [EventStreamParser.Event] {
    var bytes = rest
    rest = []
    if bytes.isEmpty { bytes = try Self.receive(descriptor, stop, within: Self.silence) }
    guard !bytes.isEmpty else { throw .lost("it closed the connection") }
    do {
      return try parser.take(bytes)
    } catch {
      throw .refused(200, "It sent an event of more than \(parser.limit >> 20) MiB, which is more than this command takes.")
    }
  }

  // MARK: The answer's head

  /// - Returns: what came behind it.
  private static func head(_ socket: Int32, _ stop: StopSignal) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) {
        let head = String(decoding: bytes[..<start], as: UTF8.self)
        let behind = Array(bytes[(start + end.count)...])
        let (status, isStream) = try meaning(head)
        if status == 200, isStream { return behind }
        throw .refused(status, try sentence(status, behind, socket, stop))
      }
      let more = bytes.count < headLimit ? try receive(socket, stop, within: patience) : []
      guard !more.isEmpty else { throw .lost("what answers there does not speak HTTP") }
      bytes += more
    }
  }

  private static func meaning(_ head: String) throws(Fault) -> (status: Int, isStream: Bool) {
    let lines = head.lowercased().split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("http/1."), let status = Int(words[1]) else { throw .lost("what answers there does not speak HTTP") }
    let isChunked = lines.contains { $0.hasPrefix("transfer-encoding:") }
    return (status, !isChunked && lines.contains { $0.hasPrefix("content-type:") && $0.contains("text/event-stream") })
  }

  /// The server's own one, when the answer has one.
  private static func sentence(_ status: Int, _ start: [UInt8], _ socket: Int32, _ stop: StopSignal) throws(Fault) -> String {
    var body = start
    while body.count < headLimit {
      if let sentence = (try? JSONParser.parse(body))?["error"]?.stringValue { return sentence }
      let more = try receive(socket, stop, within: patience)
      if more.isEmpty { break }
      body += more
    }
    return "It answers \(status) without a stream of deliveries, so it may be another server, or an older one."
  }

  // MARK: The socket

  private static func connect(_ address: HealthAddress, _ stop: StopSignal) throws(Fault) -> Int32 {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamType
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &list)
    guard code == 0 else { throw .lost("the name \(address.host) cannot be resolved (\(String(cString: gai_strerror(code))))") }
    defer { freeaddrinfo(list) }
    var fault = Fault.lost("\(address.host) has no address")
    var next = list
    // A name may stand for an IPv6 and an IPv4 address while the server listens on one of them.
    while let info = next?.pointee {
      do throws(Fault) {
        return try connect(info, stop)
      } catch {
        if error == .stopped { throw error }
        fault = error
      }
      next = info.ai_next
    }
    throw fault
  }

  private static func connect(_ info: addrinfo, _ stop: StopSignal) throws(Fault) -> Int32 {
    let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard descriptor >= 0 else { throw .lost(reason(errno)) }
    do throws(Fault) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      if systemConnect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
      guard errno == EINPROGRESS || errno == EINTR else { throw .lost("nothing answers there (\(reason(errno)))") }
      try wait(descriptor, POLLOUT, stop, within: patience)
      var status: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &status, &size)
      guard status == 0 else { throw .lost("nothing answers there (\(reason(status)))") }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// SIGPIPE is ignored in the whole command.
  private static func send(_ bytes: [UInt8], _ socket: Int32, _ stop: StopSignal) throws(Fault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(socket, POLLOUT, stop, within: patience)
      } else if errno != EINTR {
        throw .lost("the connection broke (\(reason(errno)))")
      }
    }
  }

  /// What is there, after waiting; empty at the end.
  private static func receive(_ socket: Int32, _ stop: StopSignal, within limit: Duration) throws(Fault) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      try wait(socket, POLLIN, stop, within: limit)
      let count = recv(socket, &piece, piece.count, 0)
      if count >= 0 { return Array(piece[..<count]) }
      if errno != EAGAIN, errno != EINTR { throw .lost("the connection broke (\(reason(errno)))") }
    }
  }

  private static func wait(_ socket: Int32, _ event: some BinaryInteger, _ stop: StopSignal, within limit: Duration) throws(Fault) {
    let deadline = ContinuousClock.now.advanced(by: limit)
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { throw .lost("there was no answer in time") }
      var wanted = [pollfd(fd: socket, events: Int16(event), revents: 0), pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)]
      let count = poll(&wanted, 2, Int32(left.rounded(.up)))
      if wanted[1].revents != 0 { throw .stopped }
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .lost(reason(errno)) }
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamType = SOCK_STREAM
  #endif
}

private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 { connect(socket, address, size) }
