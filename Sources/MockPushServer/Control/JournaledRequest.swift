/// A journal entry taken apart, as far as somebody asks.
final class JournaledRequest {
  let number: Int
  let entry: JournalEntry

  init(_ number: Int, _ entry: JournalEntry) {
    self.number = number
    self.entry = entry
  }

  /// As it came, but for masked credentials and the end of a long body.
  private(set) lazy var request = Request(
    method: entry.method, target: entry.target, headers: entry.headers, body: entry.requestBody, scheme: entry.scheme)

  private lazy var segments = RequestPath(request.path).segments

  /// As the path names it, also one that does not exist; nil on other paths than `/push/…`.
  var version: String? { segments.first == "push" && segments.count > 1 ? segments[1] : nil }

  /// As the path names it, also one that does not exist.
  var appkey: String? { segments.count > 3 && segments[0] == "push" && segments[2] == "appkeys" ? segments[3] : nil }

  /// Nil when it is no JSON, or not all of it is kept.
  private(set) lazy var body: JSON? = isCut ? nil : try? JSONParser.parse(entry.requestBody)

  var isCut: Bool { entry.requestSize > JournalEntry.bodyLimit }

  /// Whom the path, the query or the body names: as `uid`, in `uids`, or as the target of a message.
  private(set) lazy var uids = named(["uid"], lists: ["uids"]) + (body?.objectValue?.targetUids ?? [])

  /// What the path, the query or the body names as `token` or `oldToken`.
  private(set) lazy var tokens = named(["token", "oldToken"], lists: [])

  private lazy var query = QueryItems(request.query)
  private lazy var captures = PathTemplate(stringLiteral: entry.template).match(segments[...]) ?? Parameters()

  private func named(_ names: [String], lists: [String]) -> [String] {
    var found: [String] = []
    for name in names {
      found += [captures.find(name), query[name], body?[name]?.stringValue].compactMap { $0 }
    }
    for name in lists {
      found += query.list(name)
      found += body?[name]?.texts ?? []
    }
    return found
  }
}

extension JournaledRequest {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", number)
    writer.member("at", entry.at)
    writer.member("received", entry.received)
    writer.member("microseconds", Int(entry.microseconds))
    writer.member("method", entry.method.rawValue)
    writer.member("path", String(request.path))
    writer.member("query", String(request.query))
    writer.member("template", entry.template)
    if let version { writer.member("version", version) }
    if let appkey { writer.member("appkey", appkey) }
    writer.member("scheme", entry.scheme.rawValue)
    let host = request.headers["Host"]
    if let host { writer.member("host", host) }
    writer.member("zone", ServiceZone(host: host).rawValue)
    if let via = entry.via { writer.member("via", via.rawValue) }
    writer.member("headers", .object(headers))
    writer.body("request", request.body, size: entry.requestSize)
    writer.member("status", entry.status)
    if let code = entry.resultCode { writer.member("resultCode", code) }
    if let hint = entry.hint { writer.member("hint", hint) }
    if let fault = entry.fault { writer.member("fault", fault) }
    if let fault = entry.connectionFault { writer.member("connection", fault.rawValue) }
    if let size = entry.responseSize { writer.body("response", entry.responseBody, size: size) } else { writer.member("responseIsStream", true) }
    writer.endObject()
  }

  /// Values of a field that came several times are joined, as RFC 9110, 5.3 has it.
  private var headers: JSONObject {
    var object = JSONObject()
    for (name, value) in request.headers.fields {
      let known = object.members.first { HeaderFields.isSame($0.key, name) }
      object[known?.key ?? name] = .string(known.flatMap { $0.value.stringValue.map { $0 + ", " + value } } ?? value)
    }
    return object
  }
}

extension JSONWriter {
  /// `requestBody` and `requestSize`: what is kept of a body, as text where it is UTF-8, else as `requestBodyBase64`, and how many bytes it had.
  fileprivate mutating func body(_ name: String, _ kept: [UInt8], size: Int) {
    var text = String(validating: kept, as: UTF8.self)
    // The cut may lie within a character.
    for cut in 1..<4 where text == nil && kept.count < size { text = String(validating: kept.dropLast(cut), as: UTF8.self) }
    key(name + (text == nil ? "BodyBase64" : "Body"))
    string(text ?? CertificateText.base64(kept))
    key(name + "Size")
    int(size)
  }
}
