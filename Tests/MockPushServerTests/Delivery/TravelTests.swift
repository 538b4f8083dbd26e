import Testing

@testable import MockPushServer

/// What time alone changes: tokens that expire (contract 9.4), and lists that forget (contract 2.4).
@Suite struct TravelTests {
  @Test func aTokenExpiresAfterTwelveMonthsAndIsATargetAgainWhenRegisteredAnew() async throws {
    try await withTestServer { server in
      await server.freeze("2027-02-28T12:00:00+09:00")
      await server.register(.device("stays"))
      await server.register(.device("anew"))
      await server.advance(to: "2028-02-28T11:59:59.999+09:00")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["stays": "ACCEPTED", "anew": "ACCEPTED"])
      await server.advance(by: "PT0.001S")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["stays": "EXPIRED", "anew": "EXPIRED"])
      #expect(await server.control(.get, "/messages/latest").json["messageStatus"] == "CANCEL_NO_TARGET")
      #expect(await server.token("stays") != nil, "it is not deleted")
      await server.register(.device("anew"))
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["stays": "EXPIRED", "anew": "ACCEPTED"])
      await server.advance(by: "P1Y")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["stays": "EXPIRED", "anew": "EXPIRED"])
    }
  }

  @Test func aMessageThatIsPendingWhenTheClockSetsOutIsDeliveredBefore() async throws {
    try await withTestServer { server in
      await server.freeze("2027-02-28T12:00:00+09:00")
      await server.register(.device("t"))
      try await server.insert(Body.notification())
      await server.advance(by: "P1Y")
      #expect(await server.reasons() == ["t": "ACCEPTED"], "neither expired nor out of time")
    }
  }

  static let lists: [(path: String, version: APIVersion, array: String)] = [
    ("/messages", .v24, "messages"), ("/message-errors", .v24, "messageErrors"), ("/invalid-tokens", .v24, "invalidTokens"),
  ]

  @Test("contract 2.4: data older than 30 days is not returned", arguments: lists.indices) func listsForgetAfterThirtyDays(index: Int) async throws {
    let list = Self.lists[index]
    try await withTestServer { server in
      await server.freeze("2028-02-29T12:00:00+09:00")
      await server.change(["listApiMessages": true])
      await server.register(.device("fails"))
      await server.register(.device("gone"))
      await server.devices([["token": "fails", "answer": "PROVIDER_ERROR"], ["token": "gone", "answer": "INVALID_TOKEN"]])
      await server.deliver(Body.notification())
      func count() async -> Int? {
        // From the dawn of time: `from` is raised silently.
        await server.call(.get, "\(list.path)?from=2000-01-01T00:00:00.000%2B09:00", list.version).succeeds().json[list.array]?.arrayValue?.count
      }
      #expect(await count() == 1)
      await server.advance(by: "P30D")
      #expect(await count() == 1, "30 days ago is still in")
      await server.advance(by: "PT0.001S")
      #expect(await count() == 0)
      #expect(await server.control(.get, "/messages").json["totalCount"] == 1, "our own routes forget nothing")
    }
  }

  @Test func logsForgetAfterThirtyDays() async throws {
    try await withTestServer { server in
      await server.freeze("2028-02-29T12:00:00+09:00")
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      func count() async -> JSON? {
        await server.call(.get, "/logs/message?uid=u-t&from=2000-01-01T00:00:00.000%2B09:00").succeeds().json["data"]?["count"]
      }
      await server.advance(by: "P30D")
      #expect(await count() == 1)
      await server.advance(by: "PT0.001S")
      #expect(await count() == 0)
    }
  }

  /// Contract 17.1: by the minute, over the same clock.
  @Test func theDuplicateWindowEnds() async throws {
    try await withTestServer { server in
      await server.change(["duplicateWindowMinutes": 10])
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      await server.advance(by: "PT10M")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "DUPLICATED_MESSAGE_TOKEN"])
      await server.advance(by: "PT0.001S")
      await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "ACCEPTED"])
    }
  }
}
