import Foundation

@testable import MockPushServer

/// A client that sends exactly the bytes it is told, and reads one answer after the other. Everything within one deadline.
final class SocketClient {
  let socket: SocketStream
  let tls: TLSStream?
  private let stream: any ByteStream
  private let end: ContinuousClock.Instant
  /// Came, and belongs to no answer yet.
  private var rest: [UInt8] = []

  /// - Parameter authority: host and port that a proxy at `port` shall connect to first.
  init(
    port: UInt16, tunnel authority: String? = nil, tls settings: TLSStream.Settings? = nil, within limit: Duration = .seconds(30),
    receiveBuffer: Int32? = nil
  ) throws {
    end = ContinuousClock.now + limit
    socket = try SocketStream(port: port, until: end, receiveBuffer: receiveBuffer)
    if let authority { try Self.openTunnel(socket, to: authority, until: end) }
    tls = try settings.map { [socket, end] in try TLSStream(socket, $0, until: end) }
    stream = tls ?? socket
  }

  /// A connection that was accepted.
  init(_ socket: SocketStream, within limit: Duration = .seconds(30)) {
    end = ContinuousClock.now + limit
    self.socket = socket
    tls = nil
    stream = socket
  }

  /// The server behind the proxy must not speak first.
  private static func openTunnel(_ socket: SocketStream, to authority: String, until end: ContinuousClock.Instant) throws {
    try socket.send(Array("CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n".utf8), until: end)
    var answer = ""
    while !answer.hasSuffix("\r\n\r\n") {
      let bytes = try socket.receive(until: end)
      answer += String(decoding: bytes, as: UTF8.self)
      if bytes.isEmpty { throw SocketFault.closedEarly(answer) }
    }
    if answer != "HTTP/1.1 200 Connection established\r\n\r\n" { throw SocketFault.malformed(answer) }
  }

  func send(_ text: String) throws { try stream.send(Array(text.utf8), until: end) }

  func send(_ bytes: [UInt8]) throws { try stream.send(bytes, until: end) }

  /// Sends, and reads one answer.
  func ask(_ text: String) throws -> HTTPAnswer {
    try send(text)
    return try answer()
  }

  /// Sends a request, and reads its answer.
  func ask(_ method: String, _ target: String, _ headers: [String] = [], body: String? = nil, host: String = "localhost") throws -> HTTPAnswer {
    try send(HTTPText.request(method, target, headers, body: body, host: host))
    return try answer(toHead: method == "HEAD")
  }

  /// The next answer.
  ///
  /// - Parameter toHead: it has no body, whatever its length says.
  func answer(toHead: Bool = false) throws -> HTTPAnswer {
    while true {
      if let (answer, used) = try HTTPAnswer.parse(rest, toHead: toHead) {
        rest.removeFirst(used)
        return answer
      }
      guard try fill() else { throw SocketFault.closedEarly(String(decoding: rest, as: UTF8.self)) }
    }
  }

  /// How a connection ends, as a client sees it.
  enum Ending: Equatable {
    case closed
    /// Without TLS's goodbye.
    case unannounced
    case broken(Int32)
  }

  /// All that comes until the connection ends, and how it does.
  func untilEnd() throws -> (bytes: [UInt8], ending: Ending) {
    var ending = Ending.closed
    do {
      while try fill() {}
    } catch SocketFault.broken(let number) {
      ending = .broken(number)
    } catch SocketFault.unannouncedEnd {
      ending = .unannounced
    }
    defer { rest = [] }
    return (rest, ending)
  }

  /// The next bytes, so many or more.
  func bytes(atLeast count: Int) throws -> [UInt8] {
    while rest.count < count {
      guard try fill() else { throw SocketFault.closedEarly(String(decoding: rest, as: UTF8.self)) }
    }
    defer { rest = [] }
    return rest
  }

  /// Whether there is nothing to read now, and the connection has not ended.
  var isQuiet: Bool {
    do {
      rest += try stream.receive(until: .now)
      return false
    } catch {
      if case SocketFault.deadline = error { return rest.isEmpty }
      return false
    }
  }

  /// Exactly so many bytes.
  func take(_ count: Int) throws -> [UInt8] {
    while rest.count < count { guard try fill() else { throw SocketFault.closedEarly(String(decoding: rest, as: UTF8.self)) } }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  /// True when the connection ends by a reset. What came before it is left out.
  func endsByReset() throws -> Bool {
    do {
      while try fill() {}
      return false
    } catch SocketFault.broken(ECONNRESET) {
      return true
    }
  }

  /// Reads until `text` has come, and gives what has; all of it stays to be read.
  @discardableResult
  func wait(for text: String) throws -> String {
    let wanted = Array(text.utf8)
    var start = 0
    while rest[start...].firstRange(of: wanted) == nil {
      start = max(0, rest.count - wanted.count)
      guard try fill() else { throw SocketFault.closedEarly(String(decoding: rest, as: UTF8.self)) }
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// All that comes until the peer closes. A reset counts as closing, and so does an end without TLS's goodbye: evhttp says none.
  func untilClose() throws -> [UInt8] {
    do { while try fill() {} } catch SocketFault.broken {} catch SocketFault.unannouncedEnd {}
    defer { rest = [] }
    return rest
  }

  /// All answers until the peer closes.
  func answersUntilClose() throws -> [HTTPAnswer] {
    var bytes = try untilClose()
    var answers: [HTTPAnswer] = []
    while let (answer, used) = try HTTPAnswer.parse(bytes) {
      answers.append(answer)
      bytes.removeFirst(used)
    }
    if !bytes.isEmpty { throw SocketFault.malformed(String(decoding: bytes, as: UTF8.self)) }
    return answers
  }

  private func fill() throws -> Bool {
    let bytes = try stream.receive(until: end)
    rest += bytes
    return !bytes.isEmpty
  }
}

enum HTTPText {
  /// A request with the length of its body.
  static func request(_ method: String, _ target: String, _ headers: [String] = [], body: String? = nil, host: String = "localhost") -> String {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers
    if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }

  static func chunked(_ pieces: [String]) -> String {
    pieces.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
  }
}
