@testable import MockPushServer

/// An answer as a strict client reads it.
struct HTTPAnswer {
  let version: String
  let status: Int
  let headers: HeaderFields
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONObject { (try? JSONParser.parse(body))?.objectValue ?? JSONObject() }
  var saysClose: Bool { headers["Connection"]?.lowercased() == "close" }

  /// The vendor's code, when it is an answer in the vendor's envelope.
  var resultCode: Int? { json["header"]?.objectValue?["resultCode"]?.intValue }
  var resultMessage: String? { json["header"]?.objectValue?["resultMessage"]?.stringValue }
  var hint: String? { headers["X-Mock-Hint"] }

  /// The first answer in `bytes` and how many of them it takes; nil when it is not whole yet.
  static func parse(_ bytes: [UInt8], toHead: Bool = false) throws -> (HTTPAnswer, Int)? {
    guard let blank = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      let start = bytes.prefix(5)
      guard "HTTP/".utf8.starts(with: start) || start.isEmpty else { throw SocketFault.malformed(String(decoding: bytes, as: UTF8.self)) }
      return nil
    }
    var lines = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).components("\r\n")
    let first = lines.removeFirst().split(separator: " ", maxSplits: 2)
    guard first.count >= 2, first[0] == "HTTP/1.1" || first[0] == "HTTP/1.0", let status = Int(first[1]) else {
      throw SocketFault.malformed(String(decoding: bytes.prefix(200), as: UTF8.self))
    }
    var headers = HeaderFields()
    for line in lines {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw SocketFault.malformed(line) }
      headers.append(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
    }
    let hasBody = !toHead && status >= 200 && status != 204
    if hasBody, headers["Transfer-Encoding"]?.lowercased() == "chunked" {
      guard headers["Content-Length"] == nil else { throw SocketFault.malformed("a length beside chunks: \(lines)") }
      guard let (body, end) = try chunks(bytes, from: blank.upperBound) else { return nil }
      return (HTTPAnswer(version: String(first[0]), status: status, headers: headers, body: body), end)
    }
    var count = 0
    if hasBody {
      guard let length = headers["Content-Length"].flatMap({ Int($0) }) else { throw SocketFault.malformed("no length: \(lines)") }
      count = length
    }
    let end = blank.upperBound + count
    guard bytes.count >= end else { return nil }
    return (HTTPAnswer(version: String(first[0]), status: status, headers: headers, body: Array(bytes[blank.upperBound..<end])), end)
  }

  /// A chunked body and where it ends; nil when it is not whole yet.
  private static func chunks(_ bytes: [UInt8], from start: Int) throws -> (body: [UInt8], end: Int)? {
    var body: [UInt8] = []
    var position = start
    while let line = bytes[position...].firstRange(of: Array("\r\n".utf8)) {
      guard let size = Int(String(decoding: bytes[position..<line.lowerBound], as: UTF8.self), radix: 16) else {
        throw SocketFault.malformed("no size of a chunk: \(String(decoding: bytes[position..<line.lowerBound], as: UTF8.self))")
      }
      let end = line.upperBound + size
      guard bytes.count >= end + 2 else { return nil }
      guard bytes[end] == 0x0d, bytes[end + 1] == 0x0a else { throw SocketFault.malformed("a chunk is longer than it says") }
      body += bytes[line.upperBound..<end]
      position = end + 2
      if size == 0 { return (body, position) }
    }
    return nil
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}
