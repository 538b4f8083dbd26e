import PushStore
import Testing
@testable import MockPushServer

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

  @Test(arguments: [StoredClock.frozen(Timestamp(milliseconds: 7)), .running(aheadBy: -3)]) func aTravellingClockStandsStillAndKeepsItsMode(_ state: StoredClock) {
    let system = HandClock(), clock = TravelClock(state, system: system)
    let before = clock.now
    #expect(clock.halt() == before)
    system.pass(10)
    #expect(clock.now == before)
    clock.goOn()
    #expect(clock.now == (clock.isFrozen ? before : before.advanced(byMilliseconds: 10)))
    clock.travel(to: Timestamp(milliseconds: 50))
    system.pass(10)
    #expect(clock.now == Timestamp(milliseconds: 50))
    #expect(clock.state == state && clock.isFrozen == (state == .frozen(Timestamp(milliseconds: 7))))
    clock.travel(to: Timestamp(milliseconds: 60))
    #expect(clock.now == Timestamp(milliseconds: 60))
    clock.set(clock.state(at: clock.now))
    system.pass(10)
    #expect(clock.now == Timestamp(milliseconds: clock.isFrozen ? 60 : 70))
  }
}
