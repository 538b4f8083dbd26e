import PushStore
import Synchronization
import Testing

@testable import MockPushServer

private typealias Event = ScriptedSource.Event

private func at(_ seconds: Int64) -> Timestamp { TestServer.at(seconds) }

/// What fires by itself, what a failure leaves, and the end.
@Suite struct SchedulerLifeTests {
  @Test func aFrozenClockFiresNothingByItself() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [-1])
      let rig = SchedulerRig(server, [source])
      await rig.scheduler.dueChanged()
      // Its turn would have come before this one's.
      _ = try await rig.scheduler.advance { now in
        #expect(source.journal.events == [])
        return now
      }
      #expect(source.journal.events.count == 1)
      #expect(await rig.sleeper.count == 0)
    }
  }

  @Test func settlingFiresWhatIsDueNow() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [0, -7, 1])
      let rig = SchedulerRig(server, [source])
      try await rig.scheduler.settle()
      #expect(source.journal.events.map(\.due) == [at(-7), at(0)])
      #expect(await server.control(.get, "/messages").json["messages"]?.arrayValue?.map { $0["messageStatus"] } == ["CANCEL_NO_TARGET", "CANCEL_NO_TARGET"])
    }
  }

  @Test func whatAMovedClockMakesOverdueFiresAtTheNewMomentInOrder() async throws {
    try await withTestServer { server in
      let journal = ScriptedSource.Journal()
      let rig = SchedulerRig(server, [ScriptedSource(server, "a", at: [20, 10], journal), ScriptedSource(server, "b", at: [15, 20, 31], journal)])
      try await rig.set(.frozen(at(30)))
      let expected = [("a", 10), ("b", 15), ("a", 20), ("b", 20)] as [(String, Int64)]
      #expect(journal.events == expected.map { Event(name: $0, due: at($1), now: at(30)) })
      // The engine was told.
      try await rig.engine.settle()
      #expect(await server.control(.get, "/messages").json["totalCount"] == 4)
    }
  }

  @Test func aStartFiresWhatWasDueMeanwhile() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [-3_600])
      let rig = SchedulerRig(server, [source])
      await rig.scheduler.start()
      try await rig.set(.frozen(at(9)))
      #expect(source.journal.events == [Event(name: "a", due: at(-3_600), now: at(0))], "before any change of the clock")
    }
  }

  @Test func aRunningClockSleepsUntilTheNextMoment() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [10, 200])
      let rig = SchedulerRig(server, [source], .running(aheadBy: 0))
      await rig.scheduler.start()
      #expect(await rig.sleeper.next() == .seconds(10))
      rig.system.pass(4_000)
      await rig.sleeper.wake()
      #expect(await rig.sleeper.next() == .seconds(6), "the machine woke it early")
      #expect(source.journal.events == [])
      rig.system.pass(6_003)
      await rig.sleeper.wake()
      #expect(await rig.sleeper.next() == .seconds(60), "a minute at most")
      #expect(source.journal.events == [Event(name: "a", due: at(10), now: at(10).advanced(byMilliseconds: 3))])
      // The machine slept, or its clock was set.
      rig.system.pass(1_000_000)
      await rig.sleeper.wake()
      while source.journal.events.count < 2 { await Task.yield() }
      try await rig.scheduler.settle()
      #expect(await rig.sleeper.count == 3, "nothing is to come, so nobody sleeps")
      await rig.scheduler.stop()
    }
  }

  @Test func anIdleServerSleepsOnlyWhenSomethingComes() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server)
      let rig = SchedulerRig(server, [source], .running(aheadBy: 0))
      try await rig.scheduler.settle()
      source.add([7])
      for _ in 0..<10 { await rig.scheduler.dueChanged() }
      #expect(await rig.sleeper.next() == .seconds(7))
      try await rig.scheduler.settle()
      source.add([3])
      await rig.scheduler.dueChanged()
      while await rig.sleeper.next() != .seconds(3) {}
      // Frozen, it sleeps no more.
      try await rig.set(.frozen(at(0)))
      let slept = await rig.sleeper.count
      await rig.sleeper.wake()
      rig.system.pass(100_000)
      try await rig.scheduler.change {}
      #expect(source.journal.events == [])
      #expect(await rig.sleeper.count == slept)
      // Let run again, it fires what has come meanwhile.
      try await rig.set(.running(aheadBy: 0))
      #expect(source.journal.events.map(\.due) == [at(3), at(7)])
      await rig.scheduler.stop()
    }
  }

  @Test func aFailingSourceStopsNoOther() async throws {
    try await withTestServer { server in
      let journal = ScriptedSource.Journal()
      let a = ScriptedSource(server, "a", at: [10, 20], journal), b = ScriptedSource(server, "b", at: [10, 15, 30], journal)
      let rig = SchedulerRig(server, [a, b])
      a.fail(times: 1)
      let walk = try await rig.advance(to: 30)
      #expect(walk.failure is ScriptedSource.Broken)
      #expect(journal.events.map(\.name) == ["b", "b", "b"] && rig.clock.now == at(30))
      #expect(rig.log.lines.count { $0.contains("what is due cannot be fired") } == 1)
      // The next one to ask fires what is left.
      try await rig.scheduler.settle()
      #expect(journal.events.suffix(2) == [Event(name: "a", due: at(10), now: at(30)), Event(name: "a", due: at(20), now: at(30))])
    }
  }

  @Test func whoSettlesHearsOfAFailingSource() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [0])
      let rig = SchedulerRig(server, [source])
      source.setCannotTell(true)
      await #expect(throws: ScriptedSource.Broken.self) { try await rig.scheduler.settle() }
      source.setCannotTell(false)
      try await rig.scheduler.settle()
      #expect(source.journal.events.count == 1)
    }
  }

  @Test func aFailingSourceIsAskedAgainAfterAWhile() async throws {
    try await withTestServer { server in
      let journal = ScriptedSource.Journal()
      let a = ScriptedSource(server, "a", at: [0], journal), b = ScriptedSource(server, "b", at: [20], journal)
      let rig = SchedulerRig(server, [a, b], .running(aheadBy: 0))
      a.fail(times: 2)
      await rig.scheduler.start()
      #expect(await rig.sleeper.next() == .seconds(20), "the other one is in time")
      rig.system.pass(20_000)
      await rig.sleeper.wake()
      #expect(await rig.sleeper.next() == .seconds(60))
      #expect(journal.events.map(\.name) == ["b"])
      rig.system.pass(60_000)
      await rig.sleeper.wake()
      while journal.events.count < 2 { await Task.yield() }
      #expect(journal.events.last == Event(name: "a", due: at(0), now: at(80)))
      await rig.scheduler.stop()
    }
  }

  @Test func aSourceThatFiresNothingIsNotAskedForEver() async throws {
    struct Stuck: DueSource {
      func nextDue() -> Timestamp? { at(10) }
      func fire(dueBy moment: Timestamp, now: Timestamp) -> [FiredItem] { [] }
    }
    try await withTestServer { server in
      let other = ScriptedSource(server, at: [20])
      let rig = SchedulerRig(server, [Stuck(), other])
      let walk = try await rig.advance(to: 30)
      #expect(walk.failure is NothingFired && walk.firedCount == 1 && rig.clock.now == at(30))
    }
  }

  @Test(arguments: [StoredClock.frozen(at(0)), .running(aheadBy: 0)]) func aFailingDeliveryStopsTheClockWhereItIs(_ state: StoredClock) async throws {
    try await withTestServer { server in
      await server.register()
      let source = ScriptedSource(server, at: [10, 20])
      // The engine's first looks succeed; the first page of outcomes does not.
      let rig = SchedulerRig(server, [source], state, engineStore: BreakingStore(server.application.store, pages: 0))
      await #expect(throws: BreakingStore.Broken.self) { try await rig.advance(to: 60) }
      #expect(rig.clock.now == at(10))
      #expect(rig.clock.isFrozen == (state == .frozen(at(0))), "it has its mode back")
      #expect(source.journal.events.map(\.due) == [at(10)])
      #expect(rig.log.lines.contains { $0.contains("the clock stopped on its way") })
      rig.system.pass(5)
      #expect(rig.clock.now == (rig.clock.isFrozen ? at(10) : at(10).advanced(byMilliseconds: 5)))
      await rig.scheduler.stop()
    }
  }

  @Test func aClockThatCannotBeStoredStops() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [10])
      let rig = SchedulerRig(server, [source], clockStore: BreakingStore(server.application.store, pages: -2))
      await #expect(throws: BreakingStore.Broken.self) { try await rig.advance(to: 60) }
      #expect(rig.clock.state == .frozen(at(10)), "the stop was stored with what fired there")
      // The scheduler is free for others.
      try await rig.set(.frozen(at(11)))
      try await rig.scheduler.settle()
    }
  }

  @Test func stoppingEndsATravelAtItsNextStep() async throws {
    try await withTestServer { server in
      let gate = Gate()
      let source = ScriptedSource(server, at: [10, 20, 30]) { _, due in if due == at(20) { await gate.pass() } }
      let rig = SchedulerRig(server, [source])
      let travel = Task { try await rig.advance(to: 60) }
      await gate.untilReached()
      let next = Task { try await rig.advance(to: 90) }
      await rig.untilWaiting(1)
      let stop = Task { await rig.scheduler.stop() }
      await rig.untilWaiting(2)
      await gate.open()
      await stop.value
      await #expect(throws: CancellationError.self) { try await travel.value }
      await #expect(throws: CancellationError.self) { try await next.value }
      await #expect(throws: CancellationError.self) { try await rig.scheduler.settle() }
      #expect(rig.clock.now == at(20) && source.journal.events.map(\.due) == [at(10), at(20)])
      let stored = try await rig.stored()
      #expect(stored == .frozen(at(20)), "the next start goes on from here")
    }
  }
}
