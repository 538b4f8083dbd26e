import Testing

@testable import MockPushServer

/// One block of a `text/event-stream`.
struct SentEvent: Equatable {
  var id = ""
  /// Empty where the block is no event, but tells the stream's position.
  var name = ""
  var data: JSON = .null

  init(_ block: String) throws {
    for line in block.split(separator: "\n") where !line.hasPrefix(":") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = String(parts[1].dropFirst())
      switch parts[0] {
      case "id": id = value
      case "event": name = value
      case "data": data = try JSONParser.parse(value.utf8)
      default: throw SocketFault.malformed(block)
      }
    }
  }

  var number: Int? { id.split(separator: "-").last.flatMap { Int($0) } }
}

/// Reads a stream of events as a client does, without a socket.
final class EventReader {
  private var stream: BodyStream.AsyncIterator
  private var text = ""

  init(_ response: Response) throws {
    guard let stream = response.stream else { throw SocketFault.malformed("no stream: \(String(decoding: response.body, as: UTF8.self))") }
    self.stream = stream.makeAsyncIterator()
  }

  /// The next block; nil at the stream's end.
  func block() async throws -> SentEvent? {
    while !text.contains("\n\n") {
      guard let piece = try await stream.next(isolation: #isolation) else { return nil }
      text += String(decoding: piece, as: UTF8.self)
    }
    let end = text.firstRange(of: "\n\n")!
    defer { text = String(text[end.upperBound...]) }
    return try SentEvent(String(text[..<end.lowerBound]))
  }

  /// The next event.
  func next() async throws -> SentEvent {
    while let block = try await block() { if !block.name.isEmpty { return block } }
    throw SocketFault.closedEarly(text)
  }

  func next(_ count: Int) async throws -> [SentEvent] {
    var events: [SentEvent] = []
    for _ in 0..<count { events.append(try await next()) }
    return events
  }
}

extension TestServer {
  /// Opens a stream below `/_mock`, and reads its first block, which tells where it begins.
  func events(_ path: String, _ headers: [(String, String)] = []) async throws -> (reader: EventReader, start: SentEvent?) {
    var fields = HeaderFields()
    for (name, value) in headers { fields.append(name, value) }
    let reader = try EventReader(await application.dispatcher.respond(Request(method: .get, target: "/_mock" + path, headers: fields)))
    return (reader, try await reader.block())
  }
}

extension ChangeFeed {
  func firstChange(after position: Int) throws -> Change {
    var found: Change?
    if case .elements(let changes) = changes.page(after: position, limit: 1) { found = changes.first?.element }
    return try #require(found)
  }
}
