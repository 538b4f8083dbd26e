/// First in, first out, in a ring that grows to what it needs.
struct RingQueue<Element> {
  private var slots: [Element?] = []
  private var head = 0
  private(set) var count = 0

  /// - Parameter index: from the oldest, 0.
  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "the queue has \(count) elements")
    return slots[place(index)]!
  }

  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[place(count)] = element
    count += 1
  }

  mutating func removeFirst() -> Element {
    precondition(count > 0, "the queue is empty")
    let element = slots[head].take()!
    head = place(1)
    count -= 1
    return element
  }

  private func place(_ index: Int) -> Int {
    let place = head + index
    return place < slots.count ? place : place - slots.count
  }

  private mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(max(16, count * 2))
    for index in 0..<count { larger.append(slots[place(index)]) }
    while larger.count < larger.capacity { larger.append(nil) }
    (slots, head) = (larger, 0)
  }
}
