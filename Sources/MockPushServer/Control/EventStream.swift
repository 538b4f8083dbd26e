/// A chronicle as server-sent events, from a number on. Nothing is kept for a client: who reads too slowly meets what the chronicle still has,
/// and an event `gap` where it has no more.
actor EventStream<Element: Sendable> {
  /// Events of some elements, behind a number; and up to which number that is.
  typealias Text = @Sendable (_ elements: [(first: Int, element: Element)], _ position: Int) async throws -> (bytes: [UInt8], position: Int)

  private let chronicle: Chronicle<Element>
  private let ids: EventIDs
  private let text: Text
  private var position: Int
  private var greeting: [UInt8]?
  private let counted: Gauge.Token

  /// - Parameter clients: counts it as long as somebody holds it.
  init(_ chronicle: Chronicle<Element>, _ start: EventStart, ids: EventIDs, clients: Gauge = Gauge(), text: @escaping Text) {
    counted = clients.enter()
    self.chronicle = chronicle
    self.ids = ids
    self.text = text
    position = start.position
    greeting = ServerSentEvent.position(id: ids.id(position))
    guard start.isForeign else { return }
    greeting! += Self.gap(nil, "The Last-Event-ID is of another run of the server; what this one still has follows.", id: ids.id(position))
  }

  /// The next piece, when there is one; nil once the client has gone.
  func next() async throws -> [UInt8]? {
    if let greeting = greeting.take() { return greeting }
    while !Task.isCancelled {
      switch chronicle.page(after: position, limit: 50) {
      case .reset(let number):
        position = number
        return ServerSentEvent.event("reset", id: ids.id(number), data: Array("{}".utf8))
      case .gap(let through):
        let missed = through - position
        position = through
        return Self.gap(missed, "What came in between is not kept any more.", id: ids.id(position))
      case .elements(let elements) where elements.isEmpty:
        switch await chronicle.news(after: position) {
        case .news: break
        case .beat: return ServerSentEvent.position(id: ids.id(position))
        case .end: return nil
        }
      case .elements(let elements):
        let made = try await text(elements, position)
        // A reset meanwhile: what was read may be of the data after it.
        if case .reset = chronicle.page(after: position, limit: 0) { continue }
        position = made.position
        if !made.bytes.isEmpty { return made.bytes }
      }
    }
    return nil
  }

  private static func gap(_ missed: Int?, _ sentence: String, id: String) -> [UInt8] {
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    if let missed { writer.member("missed", missed) }
    writer.member("sentence", sentence)
    writer.endObject()
    return ServerSentEvent.event("gap", id: id, data: writer.bytes)
  }
}

/// The IDs of one run's events: numbers begin anew with each start, so an ID names the run as well.
struct EventIDs: Sendable {
  let run: String

  func id(_ number: Int) -> String { "\(run)-\(number)" }

  /// Nil for an ID that is not of this run.
  func number(_ id: String) -> Int? {
    guard id.hasPrefix(run + "-") else { return nil }
    return Int(id.dropFirst(run.count + 1))
  }
}

/// Behind which number a stream begins.
struct EventStart: Sendable {
  let position: Int
  /// True when the client knows events of another run.
  let isForeign: Bool
}

extension EventStart {
  /// Behind the `Last-Event-ID`; without one behind `after`; without that one with what is new.
  init(_ context: ControlContext, newest: Int) throws(ControlError) {
    let after = try context.int("after", default: newest, in: 0...Int.max)
    guard let id = context.request.headers["Last-Event-ID"], !id.isEmpty else {
      (position, isForeign) = (min(after, newest), false)
      return
    }
    let number = context.server.eventIDs.number(id).flatMap { (0...newest).contains($0) ? $0 : nil }
    (position, isForeign) = (number ?? 0, number == nil)
  }
}

extension ControlContext {
  /// Answers with a stream of events that ends when the client leaves, or the server stops.
  func stream<Element>(_ chronicle: Chronicle<Element>, _ text: @escaping EventStream<Element>.Text) throws(ControlError) -> Response {
    let events = EventStream(chronicle, try EventStart(self, newest: chronicle.newest), ids: server.eventIDs, clients: server.metrics.streams, text: text)
    var response = Response(contentType: ServerSentEvent.contentType, headers: [("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")])
    response.stream = BodyStream { try await events.next() }
    response.isLive = true
    return response
  }
}
