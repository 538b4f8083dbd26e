import PushStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The offsets of one zone over time, as a TZif file (RFC 9636) gives them.
struct ZoneData: Sendable {
  /// Seconds since 1970, ascending.
  private let transitions: [Int64]
  /// Seconds east of UTC from the transition of the same index on.
  private let offsets: [Int32]
  private let offsetBefore: Int32
  /// Holds after the last transition.
  private let rule: ZoneRule?

  /// A zone of which only the present rule is known; UTC without one.
  init(rule: ZoneRule?) {
    transitions = []
    offsets = []
    offsetBefore = 0
    self.rule = rule ?? ZoneRule(standard: 0)
  }

  /// Nil when these are not the bytes of a TZif file of version 2 or later.
  init?(tzif bytes: [UInt8]) {
    var reader = BigEndianReader(bytes: bytes)
    // The first block is for readers of 32-bit times.
    guard let old = reader.header(), old.version >= UInt8(ascii: "2"), reader.skip(old.size(timeWidth: 4)), let header = reader.header(),
      header.types > 0, header.size(timeWidth: 8) <= bytes.count - reader.position else { return nil }
    var transitions: [Int64] = []
    for _ in 0..<header.times { transitions.append(Int64(truncatingIfNeeded: reader.integer(8))) }
    var indexes: [Int] = []
    for _ in 0..<header.times { indexes.append(Int(reader.integer(1))) }
    var types: [Int32] = []
    for _ in 0..<header.types {
      types.append(Int32(truncatingIfNeeded: reader.integer(4)))
      reader.position += 2
    }
    reader.position += header.characters + header.leaps * 12 + header.standardMarks + header.utcMarks
    guard indexes.allSatisfy({ $0 < types.count }), zip(transitions, transitions.dropFirst()).allSatisfy(<) else { return nil }
    self.transitions = transitions
    offsets = indexes.map { types[$0] }
    offsetBefore = types[0]
    let footer = bytes[reader.position...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    rule = ZoneRule(String(decoding: footer, as: UTF8.self))
  }

  /// Nil when the machine has no such file.
  /// - Parameter name: one of `TimeZoneName.list`, so it cannot point outside the directory.
  init?(name: String, directory: String) {
    guard let bytes = Self.read("\(directory)/\(name)") else { return nil }
    self.init(tzif: bytes)
  }

  /// Where the machine keeps its IANA files; `TZDIR` names another place, as in tzset(3).
  static let directory: String = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"

  /// Seconds east of UTC.
  func offset(at moment: Timestamp) -> Int {
    let seconds = Self.seconds(moment)
    if let rule, seconds >= transitions.last ?? .min { return rule.offset(at: moment) }
    let count = transitionCount(upTo: seconds)
    return Int(count == 0 ? offsetBefore : offsets[count - 1])
  }

  /// Moments from after `start` to `end`, ascending, at which the offset may change; between them it does not. Not for more than a year.
  func changes(after start: Timestamp, upTo end: Timestamp) -> [Timestamp] {
    let listed = transitions[transitionCount(upTo: Self.seconds(start))..<transitionCount(upTo: Self.seconds(end))]
    let regular = [start, end].flatMap { rule?.changes(inYearOf: $0) ?? [] }.filter { start < $0 && $0 <= end }
    return Set(listed.map { Timestamp(milliseconds: $0 * 1_000) } + regular).sorted()
  }

  private static func seconds(_ moment: Timestamp) -> Int64 {
    let (quotient, remainder) = moment.milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  private func transitionCount(upTo seconds: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The largest file of the IANA database has under 4 KB.
  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    while count < bytes.count {
      // The pointer is used within the call only, and `count` stays below the array's size.
      let got = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress! + count, $0.count - count, off_t(count)) }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return Array(bytes[..<count])
  }
}

/// Counts of a TZif block, in the file's order.
private struct ZoneHeader {
  let version: UInt8
  let utcMarks, standardMarks, leaps, times, types, characters: Int

  func size(timeWidth: Int) -> Int {
    times * (timeWidth + 1) + types * 6 + characters + leaps * (timeWidth + 4) + standardMarks + utcMarks
  }
}

private struct BigEndianReader {
  let bytes: [UInt8]
  var position = 0

  mutating func header() -> ZoneHeader? {
    guard bytes.count - position >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8) else { return nil }
    let version = bytes[position + 4]
    position += 20
    let counts = (0..<6).map { _ in Int(integer(4)) }
    return ZoneHeader(
      version: version, utcMarks: counts[0], standardMarks: counts[1], leaps: counts[2], times: counts[3], types: counts[4], characters: counts[5])
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= bytes.count - position else { return false }
    position += count
    return true
  }

  mutating func integer(_ width: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in bytes[position..<position + width] { value = value << 8 | UInt64(byte) }
    position += width
    return value
  }
}
