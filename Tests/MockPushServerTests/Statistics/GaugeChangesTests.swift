import Testing

@testable import PushStore

/// Changes of gauges as they are stored.
@Suite struct GaugeChangesTests {
  @Test func whatIsWrittenIsRead() {
    var numbers = SeededGenerator(state: 3)
    for size in 0..<200 {
      var changes = GaugeChanges()
      var expected: [Int: Int] = [:]
      for _ in 0..<size {
        let value = Int.random(in: 0...[5, 300, 100_000].randomElement(using: &numbers)!, using: &numbers)
        let most = [2, 1_000_000].randomElement(using: &numbers)!
        let change = Int.random(in: -most...most, using: &numbers)
        changes.add(change, to: value)
        expected[value, default: 0] += change
      }
      let read = changes.encoded.withUnsafeBufferPointer { GaugeChanges($0) }
      #expect(read.byValue == expected.filter { $0.value != 0 })
    }
  }

  @Test func extremesAreKept() {
    var changes = GaugeChanges()
    for (value, change) in [(0, Int.min), (1, Int.max), (127, -1), (128, 1), (Int.max, 64)] { changes.add(change, to: value) }
    #expect(changes.encoded.withUnsafeBufferPointer { GaugeChanges($0) } == changes)
  }

  @Test func smallOnesTakeTwoBytesAndNoneTakeNothing() {
    var changes = GaugeChanges()
    #expect(changes.encoded == [])
    changes.add(3, to: 5)
    changes.add(-63, to: 2)
    changes.add(1, to: 9)
    changes.add(-1, to: 9)
    #expect(changes.encoded == [2, 125, 5, 6])
  }

  @Test func bytesThatWereCutAreReadAsFarAsTheyGo() {
    for bytes: [UInt8] in [[2], [0x82], [2, 0x80], [2, 6, 3]] {
      let read = bytes.withUnsafeBufferPointer { GaugeChanges($0) }
      #expect(read.byValue[2] == (bytes.count > 2 ? 3 : 0))
    }
  }
}
