/// Looks for the end of a run of characters that stand for themselves in a JSON string, eight bytes at a time.
enum JSONScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// - Returns: the first place from `start` on of a quote, a backslash or a control character (or `end`),
  ///   and whether the run may hold bytes beyond ASCII (true can be a false alarm from bytes just after the run).
  @inline(__always)
  static func plainRun(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> (end: Int, beyondASCII: Bool) {
    var position = start
    var seen: UInt64 = 0
    // The pointer stays inside `start..<end`: a word is read only when all its eight bytes are.
    while position + 8 <= end {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
      seen |= word
      let stops = zeroBytes(word ^ (ones &* 0x22)) | zeroBytes(word ^ (ones &* 0x5c)) | (word &- ones &* 0x20) & ~word & highs
      if stops != 0 { return (position + stops.trailingZeroBitCount / 8, seen & highs != 0) }
      position += 8
    }
    while position < end {
      let byte = base[position]
      if byte == 0x22 || byte == 0x5c || byte < 0x20 { break }
      seen |= UInt64(byte)
      position += 1
    }
    return (position, seen & highs != 0)
  }

  /// Sets the high bit of the lowest zero byte; bits above it may be false, which the search for the lowest never sees.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & highs
  }
}
