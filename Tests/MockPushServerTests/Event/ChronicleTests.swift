import Testing

@testable import MockPushServer

@Suite struct ChronicleTests {
  /// A page as text: `1a 2b`, `gap 3`, `reset 4`.
  private static func text(_ page: Chronicle<String>.Page) -> String {
    switch page {
    case .reset(let number): "reset \(number)"
    case .gap(let through): "gap \(through)"
    case .elements(let elements): elements.map { "\($0.first)\($0.element)" }.joined(separator: " ")
    }
  }

  private static func made(_ elements: [(String, events: Int, weight: Int)], count: Int = 100, weight: Int = 100) -> Chronicle<String> {
    let chronicle = Chronicle<String>(limits: .init(count: count, weight: weight))
    for (element, events, weight) in elements { chronicle.append(element, events: events, weight: weight) }
    return chronicle
  }

  @Test(arguments: [
    (0, 10, "1a 2b 3c"), (0, 2, "1a 2b"), (1, 10, "2b 3c"), (2, 1, "3c"), (3, 10, ""), (99, 10, ""), (.max, 10, ""), (0, 0, ""),
  ]) func whatComesAfterANumber(number: Int, limit: Int, expected: String) {
    let chronicle = Self.made([("a", 1, 1), ("b", 1, 1), ("c", 1, 1)])
    #expect(Self.text(chronicle.page(after: number, limit: limit)) == expected)
  }

  @Test(arguments: [
    (.max, 10, "3c 2b 1a"), (.max, 2, "3c 2b"), (4, 1, "3c"), (3, 10, "2b 1a"), (2, 10, "1a"), (1, 10, ""), (0, 10, ""), (.min, 10, ""),
  ]) func whatCameBeforeANumber(number: Int, limit: Int, expected: String) {
    let chronicle = Self.made([("a", 1, 1), ("b", 1, 1), ("c", 1, 1)])
    #expect(Self.text(.elements(chronicle.page(before: number, limit: limit))) == expected)
  }

  /// Elements of 3, 1 and 2 events: numbers 1 to 3, 4, 5 and 6.
  @Test(arguments: [(0, "1a 4b 5c"), (1, "1a 4b 5c"), (2, "1a 4b 5c"), (3, "4b 5c"), (4, "5c"), (5, "5c"), (6, "")])
  func anElementOfSeveralEventsIsThereUntilItsLast(number: Int, expected: String) {
    let chronicle = Self.made([("a", 3, 3), ("b", 1, 1), ("c", 2, 2)])
    #expect(chronicle.newest == 6)
    #expect(Self.text(chronicle.page(after: number, limit: 10)) == expected)
  }

  @Test(arguments: [(2, 100, "3c 4d"), (100, 2, "3c 4d"), (100, 3, "2b 3c 4d"), (0, 100, ""), (100, 0, "")])
  func theOldestGoWhenTheyAreTooManyOrTooHeavy(count: Int, weight: Int, expected: String) {
    let chronicle = Self.made(["a", "b", "c", "d"].map { ($0, 1, 1) }, count: count, weight: weight)
    #expect(Self.text(.elements(chronicle.page(before: .max, limit: 10).reversed())) == expected)
    let oldest = 4 - expected.split(separator: " ").count
    #expect(Self.text(chronicle.page(after: 0, limit: 10)) == (oldest == 0 ? expected : "gap \(oldest)"))
    #expect(Self.text(chronicle.page(after: oldest, limit: 10)) == expected)
  }

  @Test func whatIsHeavierThanAllMayBeIsNotKeptEither() {
    let chronicle = Self.made([("a", 1, 1), ("b", 5, 101)])
    #expect(Self.text(chronicle.page(after: 0, limit: 10)) == "gap 6")
    chronicle.append("c", weight: 1)
    #expect(Self.text(chronicle.page(after: 6, limit: 10)) == "7c")
  }

  @Test func aResetHasANumberAndNothingBeforeItIsLeft() {
    let chronicle = Self.made([("a", 1, 1), ("b", 1, 1)])
    chronicle.reset()
    for number in 0...2 { #expect(Self.text(chronicle.page(after: number, limit: 10)) == "reset 3") }
    #expect(Self.text(chronicle.page(after: 3, limit: 10)) == "")
    chronicle.append("c", weight: 1)
    #expect(Self.text(chronicle.page(after: 2, limit: 10)) == "reset 3")
    #expect(Self.text(chronicle.page(after: 3, limit: 10)) == "4c")
    #expect(Self.text(.elements(chronicle.page(before: .max, limit: 10))) == "4c")
  }

  // MARK: Following

  @Test func newsThatAreThereAreNotWaitedFor() async {
    let chronicle = Self.made([("a", 1, 1)])
    #expect(await chronicle.news(after: 0) == .news)
  }

  enum Cause: CaseIterable { case append, reset, beat, cancel }

  /// Whatever comes first, the wait or what ends it.
  @Test(arguments: Cause.allCases) func aWaitEnds(cause: Cause) async {
    for _ in 0..<50 {
      let chronicle = Self.made([("a", 1, 1)])
      let waiting = Task { await chronicle.news(after: 1) }
      switch cause {
      case .append: chronicle.append("b", weight: 1)
      case .reset: chronicle.reset()
      case .cancel: waiting.cancel()
      case .beat:
        // A beat wakes only who waits already.
        let beating = Task {
          while !Task.isCancelled {
            chronicle.beat()
            await Task.yield()
          }
        }
        #expect(await waiting.value == .beat)
        beating.cancel()
        continue
      }
      #expect(await waiting.value == (cause == .cancel ? .end : .news))
    }
  }

  /// Writers and followers on all threads: nobody misses anything.
  @Test func followersSeeEveryEventOnce() async {
    let chronicle = Chronicle<Int>(limits: .init(count: 100_000, weight: 100_000))
    let followers = (0..<4).map { _ in
      Task {
        var seen: [Int] = []
        while seen.count < 8_000, await chronicle.news(after: seen.count) == .news {
          guard case .elements(let elements) = chronicle.page(after: seen.count, limit: 7) else { break }
          #expect(elements.first?.first == seen.count + 1)
          seen += elements.map(\.element)
        }
        return seen
      }
    }
    await withTaskGroup { group in
      for writer in 0..<4 { group.addTask { for number in 0..<2_000 { chronicle.append(writer * 2_000 + number, weight: 1) } } }
    }
    for follower in followers { #expect(await follower.value.sorted() == Array(0..<8_000)) }
  }
}
