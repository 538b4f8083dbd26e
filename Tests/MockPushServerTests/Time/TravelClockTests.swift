import PushStore
import Synchronization
import Testing
@testable import MockPushServer

/// A system clock that a test moves.
private final class HandClock: WallClock {
  private let time = Mutex(Timestamp(milliseconds: 1_000_000))
  var now: Timestamp { time.withLock { $0 } }
  func pass(_ milliseconds: Int64) { time.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) } }
}

@Suite struct TravelClockTests {
  @Test func withoutSettingItIsSystemTime() {
    let system = HandClock(), clock = TravelClock(system: system)
    system.pass(5)
    #expect(clock.now == system.now)
  }

  @Test func frozenIgnoresSystemTime() {
    let system = HandClock(), clock = TravelClock(.frozen(Timestamp(milliseconds: 7)), system: system)
    system.pass(1_000)
    #expect(clock.now == Timestamp(milliseconds: 7))
  }

  @Test(arguments: [Int64(-500_000), 0, 86_400_000]) func runningKeepsItsDistance(_ ahead: Int64) {
    let system = HandClock(), clock = TravelClock(.running(aheadBy: ahead), system: system)
    system.pass(250)
    #expect(clock.now.milliseconds == 1_000_250 + ahead)
  }

  @Test func aStateForAMomentShowsThatMoment() {
    let system = HandClock(), clock = TravelClock(system: system)
    let target = Timestamp(milliseconds: 123)
    clock.set(clock.state(at: target, frozen: false))
    #expect(clock.now == target)
    system.pass(10)
    #expect(clock.now == Timestamp(milliseconds: 133))
    clock.set(clock.state(at: target, frozen: true))
    system.pass(10)
    #expect(clock.now == target)
    #expect(clock.state == .frozen(target))
  }
}
