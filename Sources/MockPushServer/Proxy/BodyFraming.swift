/// Where a message's body ends: counts its bytes as they go by, and never changes them.
struct BodyFraming: Equatable {
  private enum State: Equatable {
    case length(Int)
    /// In the line with a chunk's size.
    case size(Int, digits: Int)
    /// Behind the size, to the line's end.
    case extensions(Int)
    case data(Int)
    /// The line end behind a chunk.
    case dataEnd
    /// Behind the last chunk, in a line with so many bytes.
    case trailer(Int)
    case complete
    /// All that comes, to the end of the connection.
    case untilClose
  }

  private var state: State

  static let none = BodyFraming(state: .complete)
  static let untilClose = BodyFraming(state: .untilClose)

  static func length(_ count: Int) -> BodyFraming { BodyFraming(state: count == 0 ? .complete : .length(count)) }

  static let chunked = BodyFraming(state: .size(0, digits: 0))

  var isComplete: Bool { state == .complete }
  /// True when only the connection's end is the body's.
  var isEndless: Bool { state == .untilClose }

  /// How many of these bytes belong to the body. What is no chunk makes the rest of the connection belong to it: the receiver shall judge.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    var position = 0
    while position < bytes.count {
      switch state {
      case .complete: return position
      case .untilClose: return bytes.count
      case .length(let left):
        let count = min(left, bytes.count - position)
        position += count
        state = count == left ? .complete : .length(left - count)
      case .data(let left):
        let count = min(left, bytes.count - position)
        position += count
        state = count == left ? .dataEnd : .data(left - count)
      default:
        step(bytes[position])
        position += 1
      }
    }
    return position
  }

  private mutating func step(_ byte: UInt8) {
    let isFeed = byte == UInt8(ascii: "\n")
    switch state {
    case .size(let size, let digits):
      if let digit = Self.hexadecimal(byte) {
        // 15 digits cannot overflow.
        state = digits < 15 ? .size(size << 4 | digit, digits: digits + 1) : .untilClose
      } else if digits == 0 {
        state = .untilClose
      } else if isFeed {
        state = Self.begin(size)
      } else {
        state = [UInt8(ascii: ";"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t")].contains(byte) ? .extensions(size) : .untilClose
      }
    case .extensions(let size): if isFeed { state = Self.begin(size) }
    case .dataEnd:
      if isFeed { state = .size(0, digits: 0) } else if byte != UInt8(ascii: "\r") { state = .untilClose }
    case .trailer(let count):
      if isFeed { state = count == 0 ? .complete : .trailer(0) } else if byte != UInt8(ascii: "\r") { state = .trailer(count + 1) }
    case .length, .data, .complete, .untilClose: break
    }
  }

  private static func begin(_ size: Int) -> State { size == 0 ? .trailer(0) : .data(size) }

  private static func hexadecimal(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

extension BodyFraming {
  /// ruling: a request whose end is told twice, or in a way that nobody knows, is passed on with all that follows: the server answers it as it would
  /// without a proxy, and the connection ends with that.
  init(request head: MessageHead) { self = Self.told(by: head) ?? .none }

  /// - Parameter method: of the request that is answered.
  init(answer head: MessageHead, status: Int, to method: String) {
    if method == "HEAD" || status == 204 || status == 304 || (status < 200 && status != 101) {
      self = .none
    } else {
      self = Self.told(by: head) ?? .untilClose
    }
  }

  /// nil when no field says anything.
  private static func told(by head: MessageHead) -> BodyFraming? {
    let (codings, lengths) = (head.items("transfer-encoding"), Set(head.values("content-length")))
    if codings.isEmpty, lengths.isEmpty { return nil }
    if codings == ["chunked"], lengths.isEmpty { return .chunked }
    // Int alone would accept "+5".
    guard codings.isEmpty, lengths.count == 1, let text = lengths.first, !text.hasPrefix("+"), let count = Int(text), count >= 0 else {
      return .untilClose
    }
    return .length(count)
  }
}
