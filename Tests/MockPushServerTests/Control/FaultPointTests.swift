import Testing

@testable import MockPushServer

/// What fault rules do to vendor requests.
@Suite struct FaultPointTests {
  @Test func theFirstMatchingRuleAppliesAsOftenAsItSays() async throws {
    try await withTestServer { server in
      await server.fault(["name": "uids", "match": ["path": "/uids*"], "then": ["resultCode": 40401]])
      await server.fault(["name": "twice", "times": 2, "then": ["resultCode": 40001]])
      await server.fault(["name": "once", "times": 1, "then": ["resultCode": 40002]])
      var seen: [String?] = []
      for _ in 0..<4 { seen.append(await server.call(.post, "/tokens", json: Fixture.registration()).fault) }
      #expect(seen == ["twice", "twice", "once", nil])
      #expect(await server.call(.get, "/uids/u").fault == "uids")
      #expect(await server.faults().map { $0["timesLeft"]?.intValue } == [nil, 0, 0])
      #expect(await server.faults().map { $0["applied"]?.intValue } == [1, 2, 1])
    }
  }

  @Test func chanceComesOutTheSameForOneSeed() async throws {
    try await withTestServer { server in
      func run(_ seed: Int) async -> [Bool] {
        await server.clearFaults()
        await server.fault(["probability": .number(JSONNumber(text: "0.3")), "seed": .number(JSONNumber(seed)), "then": ["status": 503]])
        var hits: [Bool] = []
        for _ in 0..<200 { hits.append(await server.call(.get, "/tokens/t?pushType=FCM").status == 503) }
        #expect(await server.faults()[0]["applied"]?.intValue == hits.count { $0 })
        return hits
      }
      let first = await run(1)
      #expect((40...80).contains(first.count { $0 }))
      #expect(await run(1) == first)
      #expect(await run(2) != first)
    }
  }

  /// Times count what a rule was applied to; what chance spares goes on to the next rule.
  @Test func timesAndProbabilityTogether() async throws {
    try await withTestServer { server in
      await server.fault(["name": "rare", "times": 3, "probability": .number(JSONNumber(text: "0.1")), "seed": 5, "then": ["status": 503]])
      await server.fault(["name": "rest", "then": ["status": 500]])
      var names: [String?] = []
      for _ in 0..<200 { names.append(await server.call(.get, "/tokens/t?pushType=FCM").fault) }
      #expect(names.count { $0 == "rare" } == 3 && names.count { $0 == "rest" } == 197)
      #expect(names.first == "rest" || names[1] == "rest")
    }
  }

  @Test(arguments: [
    (["resultCode": 40401], 200, #"{"header":{"isSuccessful":false,"resultCode":40401,"resultMessage":"Client Error. Not found."}}"#),
    (["resultCode": 40007], 200, #"{"header":{"isSuccessful":false,"resultCode":40007,"resultMessage":"Client Error. Already registered."}}"#),
    (["resultCode": 50123], 200, #"{"header":{"isSuccessful":false,"resultCode":50123,"resultMessage":"Internal Error. Please report this."}}"#),
    (["resultCode": 400], 200, #"{"header":{"isSuccessful":false,"resultCode":400,"resultMessage":"Client Error. Occurred at a tagged API."}}"#),
    (["resultCode": 0], 200, #"{"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"}}"#),
    (["resultCode": -7, "resultMessage": "o\"wn", "status": 418], 418, #"{"header":{"isSuccessful":false,"resultCode":-7,"resultMessage":"o\"wn"}}"#),
    (["resultCode": 40401, "resultMessage": "gone"], 200, #"{"header":{"isSuccessful":false,"resultCode":40401,"resultMessage":"gone"}}"#),
    (["status": 503], 503, ""), (["status": 204], 204, ""), (["status": 500, "body": "<html>\n"], 500, "<html>\n"), (["body": ["a": [1, nil]]], 200, #"{"a":[1,null]}"#),
    (["body": []], 200, "[]"),
  ] as [(JSON, Int, String)]) func answersInTheHandlersPlace(then: JSON, status: Int, body: String) async throws {
    try await withTestServer { server in
      await server.fault(["then": then])
      let answer = await server.call(.post, "/tokens", json: Fixture.registration())
      #expect(answer.status == status && answer.text == body)
      #expect(answer.fault == "f1" && answer.hint == "fault rule f1 of /_mock/faults made this answer; no handler saw the request")
      await server.clearFaults()
      #expect(await server.token("a1b2") == nil, "nothing is stored")
    }
  }

  /// Before path, version and credential are looked at; our own paths and CONNECT are spared.
  @Test(arguments: [
    (.get, "/push/v2.4/appkeys/APP/nonsense", true), (.get, "/push/v9/appkeys/APP/tokens", true), (.post, "/push/v2.4/appkeys/APP/messages", true),
    (.get, "/push", true), (.get, "/", true), (.get, "/address-book-sdk/v1.0/recipients/u/contacts", true), (.get, "/_mock/health", false),
    (.get, "/_mock/nonsense", false), (.connect, "push.api.nhncloudservice.com:443", false),
  ] as [(Request.Method, String, Bool)]) func vendorPathsAlone(method: Request.Method, path: String, isHit: Bool) async throws {
    try await withTestServer { server in
      await server.fault(["then": ["status": 503]])
      let answer = await server.send(method, path)
      #expect((answer.status == 503) == isHit && (answer.fault != nil) == isHit)
    }
  }

  @Test func aDelayAloneLetsTheHandlerAnswerBehindIt() async throws {
    try await withTestServer { server in
      await server.fault(["name": "slow", "then": ["delayMs": 1500]])
      let client = PatientClient { #expect(await !server.knowsApp(), "not yet") }
      let response = await server.register("a1b2", as: client)
      #expect(client.waits == [.milliseconds(1500)])
      #expect(response.note.resultCode == 0 && response.note.fault == "slow" && response.connectionFault == nil)
      await server.clearFaults()
      #expect(await server.token("a1b2") != nil)
    }
  }

  @Test(arguments: [
    ["uniform": [100, 900]], ["lognormal": ["median": 300, "sigma": 1]], ["lognormal": ["median": 600_000, "sigma": 5]],
  ] as [JSON]) func delaysByChance(delay: JSON) async throws {
    try await withTestServer { server in
      func run(_ seed: Int) async -> [Duration] {
        await server.clearFaults()
        await server.fault(["seed": .number(JSONNumber(seed)), "then": ["delayMs": delay, "status": 503]])
        let client = PatientClient()
        for _ in 0..<400 { _ = await server.register("t", as: client) }
        return client.waits
      }
      let waits = await run(1)
      #expect(await run(1) == waits)
      #expect(await run(2) != waits)
      #expect(waits.allSatisfy { .zero <= $0 && $0 <= .milliseconds(FaultDelay.longest) })
      if delay["uniform"] != nil {
        #expect(waits.min()! < .milliseconds(150) && waits.max()! > .milliseconds(850) && waits.allSatisfy { .milliseconds(100) <= $0 && $0 <= .milliseconds(900) })
      } else {
        let median = Duration.milliseconds(delay["lognormal"]!["median"]!.intValue!)
        #expect((150...250).contains(waits.count { $0 < median }), "half of them are below the median")
      }
    }
  }

  @Test(arguments: [["status": 503], ["connection": "reset"], ["connection": "stall"], ["connection": "truncate", "resultCode": 40401], [:]] as [JSONObject], [true, false])
  func afterTheHandlerOrInItsPlace(change: JSONObject, isAfter: Bool) async throws {
    try await withTestServer { server in
      var then = change
      then["delayMs"] = 5
      if isAfter { then["after"] = true }
      await server.fault(["then": .object(then)])
      let client = PatientClient { #expect(await server.knowsApp() == isAfter, "stored first, or not yet") }
      let response = await server.register("a1b2", as: client)
      #expect(client.waits == [.milliseconds(5)])
      #expect(response.connectionFault?.rawValue == change["connection"]?.stringValue)
      #expect(response.note.template == "/push/{version}/appkeys/{appkey}/tokens")
      await server.clearFaults()
      #expect(await (server.token("a1b2") != nil) == (isAfter || change.isEmpty))
    }
  }

  @Test(arguments: ["reset", "empty", "garbage", "silence"]) func whatIsBrokenWithoutAnAnswerHasNoResult(connection: String) async throws {
    try await withTestServer { server in
      await server.fault(["then": ["connection": .string(connection)]])
      _ = await server.register("a1b2", as: PatientClient())
      let entry = await server.send(.get, "/_mock/requests/1").json
      #expect(entry["connection"]?.stringValue == connection && entry["resultCode"] == nil && entry["responseSize"] == 0, "\(entry.compactText)")
    }
  }

  @Test(arguments: [false, true]) func nobodyIsAnsweredWhoLeft(isAfter: Bool) async throws {
    try await withTestServer { server in
      await server.fault(["then": isAfter ? ["delayMs": 5, "after": true] : ["delayMs": 5]])
      let response = await server.register("a1b2", as: PatientClient(stays: false))
      #expect(response.connectionFault == .empty && response.note.fault == "f1")
      await server.clearFaults()
      #expect(await (server.token("a1b2") != nil) == isAfter)
    }
  }

  /// A request of the world before must not store anything in the world after.
  @Test func aResetForgetsWhatIsHeldBack() async throws {
    try await withTestServer { server in
      await server.fault(["then": ["delayMs": 5]])
      let response = await server.register("a1b2", as: PatientClient { _ = await server.send(.post, "/_mock/reset") })
      #expect(response.connectionFault == .empty)
      #expect(await server.token("a1b2") == nil)
    }
  }

  @Test func theLogNamesTheFault() async throws {
    try await withTestServer { server in
      await server.fault(["name": "flaky 서버", "times": 1, "then": ["connection": "reset"]])
      let answer = await server.call(.post, "/tokens", json: Fixture.registration())
      #expect(answer.fault == #"flaky \u{c11c}\u{bc84}"#)
      let line = server.log.lines.last { $0.contains("/tokens") } ?? ""
      #expect(line.contains("fault=\"flaky 서버\"") && line.contains("connection=reset"), "\(line)")
    }
  }
}
