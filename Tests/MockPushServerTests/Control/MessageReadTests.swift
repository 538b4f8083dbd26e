import PushStore
import Testing

@testable import MockPushServer

/// Messages and their deliveries as the control API shows them, and sending as the console does.
@Suite struct MessageReadTests {
  @Test func newestFirstInPages() async throws {
    try await withTestServer { server in
      #expect(await server.control(.get, "/messages").json == ["messages": [], "totalCount": 0])
      #expect(await server.control(.get, "/messages/latest").status == 404)
      var ids: [JSON] = []
      for number in 0..<5 {
        ids.insert(await server.deliver(Body.notification(content: ["default": ["title": .string("\(number)")]]))["messageId"] ?? nil, at: 0)
      }
      let all = await server.control(.get, "/messages").json
      #expect(all["messages"]?.arrayValue?.map { $0["messageId"] } == ids && all["totalCount"] == 5)
      let page = await server.control(.get, "/messages?pageIndex=1&pageSize=2").json
      #expect(page["messages"]?.arrayValue?.map { $0["messageId"] } == Array(ids[2...3]) && page["totalCount"] == 5)
      #expect(await server.control(.get, "/messages?pageIndex=3&pageSize=2").json["messages"] == [])
      #expect(await server.control(.get, "/messages?status=COMPLETE").json["totalCount"] == 0)
      #expect(await server.control(.get, "/messages?status=CANCEL_NO_TARGET").json["totalCount"] == 5)
    }
  }

  @Test func aMessageIsShownAsItWasTaken() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      let body = Body.ad(["type": "UID", "to": ["u-t", "x"], "countries": ["KR"]], ["timeToLiveMinute": 7, "statsId": "s", "adWordPosition": "BODY"])
      let message = await server.deliver(body)
      for (key, value) in body.objectValue?.members ?? [] { #expect(message[key] == value, "\(key)") }
      #expect(message["origin"] == "API" && message["version"] == "v2.4" && message["reservedWords"] == nil)
      #expect(message["createdDateTime"]?.stringValue == Fixture.wireTime(0) && message["completedDateTime"]?.stringValue == Fixture.wireTime(0))
      #expect(message["messageIdString"]?.stringValue == message["messageId"]?.intValue.map(String.init))
      #expect(await server.control(.get, "/messages/latest").json == message)
    }
  }

  @Test(arguments: [
    ("/messages/abc", 400), ("/messages/5", 404), ("/messages/9007199254740992", 404), ("/messages/3500000000000099", 404), ("/messages/latest/deliveries?limit=0", 400),
    ("/messages/latest/deliveries?limit=1001", 400), ("/messages/latest/deliveries?after=x", 400), ("/messages/latest/deliveries?outcome=OK", 400),
    ("/messages/latest/deliveries?reason=NIGHT", 400), ("/messages/latest/deliveries?resaon=AD_OFF", 400), ("/messages?pageSize=101", 400), ("/messages?page=1", 400),
    ("/messages?status=DONE", 400), ("/tokens/never/deliveries", 404), ("/tokens/t/deliveries?limit=0", 400),
  ]) func wrongQuestions(path: String, status: Int) async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.deliver(Body.notification())
      let answer = await server.control(.get, path)
      #expect(answer.status == status && answer.sentence != nil, "\(answer.text)")
      // Another app's message is not found either.
      #expect(await server.control(.get, "/messages/3500000000000001").status == 200)
      #expect(await server.control(.get, "/messages/3500000000000001", app: "OTHER").status == 404)
    }
  }

  @Test func deliveriesArePagedAndFiltered() async throws {
    try await withTestServer { server in
      try await server.store((0..<2_500).map { number in
        .sample("t\(number)", uid: "u\(number % 10)", agreement: Agreement(notification: number % 4 != 0, ad: false, nightAd: false))
      })
      await server.devices([["token": "t1", "answer": "INVALID_TOKEN"], ["token": "t2", "answer": "PROVIDER_ERROR"]])
      await server.deliver(Body.notification())
      var after = "", tokens: [String] = [], pages: [Int] = []
      repeat {
        let answer = await server.control(.get, "/messages/latest/deliveries?limit=1000&after=\(after)")
        pages.append(answer.json["deliveries"]?.arrayValue?.count ?? 0)
        tokens += answer.column("deliveries", "token") ?? []
        after = answer.json["next"]?.stringValue ?? ""
      } while !after.isEmpty
      #expect(pages == [1_000, 1_000, 500])
      #expect(tokens == (0..<2_500).map { "t\($0)" }, "in the order of registration")
      #expect(await server.control(.get, "/messages/latest/deliveries?limit=1000&after=1500").json["next"] == nil, "the last page ends exactly")
      func count(_ query: String) async -> Int { await server.deliveries("latest", query).count }
      #expect(await count("outcome=FILTERED") == 625)
      #expect(await count("reason=NOTIFICATION_OFF") == 625)
      #expect(await count("outcome=SENT") == 1_873)
      #expect(await count("outcome=SENT&reason=NOTIFICATION_OFF") == 0)
      #expect(await count("outcome=INVALID_TOKEN") == 1)
      #expect(await count("reason=PROVIDER_ERROR&token=t2") == 1)
      #expect(await count("reason=PROVIDER_ERROR&token=t3") == 0)
      #expect(await count("uid=u3") == 250)
      #expect(await count("uid=u4&outcome=FILTERED") == 125)
      #expect(await count("uid=nobody") == 0)
      #expect(await count("token=t3&uid=u3") == 1)
      #expect(await count("token=t3&uid=u4") == 0)
      #expect(await server.control(.get, "/messages/latest").json["reasons"] == [
        "ACCEPTED": 1_873, "NOTIFICATION_OFF": 625, "PROVIDER_ERROR": 1, "INVALID_TOKEN": 1,
      ])
    }
  }

  @Test func aTokensDeliveriesAlsoOnceItIsGone() async throws {
    try await withTestServer { server in
      await server.register(.device("a/b#tenant=x", .apns, uid: "one"))
      await server.register(.device("a/b#tenant=x", .fcm, uid: "one"))
      await server.register(.device("other"))
      var ids: [Int?] = []
      for number in 0..<5 {
        ids.insert(await server.deliver(Body.notification(content: ["default": ["title": .string("\(number)")]]))["messageId"]?.intValue, at: 0)
        if number == 1 { await server.register(.device("a/b#tenant=x", .apns, uid: "two")) }
        if number == 3 { await server.call(.delete, "/tokens/a%2Fb%23tenant%3Dx?pushType=APNS").succeeds() }
      }
      let path = "/tokens/a%2Fb%23tenant%3Dx/deliveries"
      let all = await server.control(.get, path).json
      let rows = all["deliveries"]?.arrayValue ?? []
      #expect(rows.map { $0["messageId"]?.intValue } == [ids[0], ids[1], ids[1], ids[2], ids[2], ids[3], ids[3], ids[4], ids[4]])
      #expect(rows.map { $0["uid"] } == ["one", "two", "one", "two", "one", "one", "one", "one", "one"], "the uid of its moment")
      #expect(rows.dropFirst().map { $0["pushType"] } == ["APNS", "FCM", "APNS", "FCM", "APNS", "FCM", "APNS", "FCM"] && all["next"] == nil)
      // Pages end between messages.
      let page = await server.control(.get, path + "?limit=2").json
      #expect(page["deliveries"]?.arrayValue == Array(rows[..<3]))
      let next = await server.control(.get, path + "?limit=3&before=\(page["next"]?.stringValue ?? "")").json
      #expect(next["deliveries"]?.arrayValue == Array(rows[3...]) && next["next"] == nil)
    }
  }

  @Test func sendsAsTheConsoleDoes() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      let answer = await server.control(.post, "/messages", json: Body.notification(with: ["timeToLiveMinute": 0]))
      #expect(answer.status == 200 && answer.json["messageIdString"]?.stringValue == answer.json["messageId"]?.intValue.map(String.init))
      await server.settle()
      let message = await server.control(.get, "/messages/latest").json
      #expect(message["origin"] == "CONSOLE" && message["timeToLiveMinute"] == 0 && message["sentCount"] == 1 && message["messageStatus"] == "COMPLETE")
      // The vendor lists and gets it, unlike one of the API.
      await server.deliver(Body.notification())
      #expect(await server.call(.get, "/messages").succeeds().json["messages"]?.arrayValue?.map { $0["messageId"] } == [answer.json["messageId"]])
      #expect(await server.call(.get, "/messages/\(answer.json["messageIdString"]?.stringValue ?? "")").succeeds().json["message"]?["sentCount"] == 1)
      #expect(await server.control(.post, "/messages", json: Body.notification(with: ["timeToLiveMinute": 61])).json["resultCode"] == 40008)
      #expect(await server.control(.post, "/messages", json: Body.notification(with: ["messageTyp": "AD"])).status == 400)
      await server.change(["certificates": .object(JSONObject(PushType.allCases.map { ($0.name, "MISSING") }))])
      let refused = await server.control(.post, "/messages", json: Body.notification())
      #expect(refused.status == 422 && refused.json["resultCode"] == 40402 && refused.sentence?.hasPrefix("POST /messages refuses this body with 40402: ") == true)
      #expect(await server.control(.get, "/messages").json["totalCount"] == 2, "a refused one leaves no row")
    }
  }
}
