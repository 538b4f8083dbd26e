/// One request over plain http and its answer. The server's connection serves this request only.
///
/// ruling: what the server does to the connection is what the client sees: a reset is a reset, an end without an answer is an end, and what is no
/// HTTP is passed on as it is.
final class PlainExchange: Relay {
  private let client: RelaySocket
  private let server: RelaySocket
  private unowned let user: any RelayUser
  private let request: PlainRequest
  private var requestBody: BodyFraming
  /// The answer's head, until it is whole.
  private var head = HeadBuffer()
  private let headLimit: Int
  /// nil until the head of the final answer is there.
  private var answerBody: BodyFraming?
  /// The client's bytes behind the request.
  private(set) var rest: [UInt8]

  /// - Parameter rest: what the client has sent behind the request's head.
  init(_ request: PlainRequest, client: RelaySocket, server: RelaySocket, rest: [UInt8], headLimit: Int, user: any RelayUser) {
    self.request = request
    self.client = client
    self.server = server
    self.rest = rest
    self.headLimit = headLimit
    self.user = user
    requestBody = request.body
    client.owner = self
    server.owner = self
  }

  func start() {
    let early = rest
    rest = []
    guard server.send(request.head) else { return broke(server) }
    server.isReceiving = true
    early.withUnsafeBytes { sendRequest($0) }
  }

  func cancel() {
    client.close()
    server.close()
  }

  // MARK: What happens on the sockets

  func canReceive(_ from: RelaySocket) {
    user.touch()
    let isRequest = from === client
    switch from.receive(into: user.space) {
    case .nothing: break
    case .broken: breakOff()
    case .bytes(let bytes): isRequest ? sendRequest(bytes) : sendAnswer(bytes)
    case .end: isRequest ? clientEnded() : serverEnded()
    }
  }

  func drained(_ to: RelaySocket) {
    user.touch()
    if to === client {
      if answerBody?.isComplete == true { finish() } else if server.hasEnded { endWithServer() } else { server.isReceiving = true }
    } else {
      client.isReceiving = !requestBody.isComplete && !client.hasEnded
    }
  }

  func broke(_ socket: RelaySocket) {
    // A server may answer, and close, before it has read the whole request.
    if socket === server {
      while !client.isBacklogged, socket.isOpen, case .bytes(let bytes) = socket.receive(into: user.space) { sendAnswer(bytes) }
    }
    if client.isOpen, server.isOpen { breakOff() }
  }

  // MARK: Request

  private func sendRequest(_ bytes: UnsafeRawBufferPointer) {
    let count = requestBody.take(bytes)
    rest += bytes[count...]
    guard server.send(UnsafeRawBufferPointer(rebasing: bytes[..<count])) else { return broke(server) }
    client.isReceiving = !requestBody.isComplete && !server.isBacklogged
  }

  /// Perhaps only its sending half: it can still wait for the answer. Where nothing else says so, it is the request's end.
  private func clientEnded() {
    if requestBody.isEndless { server.finishSending() } else { breakOff() }
  }

  // MARK: Answer

  private func sendAnswer(_ bytes: UnsafeRawBufferPointer) {
    guard answerBody == nil else { return sendAnswerBody(bytes) }
    head.append(bytes)
    while answerBody == nil, StatusLine.canBegin(head.bytes) {
      guard let answer = head.takeHead() else {
        if head.bytes.count > headLimit { break }
        return
      }
      let status = StatusLine.code(answer.start)
      let isInterim = status < 200 && status != 101
      if !isInterim { answerBody = BodyFraming(answer: answer, status: status, to: request.method) }
      let bytes = answer.passedOn(start: StatusLine.ofThisHop(answer.start), adding: isInterim || staysOpen ? [] : ["Connection: close"])
      guard client.send(bytes) else { return breakOff() }
    }
    if answerBody == nil { answerBody = .untilClose }
    head.takeAll().withUnsafeBytes { sendAnswerBody($0) }
  }

  private func sendAnswerBody(_ bytes: UnsafeRawBufferPointer) {
    let count = answerBody!.take(bytes)
    guard client.send(UnsafeRawBufferPointer(rebasing: bytes[..<count])) else { return breakOff() }
    if client.isBacklogged {
      server.isReceiving = false
    } else if answerBody!.isComplete {
      finish()
    }
  }

  // MARK: Ending

  /// Whether the client's connection can serve another request, as far as the answer's head tells.
  private var staysOpen: Bool { request.keepsConnection && answerBody?.isEndless == false }

  private func finish() {
    server.close()
    user.exchangeEnded(keepsConnection: staysOpen && requestBody.isComplete)
  }

  private func serverEnded() {
    if !client.isBacklogged { endWithServer() }
  }

  /// The server has ended the connection, and the client has all that came.
  private func endWithServer() {
    server.close()
    user.exchangeEnded(keepsConnection: false)
  }

  private func breakOff() {
    client.reset()
    server.reset()
    user.relayEnded()
  }
}

/// `HTTP/1.1 200 OK`
private enum StatusLine {
  private static let version = Array("HTTP/1.".utf8)

  /// False when bytes that begin like this are no answer of HTTP/1.
  static func canBegin(_ bytes: [UInt8]) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return zip(bytes, 0..<12).allSatisfy { byte, position in
      switch position {
      case 0..<7: byte == version[position]
      case 8: byte == UInt8(ascii: " ")
      default: digits.contains(byte)
      }
    }
  }

  static func code(_ line: [UInt8]) -> Int { Int(String(decoding: line.dropFirst(9).prefix(3), as: UTF8.self)) ?? 0 }

  /// The version is that of the sender, which is the proxy now.
  static func ofThisHop(_ line: [UInt8]) -> [UInt8] { version + [UInt8(ascii: "1")] + line.dropFirst(8) }
}
