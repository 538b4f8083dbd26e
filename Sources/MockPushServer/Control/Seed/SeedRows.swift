import PushStore

/// The token rows of an app, in slices: those that are written out, then those that are generated.
struct SeedRows {
  private let plan: SeedPlan
  private let slices: [SeedSlice]
  private var next = 0
  private var generated: GeneratedTokens?

  init(_ plan: SeedPlan, _ app: SeedApp) {
    self.plan = plan
    slices = app.slices
    generated = app.generator.map { GeneratedTokens($0, now: plan.now) }
  }

  /// The next few; empty at the end.
  mutating func nextSlice() -> [SeedRegistration] {
    if next < slices.count {
      next += 1
      return Self.rows(of: slices[next - 1], plan.text, now: plan.now)
    }
    var rows: [SeedRegistration] = []
    while rows.count < SeedSlice.rows, let row = generated?.next() { rows.append(row) }
    return rows
  }

  /// Rows that were checked, read again.
  static func rows(of slice: SeedSlice, _ text: [UInt8], now: Timestamp) -> [SeedRegistration] {
    text.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(base: buffer.baseAddress!, end: slice.bytes.upperBound)
      parser.position = slice.bytes.lowerBound
      return (0..<slice.count).map { _ in
        // The text is the one that was checked, row for row.
        let row = try! parser.value()
        parser.skipBlanks()
        if parser.skip(UInt8(ascii: ",")) { parser.skipBlanks() }
        return try! SeedToken.decode(row, now: now, path: "")
      }
    }
  }
}
