import Testing

@testable import MockPushServer

@Suite struct RingQueueTests {
  /// Against an array, through growth and around the ring's end many times.
  @Test func itIsAQueue() {
    var generator = SeededGenerator(state: 7)
    var queue = RingQueue<Int>()
    var model: [Int] = []
    for number in 0..<20_000 {
      // More comes than goes at first, later the other way round.
      if Int.random(in: 0..<10, using: &generator) < (number < 8_000 ? 6 : 4) {
        queue.append(number)
        model.append(number)
      } else if !model.isEmpty {
        #expect(queue.removeFirst() == model.removeFirst())
      }
      #expect(queue.count == model.count)
      if let index = model.indices.randomElement(using: &generator) { #expect(queue[index] == model[index]) }
    }
  }

  @Test func whatIsTakenOutIsLetGo() {
    final class Thing: Sendable {}
    var queue = RingQueue<Thing>()
    weak var first: Thing?
    do {
      let thing = Thing()
      first = thing
      queue.append(thing)
    }
    queue.append(Thing())
    #expect(first != nil)
    _ = queue.removeFirst()
    #expect(first == nil)
  }
}
