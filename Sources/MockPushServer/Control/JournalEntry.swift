import PushStore

/// One request to a vendor path and its answer, as the journal keeps them.
struct JournalEntry: Sendable {
  /// Bytes that are kept of a body.
  static let bodyLimit = 16 * 1024

  /// When it came, by the mock's clock.
  let at: Timestamp
  /// When it came, by the machine's clock.
  let received: Timestamp
  /// From its arrival to its answer.
  let microseconds: Int64
  let method: Request.Method
  let scheme: Request.Scheme
  let status: Int
  let resultCode: Int?
  let hint: String?
  let template: String
  /// Name of the fault rule that was applied.
  let fault: String?
  /// How it broke the connection; the status was not sent then, except where the fault shows a part of the answer.
  let connectionFault: ConnectionFault?
  let via: Request.Via?
  /// Bytes of the whole body.
  let requestSize: Int
  /// Bytes of the whole body; nil where it is a stream.
  let responseSize: Int?
  private let text: JournalText.Block
  /// Where each part begins in the text, and where the last one ends.
  private let places: Places

  private struct Places {
    var target: Int32 = 0, headers: Int32 = 0, request: Int32 = 0, response: Int32 = 0, end: Int32 = 0
  }

  init(_ request: Request, _ response: Response, at: Timestamp, received: Timestamp, microseconds: Int64, keptIn journal: JournalText) {
    (self.at, self.received, self.microseconds) = (at, received, microseconds)
    (method, scheme) = (request.method, request.scheme)
    status = response.status
    resultCode = response.note.resultCode
    hint = response.note.hint
    template = response.note.template
    fault = response.note.fault
    connectionFault = response.connectionFault
    via = request.via
    requestSize = request.body.count
    // HEAD is answered without what was made for it.
    let body = request.method == .head ? [] : response.body
    responseSize = response.stream == nil || request.method == .head ? body.count : nil

    let sent = request.body.prefix(Self.bodyLimit)
    let answered = body.prefix(Self.bodyLimit)
    var most = request.target.utf8.count + sent.count + answered.count
    for (name, value) in request.headers.fields { most += name.utf8.count + max(value.utf8.count, Self.mask.utf8.count) + 2 }
    var ends = Places()
    let kept = journal.keep(atMost: most) { pen in
      pen.write(request.target)
      ends.headers = Int32(pen.count)
      for (name, value) in request.headers.fields {
        pen.write(name)
        pen.write("\0")
        pen.write(Self.isSecret(name) ? Self.mask : value)
        pen.write("\0")
      }
      ends.request = Int32(pen.count)
      pen.write(sent)
      ends.response = Int32(pen.count)
      pen.write(answered)
      ends.end = Int32(pen.count)
    }
    let start = Int32(kept.start)
    text = kept.block
    places = Places(
      target: start, headers: start + ends.headers, request: start + ends.request, response: start + ends.response, end: start + ends.end)
  }

  // MARK: Credentials

  private static let mask = "********"

  /// Headers whose values are never kept.
  private static func isSecret(_ name: String) -> Bool {
    switch name.utf8.count {
    case 12: HeaderFields.isSame(name, "X-Secret-Key")
    case 13: HeaderFields.isSame(name, "Authorization")
    case 19: HeaderFields.isSame(name, "X-Secret-Access-Key") || HeaderFields.isSame(name, "Proxy-Authorization")
    case 20: HeaderFields.isSame(name, "X-User-Access-Key-ID")
    default: false
    }
  }

  // MARK: Parts

  /// What it takes in memory, about.
  var weight: Int { Int(places.end - places.target) + 256 + (hint?.utf8.count ?? 0) }

  var target: String { String(decoding: bytes(places.target, places.headers), as: UTF8.self) }

  var headers: HeaderFields {
    let texts = bytes(places.headers, places.request).split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    var fields = HeaderFields(capacity: texts.count / 2)
    for index in stride(from: 0, to: texts.count, by: 2) { fields.append(texts[index], texts[index + 1]) }
    return fields
  }

  /// The kept part.
  var requestBody: [UInt8] { bytes(places.request, places.response) }

  /// The kept part.
  var responseBody: [UInt8] { bytes(places.response, places.end) }

  private func bytes(_ start: Int32, _ end: Int32) -> [UInt8] { text[Int(start)..<Int(end)] }
}
