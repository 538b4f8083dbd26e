import PushStore
import Testing

@testable import MockPushServer

private typealias Event = ScriptedSource.Event

private func at(_ seconds: Int64) -> Timestamp { TestServer.at(seconds) }

/// Travelling over what scripted sources make due.
@Suite struct SchedulerAdvanceTests {
  @Test func allSourcesFireEachAtItsOwnMomentInOrder() async throws {
    try await withTestServer { server in
      let journal = ScriptedSource.Journal()
      let a = ScriptedSource(server, "a", at: [30, 10, 20], journal), b = ScriptedSource(server, "b", at: [15, 20, 40, 41], journal)
      let rig = SchedulerRig(server, [a, b])
      let walk = try await rig.advance(to: 40)
      let expected = [("a", 10), ("b", 15), ("a", 20), ("b", 20), ("a", 30), ("b", 40)] as [(String, Int64)]
      #expect(journal.events == expected.map { Event(name: $0, due: at($1), now: at($1)) }, "at equal moments in the order of the sources; 41 is beyond")
      #expect(walk.fired.map(\.at) == expected.map { at($0.1) } && walk.fired.map(\.item.due) == walk.fired.map(\.at))
      #expect(walk.firedCount == 6 && walk.failure == nil)
      #expect(rig.clock.now == at(40))
      let stored = try await rig.stored()
      #expect(stored == .frozen(at(40)))
    }
  }

  @Test func eachStopLastsUntilItsMessagesAreDelivered() async throws {
    try await withTestServer { server in
      await server.register()
      let rig = SchedulerRig(server, [ScriptedSource(server, at: [1, 2, 3])])
      // What is pending before is delivered before the clock moves.
      try await server.insert(Body.notification())
      try await rig.advance(to: 60)
      let messages = try #require(await server.control(.get, "/messages").json["messages"]?.arrayValue)
      #expect(messages.map { $0["createdDateTime"]?.stringValue } == [3, 2, 1, 0].map { Fixture.wireTime($0) })
      #expect(messages.map { $0["completedDateTime"] } == messages.map { $0["createdDateTime"] })
      #expect(messages.allSatisfy { $0["messageStatus"] == "COMPLETE" && $0["sentCount"] == 1 })
    }
  }

  @Test func whatFiringMakesDueFiresToo() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [10]) { source, due in
        if source.journal.events.count == 1 { source.add([10, 25, 31]) }
        if due == at(25) { source.add([5]) }
      }
      let rig = SchedulerRig(server, [source])
      let walk = try await rig.advance(to: 30)
      #expect(walk.fired.map(\.item.due) == [10, 10, 25, 5].map(at), "what is overdue fires at once")
      #expect(walk.fired.map(\.at) == [10, 10, 25, 25].map(at), "and the clock never goes back")
      try await rig.advance(to: 31)
      #expect(source.journal.events.last == Event(name: "a", due: at(31), now: at(31)))
    }
  }

  @Test func goingNowhereFiresWhatIsDueNow() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [-5, 0, 1])
      let rig = SchedulerRig(server, [source])
      let walk = try await rig.advance(to: 0)
      #expect(walk.fired.map(\.item.due) == [at(-5), at(0)])
      #expect(rig.clock.now == at(0))
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET", "delivered: nobody is registered")
    }
  }

  @Test func aThousandFiredItemsAreKeptAndAllAreCounted() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: (1...999).map { $0 })
      let rig = SchedulerRig(server, [source])
      source.add([1_000, 1_000, 1_000])
      let walk = try await rig.advance(to: 5_000)
      #expect(walk.firedCount == 1_002)
      #expect(walk.fired.map(\.at) == (1...1_000).map(at))
    }
  }

  @Test func aRunningClockStandsStillOnItsWayAndGoesOnFromTheTarget() async throws {
    try await withTestServer { server in
      let seen = ScriptedSource.Journal()
      let holder = ClockHolder()
      let source = ScriptedSource(server, at: [10, 20]) { _, due in
        holder.system?.pass(7_000)
        seen.add(Event(name: "clock", due: due, now: holder.clock!.now))
      }
      let rig = SchedulerRig(server, [source], .running(aheadBy: 500))
      holder.hold(rig.clock, rig.system)
      try await rig.advance(to: 60)
      #expect(seen.events.map(\.now) == [at(10), at(20)])
      #expect(rig.clock.state == .running(aheadBy: 60_000 - 14_000), "it runs from the target on")
      let stored = try await rig.stored()
      #expect(stored == rig.clock.state)
      rig.system.pass(1_000)
      #expect(rig.clock.now == at(61))
      await rig.scheduler.stop()
    }
  }

  /// As a crash at any stop leaves it: what is stored shows the moment of what was fired, in the clock's mode.
  @Test(arguments: [StoredClock.frozen(at(0)), .running(aheadBy: 0)]) func theClockIsStoredWithWhatItFires(_ state: StoredClock) async throws {
    try await withTestServer { server in
      let found = Found()
      let source = ScriptedSource(server, at: [10, 20, 3_600]) { _, due in await found.add(try await server.stored { try $0.clock() }) }
      let rig = SchedulerRig(server, [source], state)
      try await server.application.store.write { try $0.setClock(state) }
      try await rig.advance(to: 10_000)
      let expected = ([10, 20, 3_600] as [Int64]).map { seconds -> StoredClock in
        if case .frozen = state { .frozen(at(seconds)) } else { .running(aheadBy: seconds * 1_000) }
      }
      #expect(await found.clocks == expected)
      await rig.scheduler.stop()
    }
  }

  @Test func changesOfTheClockTakeTheirTurns() async throws {
    try await withTestServer { server in
      let gate = Gate()
      let source = ScriptedSource(server, at: [10]) { _, _ in await gate.pass() }
      let rig = SchedulerRig(server, [source])
      let first = Task { try await rig.advance(to: 100) }
      await gate.untilReached()
      let order = ScriptedSource.Journal()
      // Each next one waits before another is started.
      let put = Task { try await rig.scheduler.change { order.add(Event(name: "put", due: rig.clock.now, now: rig.clock.now)); rig.clock.set(.frozen(at(500))) } }
      await rig.untilWaiting(1)
      let second = Task {
        try await rig.scheduler.advance { now in
          order.add(Event(name: "advance", due: now, now: now))
          return now.advanced(byMilliseconds: 1_000)
        }
      }
      await rig.untilWaiting(2)
      let settle = Task { try await rig.scheduler.settle() }
      await rig.untilWaiting(3)
      #expect(rig.clock.now == at(10), "others see the clock where it travels")
      #expect(order.events == [])
      await gate.open()
      _ = try await (first.value, put.value, second.value, settle.value)
      #expect(order.events == [Event(name: "put", due: at(100), now: at(100)), Event(name: "advance", due: at(500), now: at(500))])
      #expect(rig.clock.now == at(501))
    }
  }

  @Test func aTargetThatIsRefusedChangesNothing() async throws {
    try await withTestServer { server in
      let source = ScriptedSource(server, at: [0])
      let rig = SchedulerRig(server, [source], .running(aheadBy: 250))
      await #expect(throws: ScriptedSource.Broken.self) { try await rig.scheduler.advance { _ in throw ScriptedSource.Broken() } }
      #expect(rig.clock.state == .running(aheadBy: 250) && source.journal.events == [])
      rig.system.pass(1)
      #expect(rig.clock.now == at(0).advanced(byMilliseconds: 251), "it does not stand still")
    }
  }
}

/// A clock that is known only after the source that looks at it.
private final class ClockHolder: @unchecked Sendable { // set before anything is fired
  private(set) var clock: TravelClock?
  private(set) var system: HandClock?
  func hold(_ clock: TravelClock, _ system: HandClock) { (self.clock, self.system) = (clock, system) }
}

private actor Found {
  private(set) var clocks: [StoredClock?] = []
  func add(_ clock: StoredClock?) { clocks.append(clock) }
}
