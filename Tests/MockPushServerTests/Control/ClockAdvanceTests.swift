@testable import PushStore
import Testing

@testable import MockPushServer

@Suite struct ClockAdvanceTests {
  private static func advance(_ server: TestServer, _ body: JSON) async -> TestAnswer {
    await server.send(.post, "/_mock/clock/advance", json: body, headers: [("Content-Type", "application/json")])
  }

  @Test("calendar units are Seoul's", arguments: [
    ("PT1H", "2026-01-31T01:30:00.000+09:00"), ("P1D", "2026-02-01T00:30:00.000+09:00"), ("P1M", "2026-02-28T00:30:00.000+09:00"),
    ("P2Y1M", "2028-02-29T00:30:00.000+09:00"), ("PT0.5S", "2026-01-31T00:30:00.500+09:00"), ("PT0S", "2026-01-31T00:30:00.000+09:00"),
  ])
  func itGoesByADuration(by: String, now: String) async throws {
    try await withTestServer { server in
      await server.freeze("2026-01-31T00:30:00+09:00")
      let answer = await Self.advance(server, ["by": .string(by)])
      #expect(answer.json == ["now": .string(now), "mode": "frozen", "firedCount": 0, "fired": []], "\(answer.text)")
      #expect(await server.send(.get, "/_mock/clock").json["now"] == .string(now))
      let stored = try await server.stored { try $0.clock() }
      #expect(stored == .frozen(DateText.parse(now)!))
    }
  }

  @Test func itGoesToAMoment() async throws {
    try await withTestServer { server in
      await server.freeze("2026-01-31T00:30:00+09:00")
      #expect(await Self.advance(server, ["to": "2026-02-01T00:00:00Z"]).json["now"] == "2026-02-01T09:00:00.000+09:00")
      #expect(await Self.advance(server, ["to": "2026-02-01T09:00:00.000+09:00", "by": nil]).json["firedCount"] == 0, "to where it is")
      #expect(await Self.advance(server, ["to": "9999-12-31T23:59:59.999+09:00"]).json["now"] == "9999-12-31T23:59:59.999+09:00")
    }
  }

  @Test func itTellsWhatItFired() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await server.guide(day: 1)
      await server.register("t", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.register("off", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.register(.device("off", .apns, (false, true, false)))
      let answer = await Self.advance(server, ["by": "P1M"])
      let id = try #require(await server.control(.get, "/messages/latest").json["messageId"]?.intValue)
      #expect(answer.json == [
        "now": "2026-04-15T00:00:00.000+09:00", "mode": "frozen", "firedCount": 1,
        "fired": [[
          "at": "2026-04-01T10:00:00.000+09:00", "due": "2026-04-01T10:00:00.000+09:00", "kind": "AD_OPT_IN_GUIDE", "appkey": "APP",
          "messageId": .number(JSONNumber(id)), "messageIdString": .string(String(id)), "messageStatus": "COMPLETE", "targetCount": 1, "sentCount": 1,
        ]],
      ], "\(answer.text)")
    }
  }

  @Test func goingNowhereSettles() async throws {
    try await withTestServer { server in
      await server.register()
      try await server.insert(Body.notification())
      await server.advance(by: "PT0S")
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "COMPLETE")
    }
  }

  @Test func aRunningClockGoesOnRunning() async throws {
    try await withTestServer { server in
      _ = await server.send(.put, "/_mock/clock", json: ["now": "2031-01-01T00:00:00+09:00", "mode": "running"], headers: [("Content-Type", "application/json")])
      let answer = await Self.advance(server, ["to": "2035-06-01T00:00:00+09:00"])
      #expect(answer.json["mode"] == "running")
      guard case .running(let ahead) = server.application.clock.state else { Issue.record("it does not run"); return }
      let stored = try await server.stored { try $0.clock() }
      #expect(stored == .running(aheadBy: ahead))
      #expect(abs(ahead - (DateText.parse("2035-06-01T00:00:00+09:00")!.milliseconds - SystemClock().now.milliseconds)) < 60_000)
    }
  }

  @Test(arguments: [
    ([:], "either by or to"), (["by": .null], "either by or to"), (["by": "PT1H", "to": "2027-01-01T00:00:00+09:00"], "either by or to"),
    (["by": "1 hour"], "by is `1 hour`: it is an ISO 8601 duration"), (["by": 3_600], "by is `3600`"), (["by": ""], "by is empty"),
    (["by": "-PT1H"], "without a sign"), (["by": "P"], "ISO 8601 duration"), (["by": "P99999Y"], "at most 10000 years"),
    (["by": "P8000Y"], "after the year 9999"), (["by": "P7973Y9M29DT14H59M59.999S"], nil), (["by": "P7973Y9M29DT15H"], "after the year 9999"),
    (["to": "2026-03-02T08:59:59.999+09:00"], "before 2026-03-02T09:00:00.000+09:00"), (["to": "2026-03-02T08:59:59.999+09:00"], "\"reset\":true"),
    (["to": "2026-03-03"], "to must be a string such as"), (["to": 1], "to must be"), (["to": "10000-01-01T00:00:00+09:00"], "to must be"),
    (["For": "PT1H"], "`For`"), (["bye": "PT1H"], "Did you mean `by`?"),
  ] as [(JSON, String?)]) func faultyBodiesSayWhatWouldBeRight(_ body: JSON, _ words: String?) async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-02T09:00:00+09:00")
      await server.register()
      let answer = await Self.advance(server, body)
      guard let words else {
        #expect(answer.status == 200, "\(answer.text)")
        return
      }
      #expect(answer.status == 400)
      #expect(answer.sentence?.contains(words) == true, "\(answer.text)")
      #expect(await server.send(.get, "/_mock/clock").json == ["now": "2026-03-02T09:00:00.000+09:00", "mode": "frozen"])
    }
  }

  @Test func manyAtOnceAddUp() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-02T09:00:00+09:00")
      await server.guide(day: 3)
      await withTaskGroup { group in
        for number in 0..<40 {
          group.addTask {
            switch number % 4 {
            case 0: await server.register(.device("t\(number)"))
            case 1: await server.settle()
            default: await server.advance(by: "PT1H")
            }
          }
        }
      }
      #expect(await server.send(.get, "/_mock/clock").json["now"] == "2026-03-03T05:00:00.000+09:00")
    }
  }

  @Test func resetsAndTravelsInAnyOrder() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-02T09:00:00+09:00")
      await withTaskGroup { group in
        for number in 0..<40 {
          group.addTask {
            switch number % 4 {
            case 0: #expect(await server.send(.post, "/_mock/reset").status == 200)
            case 1: await server.guide(day: 1)
            case 2: await server.call(.post, "/messages", json: Body.notification()).succeeds()
            default: await server.advance(by: "P3M")
            }
          }
        }
      }
      await server.settle()
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      #expect(server.now == TestServer.start)
      #expect(await server.advance(by: "P1000Y")["firedCount"] == 0)
      #expect(server.log.lines.filter { $0.contains("error") } == [])
    }
  }

  @Test func aServerThatStopsSaysSo() async throws {
    try await withTestServer { server in
      await server.application.scheduler.stop()
      let now = server.now
      let answers = [await Self.advance(server, ["by": "PT1H"]), await server.send(.post, "/_mock/settle")]
      #expect(answers.allSatisfy { $0.status == 503 && $0.sentence?.contains("stopping") == true })
      #expect(server.now == now)
    }
  }

  @Test func aFailureOnTheWayIsTold() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-15T00:00:00+09:00")
      await server.guide(day: 1)
      await server.register("t", agreedAt: "2024-03-20T00:00:00+09:00")
      // As a disk that is full.
      try await server.application.store.write { try $0.connection.execute("CREATE TRIGGER full BEFORE INSERT ON consent_window BEGIN SELECT raise(ABORT, 'full'); END") }
      let answer = await Self.advance(server, ["by": "P2M"])
      #expect(answer.status == 500)
      #expect(answer.sentence?.contains("The clock shows 2026-05-15T00:00:00.000+09:00, but something that was due on the way failed") == true, "\(answer.text)")
      #expect(server.log.lines.contains { $0.contains("what is due cannot be fired") })
      try await server.application.store.write { try $0.connection.execute("DROP TRIGGER full") }
      await server.settle()
      #expect(await server.reasons() == ["t": "ACCEPTED"])
    }
  }
}
