import PushStore
import Testing

@testable import MockPushServer

/// Contract 11, step 6, and 18.3.
@Suite struct CertificateDeliveryTests {
  @Test(arguments: [("MISSING", "INVALID_CERTIFICATE"), ("INVALID", "INVALID_CERTIFICATE"), ("EXPIRED", "INVALID_CERTIFICATE"), ("UNAUTHORIZED", "UNAUTHORIZED")])
  func oneOfSeveralPushTypes(state: String, reason: String) async throws {
    try await withTestServer { server in
      await server.register(.device("a", .apns))
      await server.register(.device("f", .fcm))
      await server.change(["certificates": ["APNS": .string(state)]])
      let message = await server.deliver(Body.notification())
      #expect(message["messageStatus"] == "COMPLETE" && message["sentCount"] == 1 && message["targetCount"] == 2)
      #expect(await server.reasons() == ["a": reason, "f": "ACCEPTED"])
      #expect(await server.token("a") != nil, "the record is kept")
      let delivery = await server.deliveries("latest", "token=a")[0]
      #expect(delivery["outcome"] == "SENT_FAILED")
      #expect(delivery["explanation"]?.stringValue?.hasPrefix("The app setting certificates.APNS is \(state), so ") == true)
      #expect(delivery["payload"]?["aps"]?["alert"]?["title"] == "T", "what step 9 would have made")
    }
  }

  /// Certificate states of APNS, FCM, ADM, which have 1, 2, 3 tokens.
  @Test("the majority wins, ties are CANCEL_INVALID_CERTIFICATE", arguments: [
    ("EXPIRED", "EXPIRED", "EXPIRED", "CANCEL_INVALID_CERTIFICATE"), ("UNAUTHORIZED", "UNAUTHORIZED", "UNAUTHORIZED", "CANCEL_UNAUTHORIZED"),
    ("INVALID", "INVALID", "UNAUTHORIZED", "CANCEL_INVALID_CERTIFICATE"), ("INVALID", "UNAUTHORIZED", "UNAUTHORIZED", "CANCEL_UNAUTHORIZED"),
    ("UNAUTHORIZED", "UNAUTHORIZED", "MISSING", "CANCEL_INVALID_CERTIFICATE"), ("MISSING", "EXPIRED", "VALID", "COMPLETE"),
  ])
  func allOfThem(apns: String, fcm: String, adm: String, status: String) async throws {
    try await withTestServer { server in
      for (type, count) in [(PushType.apns, 1), (.fcm, 2), (.adm, 3)] {
        for number in 0..<count { await server.register(.device("\(type.name)-\(number)", type)) }
      }
      await server.change(["certificates": ["APNS": .string(apns), "FCM": .string(fcm), "ADM": .string(adm)]])
      let message = await server.deliver(Body.notification())
      #expect(message["messageStatus"]?.stringValue == status)
      #expect(message["sentCount"]?.intValue == (status == "COMPLETE" ? 3 : 0))
      #expect(message["targetCount"] == 6)
      for (token, reason) in await server.reasons() {
        let state = token.hasPrefix("APNS") ? apns : token.hasPrefix("FCM") ? fcm : adm
        #expect(reason == (state == "VALID" ? "ACCEPTED" : state == "UNAUTHORIZED" ? "UNAUTHORIZED" : "INVALID_CERTIFICATE"))
      }
    }
  }

  @Test("40402 only while every effective push type is MISSING") func noCertificateAtAll() async throws {
    try await withTestServer { server in
      await server.register(.device("f", .fcm))
      await server.change(["certificates": ["FCM": "MISSING", "APNS": "MISSING", "APNS_SANDBOX": "MISSING", "TENCENT": "MISSING", "ADM": "MISSING"]])
      await server.call(.post, "/messages", json: Body.notification()).refuses(40402)
      #expect(await server.control(.get, "/messages").json["totalCount"] == 0)
      await server.change(["certificates": ["ADM": "VALID"]])
      #expect(await server.deliver(Body.notification())["messageStatus"] == "CANCEL_INVALID_CERTIFICATE")
    }
  }
}
