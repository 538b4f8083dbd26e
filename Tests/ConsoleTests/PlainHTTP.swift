import Foundation

/// One request over plain HTTP to this machine, by a connection of its own. URLSession on Linux refuses the headers of ChromeDriver's answers.
enum PlainHTTP {
  struct Answer {
    var status: Int
    var body: Data

    var json: [String: Any] { get throws { try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:] } }
  }

  /// - Parameter base: `http://127.0.0.1:PORT`
  static func send(_ method: String, _ base: String, _ path: String, headers: [String: String] = [:], json: Any? = nil) throws -> Answer {
    guard let port = base.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw BrowserError("\(base) has no port") }
    let body = try json.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nContent-Length: \(body.count)\r\n"
    if json != nil { head += "Content-Type: application/json\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    return try answer(try exchange(Data((head + "\r\n").utf8) + body, port))
  }

  private static func exchange(_ request: Data, _ port: UInt16) throws -> Data {
    #if canImport(Glibc)
      let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let handle = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(handle) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
    }
    guard isConnected else { throw BrowserError("nobody listens on port \(port)") }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var rest = request[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(handle, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BrowserError("port \(port) takes no more") }
      rest = rest.dropFirst(count)
    }
    var answer = Data()
    var piece = [UInt8](repeating: 0, count: 65_536)
    while !isWhole(answer) {
      let count = read(handle, &piece, piece.count)
      guard count > 0 else { break }
      answer += piece[..<count]
    }
    return answer
  }

  private static let end = Data("\r\n\r\n".utf8)

  /// Whether the body is as long as its header says; without one it ends with the connection.
  private static func isWhole(_ bytes: Data) -> Bool {
    guard let range = bytes.range(of: end), let length = length(bytes[..<range.lowerBound]) else { return false }
    return bytes.count - range.upperBound >= length
  }

  private static func length(_ head: Data) -> Int? {
    String(decoding: head, as: UTF8.self).firstMatch(of: /(?i)\r\ncontent-length: *(\d+)/).flatMap { Int($0.output.1) }
  }

  private static func answer(_ bytes: Data) throws -> Answer {
    guard let range = bytes.range(of: end), let match = String(decoding: bytes.prefix(32), as: UTF8.self).firstMatch(of: /^HTTP\/1\.[01] (\d{3})/) else {
      throw BrowserError("no HTTP answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
    }
    return Answer(status: Int(match.output.1) ?? 0, body: Data(bytes[range.upperBound...]))
  }
}
