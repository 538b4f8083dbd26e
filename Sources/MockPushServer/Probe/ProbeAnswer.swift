/// The bytes of an HTTP answer, as far as they have come.
struct ProbeAnswer {
  let status: Int
  let body: ArraySlice<UInt8>
  private let contentLength: Int?

  /// Nil until the headers are complete, or when this is no HTTP.
  init?(_ bytes: [UInt8]) {
    let separator = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return nil }
    self.status = status
    let field = lines.dropFirst().first { $0.lowercased().hasPrefix("content-length:") }
    contentLength = field.flatMap { Int($0.dropFirst("content-length:".count).filter { $0 != " " }) }
    body = bytes[(end + separator.count)...]
  }

  var isComplete: Bool { contentLength.map { body.count >= $0 } ?? false }

  /// The answer to `GET /_mock/health`.
  func health() throws(ProbeFault) -> JSON {
    guard status == 200 else { throw ProbeFault(reason: "it answers \(status) to GET /_mock/health, so it may be another server") }
    guard let health = try? JSONParser.parse(body), let text = health["status"]?.stringValue else {
      throw ProbeFault(reason: "its answer is not the one of mock-push-server")
    }
    guard text == "ok" else { throw ProbeFault(reason: "it says `\(ShownValue.oneLine(text))`") }
    return health
  }
}
