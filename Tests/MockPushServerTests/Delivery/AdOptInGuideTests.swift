import PushStore
import Testing

@testable import MockPushServer

/// Contract 16.4: whom the monthly guide goes to, and what it tells.
@Suite struct AdOptInGuideTests {
  @Test func itGoesToThoseWhoAgreedTwoYearsAgo() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      await server.guide(day: 1)
      await server.register("in", agreedAt: "2024-03-20T08:07:06+09:00")
      await server.register("fcm", .fcm, agreedAt: "2024-03-21T23:59:59.999+09:00")
      await server.register("voip", .apnsVoip, agreedAt: "2024-03-20T08:07:06+09:00")
      await server.register("before", agreedAt: "2024-02-20T08:07:06+09:00")
      await server.register("after", agreedAt: "2024-04-20T08:07:06+09:00")
      await server.register(.device("now"))
      await server.register(.device("never", .apns, (true, false, false)))
      let answer = await server.advance(to: "2026-04-02T00:00:00+09:00")
      #expect(answer.fired("due") == ["2026-04-01T10:00:00.000+09:00"] && answer.fired("at") == answer.fired("due"))
      #expect(await server.reasons() == ["in": "ACCEPTED", "fcm": "ACCEPTED", "voip": "PUSH_TYPE"], "others are not named at all")
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["origin"] == "CONSOLE" && message["messageType"] == "NOTIFICATION" && message["target"] == ["type": "ALL"])
      #expect(message["messageStatus"] == "COMPLETE" && message["targetCount"] == 2 && message["sentCount"] == 2)
      #expect(message["createdDateTime"] == "2026-04-01T10:00:00.000+09:00" && message["completedDateTime"] == message["createdDateTime"])
      #expect(await server.call(.get, "/messages").succeeds().json["totalCount"] == 1, "as what the console sends, it is listed")
    }
  }

  @Test func titleAndBodyTellEachTokenItsOwnDate() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      await server.guide(day: 1, content: [
        "default": ["title": "###AD_AGREEMENT_DATE_TIME###", "body": "since ###AD_AGREEMENT_DATE_TIME###, really ###AD_AGREEMENT_DATE_TIME###"],
      ])
      await server.register("a", agreedAt: "2024-03-20T08:07:06.999+09:00")
      await server.register("b", .fcm, agreedAt: "2024-03-31T15:00:00Z")
      await server.advance(to: "2026-04-01T10:00:00+09:00")
      func texts() async -> [String: [JSON?]] {
        Dictionary(uniqueKeysWithValues: await server.deliveries().map { delivery in
          let place = delivery["pushType"] == "FCM" ? delivery["payload"]?["data"] : delivery["payload"]?["aps"]?["alert"]
          return (delivery["token"]!.stringValue!, [place?["title"], place?["body"]])
        })
      }
      let told: [String: [JSON?]] = [
        "a": ["2024-03-20 08:07:06", "since 2024-03-20 08:07:06, really 2024-03-20 08:07:06"],
        "b": ["2024-04-01 00:00:00", "since 2024-04-01 00:00:00, really 2024-04-01 00:00:00"],
      ]
      #expect(await texts() == told)
      // What was told stays told, whatever becomes of the registration.
      await server.agreed("a", at: "2020-01-01T00:00:00+09:00")
      await server.register(.device("b", .fcm, (true, false, false)))
      #expect(await texts() == told)
      for (token, type) in [("a", "APNS"), ("b", "FCM")] { await server.call(.delete, "/tokens/\(token)?pushType=\(type)").succeeds() }
      #expect(await texts() == told)
      let logs = await server.call(.get, "/logs/message?uid=u-a").succeeds().json["data"]?["logs"]?.arrayValue
      #expect(logs?.count == 1 && logs?[0]["body"]?.stringValue?.contains(#""title":"2024-03-20 08:07:06""#) == true)
      let ofToken = await server.control(.get, "/tokens/a/deliveries").json["deliveries"]?.arrayValue
      #expect(ofToken?.count == 1 && ofToken?[0]["payload"]?["aps"]?["alert"]?["title"] == "2024-03-20 08:07:06")
    }
  }

  /// In the placeholder's place the date is shorter, and the provider counts what it is given.
  @Test func theSizeIsThatOfTheDates() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      await server.guide(day: 1, content: ["default": ["title": "T", "body": .string(String(repeating: "###AD_AGREEMENT_DATE_TIME### ", count: 150))]])
      await server.register("in", agreedAt: "2024-03-20T08:07:06+09:00")
      await server.advance(to: "2026-04-01T10:00:00+09:00")
      #expect(await server.reasons() == ["in": "ACCEPTED"])
      #expect(await server.deliveries()[0]["warnings"]?.arrayValue?.contains { $0["code"] == "PAYLOAD_OVER_LIMIT" } == false)
    }
  }

  @Test("16.4: (previous run, this run]; first run: (run − 1 month, run]") func bordersOfTheWindow() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      await server.guide(day: 1)
      let agreed = [
        ("a", "2024-03-01T10:00:00.000+09:00"), ("b", "2024-03-01T10:00:00.001+09:00"), ("c", "2024-04-01T10:00:00.000+09:00"),
        ("d", "2024-04-01T10:00:00.001+09:00"), ("e", "2024-05-01T10:00:00.000+09:00"), ("f", "2024-05-01T10:00:00.001+09:00"),
      ]
      for (token, moment) in agreed { await server.register(token, agreedAt: moment) }
      #expect(await server.advance(to: "2026-04-01T09:59:59.999+09:00")["firedCount"] == 0)
      #expect(await server.advance(by: "PT0.001S")["firedCount"] == 1)
      #expect(await server.reasons() == ["b": "ACCEPTED", "c": "ACCEPTED"])
      #expect(await server.advance(to: "2026-05-01T10:00:00+09:00")["firedCount"] == 1)
      #expect(await server.reasons() == ["d": "ACCEPTED", "e": "ACCEPTED"])
      // "f" comes in June, and then nobody ever again.
      #expect(await server.advance(by: "P7000Y").fired("due") == ["2026-06-01T10:00:00.000+09:00"])
    }
  }

  @Test func consentOfALeapDayIsTwoYearsOldOnTheLastOfFebruary() async throws {
    try await withTestServer { server in
      await server.freeze("2026-02-10T09:00:00+09:00")
      await server.guide(day: 28)
      await server.register("28th", agreedAt: "2024-02-28T10:00:00.000+09:00")
      await server.register("28th-late", agreedAt: "2024-02-28T10:00:00.001+09:00")
      await server.register("29th", agreedAt: "2024-02-29T10:00:00.000+09:00")
      await server.register("29th-late", agreedAt: "2024-02-29T10:00:00.001+09:00")
      await server.advance(to: "2026-02-28T10:00:00+09:00")
      #expect(await server.reasons() == ["28th": "ACCEPTED", "29th": "ACCEPTED"])
      await server.advance(to: "2026-03-28T10:00:00+09:00")
      #expect(await server.reasons() == ["28th-late": "ACCEPTED", "29th-late": "ACCEPTED"])
    }
  }

  @Test func theThirtyFirstIsTheLastOfAShorterMonth() async throws {
    try await withTestServer { server in
      await server.freeze("2028-01-31T10:00:00+09:00")
      await server.guide(day: 31)
      for (token, day) in [("jan", "01-31"), ("feb", "02-28"), ("mar", "03-31"), ("apr", "04-30"), ("may", "05-31")] {
        await server.register(token, agreedAt: "2026-\(day)T10:00:00+09:00")
      }
      let answer = await server.advance(to: "2028-06-01T00:00:00+09:00")
      #expect(answer.fired("due")?.map { $0.prefix(10) } == ["2028-02-29", "2028-03-31", "2028-04-30", "2028-05-31"])
      #expect(await server.reasons() == ["may": "ACCEPTED"])
      // It was switched on in the moment of January's run, which is too late for it; the first run reaches back one month, to 29 January.
      #expect(answer["fired"]?.arrayValue?.map { $0["sentCount"] } == [2, 1, 1, 1])
    }
  }

  @Test func appsAtTheSameMomentEachHaveTheirOwn() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      for app in ["SECOND", "FIRST", "LATER"] {
        await server.guide(day: 1, time: app == "LATER" ? "10:01" : "10:00", app: app)
        await server.register("of-\(app)", agreedAt: "2024-03-20T08:07:06+09:00", app: app)
      }
      await server.guide(day: 1, app: "EMPTY")
      let answer = await server.advance(to: "2026-04-01T10:01:00+09:00")
      #expect(answer.fired("appkey") == ["FIRST", "SECOND", "LATER"])
      #expect(answer.fired("at")?.map { $0.dropFirst(11).prefix(5) } == ["10:00", "10:00", "10:01"])
      for app in ["FIRST", "SECOND", "LATER"] {
        let deliveries = await server.control(.get, "/messages/latest/deliveries", app: app).json["deliveries"]?.arrayValue
        #expect(deliveries?.map { $0["token"] } == [.string("of-\(app)")])
      }
    }
  }

  /// The pipeline from step 2 on.
  @Test func otherRulesHoldForIt() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      await server.change(["tokenExpiryMonths": 1, "certificates": ["ADM": "MISSING"]])
      await server.guide(day: 15, time: "23:30")
      await server.register("expired", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.freeze("2026-04-10T09:00:00+09:00")
      await server.register("off", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.register(.device("off", .apns, (false, true, false)))
      await server.register("adm", .adm, agreedAt: "2024-03-20T00:00:00+09:00")
      await server.register("daily", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.register(.device("daily", .apns, (true, true, false)))
      await server.register("gone", agreedAt: "2024-03-20T00:00:00+09:00")
      await server.devices([["token": "gone", "answer": "INVALID_TOKEN"]])
      await server.advance(to: "2026-04-15T23:30:00+09:00")
      #expect(await server.reasons() == [
        "expired": "EXPIRED", "off": "NOTIFICATION_OFF", "adm": "INVALID_CERTIFICATE", "daily": "ACCEPTED", "gone": "INVALID_TOKEN",
      ])
    }
  }

  @Test func consentGivenHereComesOfAge() async throws {
    try await withTestServer { server in
      await server.freeze("2026-03-10T09:00:00+09:00")
      await server.change(["tokenExpiryMonths": 0])
      await server.guide(day: 1)
      await server.register(.device("early"))
      await server.advance(to: "2026-07-20T00:00:00+09:00")
      await server.register(.device("late"))
      // Withdrawn and given anew: two years begin again.
      await server.register(.device("anew"))
      await server.advance(by: "P1M")
      await server.register(.device("anew", .apns, (true, false, false)))
      await server.advance(by: "P1D")
      await server.register(.device("anew"))
      let answer = await server.advance(by: "P1000Y")
      #expect(answer.fired("due")?.map { $0.prefix(10) } == ["2028-04-01", "2028-08-01", "2028-09-01"])
      #expect(answer["fired"]?.arrayValue?.allSatisfy { $0["sentCount"] == 1 } == true)
    }
  }

  /// More than are looked up one by one.
  @Test func aCrowdThatAgreedTogether() async throws {
    try await withTestServer { server in
      await server.freeze("2024-03-20T08:07:06+09:00")
      let crowd = 20_001
      try await server.store((0..<crowd).map {
        .sample("t\($0)", type: .fcm, uid: "u\($0)", agreement: Agreement(notification: true, ad: $0 % 3 != 0, nightAd: false))
      })
      await server.freeze("2024-05-20T08:07:06+09:00")
      try await server.store((0..<10_001).map { .sample("late\($0)", uid: "v\($0)", agreement: Agreement(notification: true, ad: true, nightAd: false)) })
      try await server.store((0..<10_001).map { .sample("more\($0)", uid: "w\($0)", agreement: Agreement(notification: true, ad: true, nightAd: false)) })
      await server.change(["tokenExpiryMonths": 0])
      await server.guide(day: 1)
      let answer = await server.advance(by: "P3Y")
      #expect(answer["fired"]?.arrayValue?.map { $0["sentCount"] } == [.number(JSONNumber(crowd - crowd / 3)), 20_002])
    }
  }
}
