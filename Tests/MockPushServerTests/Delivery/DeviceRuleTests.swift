import PushStore
import Testing

@testable import MockPushServer

/// Which device a rule is about, and the answers that are not a provider's.
@Suite struct DeviceRuleTests {
  private static func populate(_ server: TestServer) async throws {
    try await server.store([
      .sample("a1", type: .apns, uid: "one"), .sample("a1", type: .fcm, uid: "one"), .sample("a2", type: .fcm, uid: "two"), .sample("b1#tenant=x", type: .adm, uid: "two"),
    ])
  }

  /// The push types and tokens that a rule was found for, in the order of registration.
  private static func hits(_ server: TestServer) async -> [String] {
    await server.deliver(Body.notification())
    return await server.deliveries().filter { $0["reason"] == "PROVIDER_ERROR" }
      .map { "\($0["pushType"]?.stringValue ?? "") \($0["token"]?.stringValue ?? "")" }
  }

  @Test(arguments: [
    (["token": "a1"], ["APNS a1", "FCM a1"]), (["token": "a1", "pushType": "FCM"], ["FCM a1"]), (["token": "a*"], ["APNS a1", "FCM a1", "FCM a2"]),
    (["token": "*1*"], ["APNS a1", "FCM a1", "ADM b1#tenant=x"]), (["token": "*#tenant=*"], ["ADM b1#tenant=x"]), (["token": "b1"], []),
    (["uid": "two"], ["FCM a2", "ADM b1#tenant=x"]), (["uid": "two", "pushType": "FCM"], ["FCM a2"]), (["uid": "*o*"], ["APNS a1", "FCM a1", "FCM a2", "ADM b1#tenant=x"]),
    (["uid": "t*"], ["FCM a2", "ADM b1#tenant=x"]), (["uid": "nobody"], []), (["pushType": "FCM"], ["FCM a1", "FCM a2"]),
    (["token": "a1", "uid": "one"], ["APNS a1", "FCM a1"]), (["token": "a1", "uid": "two"], []), (["token": "a1", "uid": "t*"], []), (["token": "a*", "uid": "two"], ["FCM a2"]),
    (["token": "a*", "uid": "o*", "pushType": "APNS"], ["APNS a1"]), (["token": "*", "uid": "*"], ["APNS a1", "FCM a1", "FCM a2", "ADM b1#tenant=x"]),
  ] as [(JSONObject, [String])]) func aRuleIsAbout(about: JSONObject, expected: [String]) async throws {
    try await withTestServer { server in
      try await Self.populate(server)
      var rule = about
      rule["answer"] = "PROVIDER_ERROR"
      await server.devices([.object(rule)])
      #expect(await Self.hits(server) == expected)
    }
  }

  /// Whatever each rule names its devices by.
  @Test(arguments: [["token": "a1"], ["uid": "one"], ["token": "a*"], ["pushType": "APNS"]] as [JSONObject], [["token": "a1"], ["uid": "one"], ["uid": "*"], ["pushType": "APNS"]] as [JSONObject])
  func theLastRuleThatFitsCounts(first: JSONObject, second: JSONObject) async throws {
    try await withTestServer { server in
      try await server.store([.sample("a1", type: .apns, uid: "one")])
      var (fails, accepts) = (first, second)
      fails["answer"] = "PROVIDER_ERROR"
      accepts["answer"] = "ACCEPT"
      await server.devices([.object(fails), .object(accepts)])
      #expect(await Self.hits(server) == [])
      await server.devices([.object(accepts), .object(fails)])
      #expect(await Self.hits(server) == ["APNS a1"])
    }
  }

  @Test func anOfflineDeviceIsSentToAndShowsNothing() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.devices([["token": "t", "answer": "OFFLINE"]])
      let message = await server.deliver(Body.notification())
      #expect(message["sentCount"] == 1 && message["outcomes"]?["SENT"] == 1 && message["reasons"] == ["OFFLINE": 1])
      let delivery = await server.deliveries()[0]
      #expect(delivery["outcome"] == "SENT" && delivery["reason"] == "OFFLINE" && delivery["payload"] != nil && delivery["appView"] == nil)
      #expect(delivery["explanation"]?.stringValue?.contains("offline and never shows it, by a rule of /_mock/apps/APP/devices") == true)
      let log = await server.call(.get, "/logs/message").json["data"]?["logs"]?[0]
      #expect(log?["sentResult"] == "SENT")
      #expect(await server.call(.get, "/message-errors").json["messageErrors"] == [])
      #expect(await server.token("t") != nil)
    }
  }

  @Test func aDelayBeyondTheTimeToLiveFails() async throws {
    try await withTestServer { server in
      await server.register(.device("t"))
      await server.register(.device("u"))
      await server.devices([["uid": "u-t", "answer": "DELAY_BEYOND_TTL"]])
      let message = await server.deliver(Body.notification())
      #expect(await server.reasons() == ["t": "EXPIRED_TIME_OUT", "u": "ACCEPTED"])
      #expect(message["sentCount"] == 1 && message["messageStatus"] == "COMPLETE")
      let sentence = await server.deliveries("latest", "token=t")[0]["explanation"]?.stringValue ?? ""
      #expect(sentence.contains("10 minutes") && sentence.contains("a rule of /_mock/apps/APP/devices"))
      #expect(await server.call(.get, "/message-errors").json["messageErrors"]?[0]?["messageErrorCause"] == "EXPIRED_TIME_OUT")
      // Whose time to live never ends waits for as long as it takes.
      let forever = await server.control(.post, "/messages", json: Body.notification(["type": "ALL"], ["timeToLiveMinute": 0]))
      #expect(forever.status == 200, "\(forever.text)")
      await server.settle()
      #expect(await server.reasons() == ["t": "ACCEPTED", "u": "ACCEPTED"])
    }
  }

  @Test func explainTellsTheSame() async throws {
    try await withTestServer { server in
      try await Self.populate(server)
      await server.devices([["token": "a*", "answer": "OFFLINE"], ["uid": "two", "answer": "DELAY_BEYOND_TTL"]])
      let explained = await server.control(.post, "/explain", json: Body.notification()).json["deliveries"]?.arrayValue?.map { $0["reason"] }
      await server.deliver(Body.notification())
      #expect(await server.deliveries().map { $0["reason"] } == explained)
      #expect(explained == ["OFFLINE", "OFFLINE", "EXPIRED_TIME_OUT", "EXPIRED_TIME_OUT"])
    }
  }
}
