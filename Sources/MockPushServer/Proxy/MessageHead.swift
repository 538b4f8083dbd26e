/// The first line and the fields of a request or an answer, byte for byte.
struct MessageHead {
  struct Field {
    /// In lower case.
    let name: String
    /// With its continuation lines, without the line end.
    var line: [UInt8]

    var value: String { MessageHead.trimmed(line.drop { $0 != UInt8(ascii: ":") }.dropFirst()) }
  }

  let start: [UInt8]
  private(set) var fields: [Field] = []
  /// Bytes that it took, line ends included.
  let size: Int

  init(lines: [ArraySlice<UInt8>], size: Int) {
    start = Array(lines[0])
    self.size = size
    for line in lines.dropFirst() {
      if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t"), !fields.isEmpty {
        fields[fields.endIndex - 1].line += Array("\r\n".utf8) + line
      } else {
        fields.append(Field(name: Self.trimmed(line.prefix { $0 != UInt8(ascii: ":") }).lowercased(), line: Array(line)))
      }
    }
  }

  /// Of every field of that lower-case name.
  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The lower-case items of all fields of that name, which separates them by commas.
  func items(_ name: String) -> [String] {
    values(name).flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.map { Self.trimmed($0).lowercased() }
  }

  /// Without blanks and line ends on either side.
  private static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> String {
    guard let first = text.firstIndex(where: { $0 > 0x20 }), let last = text.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(decoding: text[first...last], as: UTF8.self)
  }

  /// Fields that concern one connection only and are not passed on (RFC 9110, 7.6.1). What says where the body ends stays, whatever `Connection`
  /// names.
  private var connectionFields: Set<String> {
    var names = Set(items("connection") + items("proxy-connection"))
    names.subtract(["content-length", "transfer-encoding", "host"])
    return names.union(["connection", "proxy-connection", "keep-alive", "te", "upgrade", "proxy-authorization", "proxy-authenticate"])
  }

  /// The bytes for the next hop: another first line, no fields that were meant for the proxy, and everything else as it came.
  ///
  /// ruling: no `Via` is added: the mock shall see what the app sent.
  func passedOn(start: [UInt8], without names: Set<String> = [], adding added: [String] = []) -> [UInt8] {
    let dropped = connectionFields.union(names)
    var bytes = start
    for line in added.map({ Array($0.utf8) }) + fields.filter({ !dropped.contains($0.name) }).map(\.line) {
      bytes += Array("\r\n".utf8) + line
    }
    return bytes + Array("\r\n\r\n".utf8)
  }
}

/// Bytes that came and are not used yet, and the heads of messages in them.
struct HeadBuffer {
  private(set) var bytes: [UInt8] = []
  private var lines: [Range<Int>] = []
  private var lineStart = 0
  /// Before it no line ends that is not in `lines`: a head that drips in is scanned once.
  private var scanned = 0

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// The next head, when its blank line is there; blank lines before it do not count. Lines may end in a bare line feed (RFC 9112, 2.2).
  mutating func takeHead() -> MessageHead? {
    while let feed = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = lineStart..<(feed > lineStart && bytes[feed - 1] == UInt8(ascii: "\r") ? feed - 1 : feed)
      (lineStart, scanned) = (feed + 1, feed + 1)
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        let head = MessageHead(lines: lines.map { bytes[$0] }, size: scanned)
        let rest = bytes[scanned...]
        self = HeadBuffer()
        bytes = Array(rest)
        return head
      }
    }
    scanned = bytes.count
    return nil
  }

  /// Everything, as bytes of no head.
  mutating func takeAll() -> [UInt8] {
    defer { self = HeadBuffer() }
    return bytes
  }
}
