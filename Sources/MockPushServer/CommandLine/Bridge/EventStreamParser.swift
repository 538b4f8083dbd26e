/// Takes server-sent events apart (https://html.spec.whatwg.org/multipage/server-sent-events.html, 9.2.6), however the bytes are cut.
struct EventStreamParser {
  struct Event: Equatable {
    /// Empty where the stream names none.
    var name: String
    var data: [UInt8]
    /// Of the newest place in the stream.
    var id: String
  }

  /// The stream holds more in one event than `limit`.
  struct TooLong: Error {}

  /// Bytes of one line, and of one event's data.
  var limit = 16 << 20
  /// Of the newest place that the stream has named, with an event or without.
  private(set) var lastID = ""

  private var line: [UInt8] = []
  private var endedWithCR = false
  private var isFirstLine = true
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var newID = ""

  init(limit: Int = 16 << 20) { self.limit = limit }

  /// - Returns: the events that these bytes complete.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      let isSecondHalf = endedWithCR && byte == 0x0a
      endedWithCR = byte == 0x0d
      if isSecondHalf { continue }
      if byte == 0x0a || byte == 0x0d {
        if let event = try endLine() { events.append(event) }
      } else {
        if line.count == limit { throw TooLong() }
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() throws(TooLong) -> Event? {
    defer { line.removeAll(keepingCapacity: true) }
    if isFirstLine, line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    isFirstLine = false
    if line.isEmpty { return dispatch() }
    let field = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line.dropFirst(field.count + 1)
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      if data.count + value.count >= limit { throw TooLong() }
      if hasData { data.append(0x0a) }
      data += value
      hasData = true
    case "id": if !value.contains(0) { newID = String(decoding: value, as: UTF8.self) }
    // A comment is a field without a name; `retry` and unknown ones do not matter here.
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> Event? {
    lastID = newID
    defer { (name, data, hasData) = ("", [], false) }
    return hasData ? Event(name: name, data: data, id: lastID) : nil
  }
}
