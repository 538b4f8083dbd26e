/// Pieces of a `text/event-stream` (https://html.spec.whatwg.org/multipage/server-sent-events.html, 9.2.5).
enum ServerSentEvent {
  static let contentType: StaticString = "text/event-stream"

  /// - Parameter data: one line.
  static func event(_ name: String, id: String, data: [UInt8]) -> [UInt8] {
    var bytes = Array("id: \(id)\nevent: \(name)\ndata: ".utf8)
    bytes += data
    bytes += [UInt8(ascii: "\n"), UInt8(ascii: "\n")]
    return bytes
  }

  /// No event: tells where the stream is, so that a client which comes back names this place, and keeps the connection from falling silent.
  static func position(id: String) -> [UInt8] { Array(":\nid: \(id)\n\n".utf8) }
}
