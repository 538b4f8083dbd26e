import Testing
@testable import MockPushServer

/// The call sequences of `android-sdk-wire.md`: SDK 0.19.3 on v2.3 and SDK 1.6.0 on v2.0, on one store.
@Suite struct AndroidCallTests {
  static let device = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"
  static let fcmToken = "dQw4w9WgXcQ:APA91bHPRgkF3JUikC4ENAHEeMrd41Zxv3hVZjC9KtT8OvPVGJ-hQMRKRrZuJAEcl7B338qju59zJMjw2DELjzEvxwYv7hH5Ynpc1ODQ0aT4U4OFEeco8ohsN5PjL1iC2dNtk2BAokeMCg2ZXKqpc8FXKmhX94kIxQ"

  /// SDK 0.19.3: reads `resultCode`, wants seven strings in a queried token.
  private struct NewSDK {
    let server: TestServer

    func call(_ method: Request.Method, _ path: String, json: JSON? = nil) async -> TestAnswer {
      await server.send(
        method, "/push/v2.3/appkeys/APP\(path)", json: json, headers: [("Host", "api-push.cloud.toast.com"), ("Content-Type", "application/json")])
    }

    func register(_ token: String, old: String? = nil, _ changes: JSONObject = [:]) async {
      var body: JSONObject = [
        "token": .string(token), "isNotificationAgreement": true, "isAdAgreement": false, "isNightAdAgreement": false, "pushType": "FCM",
        "timezoneId": "Asia/Seoul", "uid": "android-user", "country": "kr", "language": "iw", "deviceId": .string(device),
      ]
      for (key, value) in changes.members { body[key] = value }
      body["oldToken"] = old.map { .string($0) }
      await call(.post, "/tokens", json: .object(body)).succeeds()
    }

    func query(_ token: String) async -> JSON? {
      let record = await call(.get, "/tokens/\(Wire.escaped(token))?pushType=FCM").succeeds().json["token"]
      for key in ["pushType", "token", "uid", "country", "language", "timezoneId", "activatedDateTime"] {
        #expect(record?[key]?.stringValue != nil, "\(key)")
      }
      #expect(record?["activatedDateTime"]?.stringValue?.utf8.count == 29)
      return record
    }
  }

  @Test(arguments: [fcmToken, "a:b/c%d e+f", "x_-!.~'()*"]) func registerQueryUpdateUnregister(_ token: String) async throws {
    try await withTestServer { server in
      let sdk = NewSDK(server: server)
      await sdk.register(token)
      let first = await sdk.query(token)
      #expect(first?["country"] == "kr" && first?["language"] == "iw", "stored as sent")
      // updateTokenInfo: GET, POST with the changed fields over the ones read, GET.
      server.pass(seconds: 60)
      await sdk.register(token, ["isAdAgreement": true, "language": "ko"])
      let second = await sdk.query(token)
      #expect(second?["isAdAgreement"] == true && second?["language"] == "ko")
      #expect(second?["adAgreementDateTime"] == .string(Fixture.wireTime(60)))
      // The device's token changed.
      await sdk.register("new-token", old: token)
      await sdk.call(.get, "/tokens/\(Wire.escaped(token))?pushType=FCM").refuses(40401)
      #expect(await sdk.query("new-token") != nil)
      await sdk.call(.delete, "/tokens/new-token?pushType=FCM").succeeds()
      await sdk.call(.get, "/tokens/new-token?pushType=FCM").refuses(40401)
      #expect(await server.tokens(of: "android-user") == [])
    }
  }

  @Test func unknownCountryIsZZ() async throws {
    try await withTestServer { server in
      await NewSDK(server: server).register("t", ["country": "ZZ", "language": "in"])
      #expect(await NewSDK(server: server).query("t")?["country"] == "ZZ")
    }
  }

  /// SDK 1.6.0: `isSuccessful`, form encoding, no unregister.
  private struct OldSDK {
    let server: TestServer

    func call(_ method: Request.Method, _ path: String, json: JSON? = nil) async -> TestAnswer {
      await server.send(method, "/push/v2.0/appkeys/APP\(path)", json: json, headers: [("Content-Type", "application/json;charset=UTF-8")])
    }

    func register(_ token: String, _ type: String, consents: Bool, device: String?) async {
      var body: JSONObject = [
        "token": .string(token), "isNotificationAgreement": true, "isAdAgreement": .bool(consents), "isNightAdAgreement": .bool(consents),
        "pushType": .string(type),
        "timezoneId": "Asia/Seoul", "uid": "android-user", "country": "KR", "language": "ko",
      ]
      body["deviceId"] = device.map { .string($0) }
      await call(.post, "/tokens", json: .object(body)).succeeds()
    }
  }

  @Test(arguments: ["GCM", "TENCENT", "ADM"], [true, false]) func theOldSDKRegistersAndQueries(_ type: String, _ consents: Bool) async throws {
    try await withTestServer { server in
      let sdk = OldSDK(server: server)
      for device in [nil, AndroidCallTests.device] {
        await sdk.register("reg+id/1", type, consents: consents, device: device)
        let answer = await sdk.call(.get, "/tokens/reg%2Bid%2F1?pushType=\(type)").succeeds()
        let record = answer.json["token"]
        #expect(record?["updateDateTime"]?.stringValue?.utf8.count == 29)
        for key in ["adAgreementDateTime", "nightAdAgreementDateTime"] {
          #expect(record?[key] == (consents ? .string(Fixture.wireTime(0)) : nil), "absent or a string: null crashes the app")
        }
        #expect(!answer.text.contains("null"))
      }
    }
  }

  @Test func oneDeviceThatMovesFromTheOldToTheNewSDKIsOneRecord() async throws {
    try await withTestServer { server in
      let old = OldSDK(server: server), new = NewSDK(server: server)
      await old.register("gcm-token", "GCM", consents: true, device: Self.device)
      #expect(await new.call(.get, "/tokens/gcm-token?pushType=FCM").succeeds().json["token"]?["pushType"] == "FCM")
      await new.register(Self.fcmToken)
      #expect(await server.tokens(of: "android-user") == [Self.fcmToken], "the same device id in the same canonical push type")
      await old.call(.get, "/tokens/gcm-token?pushType=GCM").refuses(40401)
      #expect(await old.call(.get, "/tokens/\(Wire.escaped(Self.fcmToken))?pushType=GCM").succeeds().json["token"]?["pushType"] == "GCM")
      // Another provider on the same device stays.
      await old.register("tencent-token", "TENCENT", consents: false, device: Self.device)
      #expect(await server.tokens(of: "android-user")?.count == 2)
      await new.call(.post, "/tokens", json: Fixture.registration(["pushType": "GCM"])).refuses(40001)
      await old.call(.post, "/tokens", json: Fixture.registration(["pushType": "FCM"])).refuses(40001)
    }
  }

  @Test func metricsOfBothSDKsSucceedForKnownAndUnknownApps() async throws {
    for strict in [false, true] {
      try await withTestServer(apps: [], strict: strict) { server in
        for event in ["RECEIVED", "OPENED"] {
          for data: JSON in [["messageId": "123", "deliveryId": "d"], ["messageId": 123], [:]] {
            let answer = await server.send(
              .post, "/push/v2.0/appkeys/APP/message-delivery-receipts",
              json: ["event": .string(event), "eventDateTime": "2026-11-21T16:27:19.350+09:00", "messageDeliveryReceiptData": data],
              headers: [("Host", "collector-push.cloud.toast.com"), ("Content-Type", "application/json")])
            answer.succeeds()
            for (key, isRight) in [("isSuccessful", answer.json["header"]?["isSuccessful"]?.boolValue == true), ("resultCode", answer.code == 0)] {
              #expect(isRight, "\(key)")
            }
            #expect(answer.message == "SUCCESS")
          }
        }
      }
    }
  }
}
