import PushStore
import Testing

@testable import MockPushServer

@Suite struct AppRoutesTests {
  private static func configured(_ key: String, _ change: (inout AppSettings) -> Void = { _ in }) -> ConfiguredApp {
    var settings = AppSettings()
    change(&settings)
    return ConfiguredApp(key: key, settings: settings)
  }

  @Test func everySettingMakesARoundTrip() async throws {
    try await withTestServer { server in
      let changed: JSONObject = [
        "secretKeys": ["abcd1234"], "accessKeys": [["id": "aB3dE5gHiJ1234567890", "secret": "aB3dE5gHiJ123456"]], "adWordPosition": "BODY", "tokenExpiryMonths": 0,
        "appType": "SINGLE", "messageDeliveryReceipt": false, "logging": ["enabled": false, "level": "INFO", "source": "s"], "duplicateWindowMinutes": 7,
        "adOptInGuide": ["day": 31, "time": "09:30", "content": ["default": ["title": "x"]]],
        "certificates": .object(JSONObject(PushType.allCases.map { ($0.name, "EXPIRED") })), "provisionedResourceIds": ["p"], "agreementScope": "KOREAN_ONLY",
        "nightZone": "Europe/Berlin", "listApiMessages": true,
      ]
      #expect(changed.members.map(\.key) == AppSetting.keys, "every setting is here")
      let answer = await server.change(.object(changed))
      #expect(answer["appkey"] == "APP" && answer["isConfigured"] == false && answer["isAvailable"] == true)
      #expect(await server.control(.get, "").json == answer)
      for (key, value) in changed.members {
        switch key {
        case "secretKeys": #expect(answer["settings"]?[key] == ["********"], "secrets are not shown")
        case "accessKeys": #expect(answer["settings"]?[key] == [["id": "aB3dE5gHiJ1234567890", "secret": "********"]])
        default: #expect(answer["settings"]?[key] == value, "\(key)")
        }
      }
      #expect(answer["changed"] == .array(AppSetting.keys.map(JSON.string)))
      // null is the default of each.
      let back = await server.change(.object(JSONObject(AppSetting.keys.map { ($0, JSON.null) })))
      #expect(back["settings"] == AppSettings().asJSON)
    }
  }

  @Test func takesEffectAtOnceForVendorRequests() async throws {
    try await withTestServer { server in
      await server.call(.get, "/tokens?uid=u").succeeds()
      await server.change(["secretKeys": ["zzzz9999"]])
      await server.call(.get, "/tokens?uid=u").refuses(40101)
      await server.change(["secretKeys": nil, "appType": "SINGLE"])
      await server.register(.device("one", uid: "u"))
      await server.register(.device("two", uid: "u"))
      #expect(await server.tokens(of: "u") == ["two"])
      #expect(current(server, "OTHER") == AppSettings(), "another app is untouched")
    }
  }

  private func current(_ server: TestServer, _ app: String) -> AppSettings? { try? server.application.apps.settings(of: app) }

  @Test func partsOfASettingAreLaidOverWhatWasThere() async throws {
    try await withTestServer(apps: [Self.configured("APP") { $0.certificates[.adm] = .expired }]) { server in
      await server.change(["certificates": ["APNS": "MISSING"], "logging": ["level": "ERROR"]])
      await server.change(["certificates": ["FCM": "INVALID"], "logging": ["enabled": false]])
      let settings = try #require(current(server, "APP"))
      #expect([PushType.adm, .apns, .fcm, .tencent].map { settings.certificates[$0] } == [.expired, .missing, .invalid, .valid])
      #expect(settings.logging == SendLogging(enabled: false, level: .error, source: "tc-push"))
      await server.change(["certificates": nil])
      #expect(current(server, "APP")?.certificates == Certificates(), "the default, not the configuration's")
    }
  }

  @Test("what was changed wins over the configuration, key by key; the rest follows it") func survivesARestart() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options()
    options.database = folder.database
    options.apps = [Self.configured("APP") { ($0.tokenExpiryMonths, $0.duplicateWindowMinutes) = (3, 3) }]
    try await withTestServer(options) { server in await server.change(["duplicateWindowMinutes": 9, "certificates": ["ADM": "EXPIRED"]]) }
    options.clock = nil
    // The configuration was edited meanwhile.
    options.apps = [Self.configured("APP") { ($0.tokenExpiryMonths, $0.duplicateWindowMinutes) = (5, 5) }]
    try await withTestServer(options) { server in
      let settings = try #require(current(server, "APP"))
      #expect(settings.duplicateWindowMinutes == 9 && settings.tokenExpiryMonths == 5 && settings.certificates[.adm] == .expired)
      #expect(await server.control(.get, "").json["changed"] == ["duplicateWindowMinutes", "certificates"])
      #expect(await server.send(.post, "/_mock/reset").status == 200)
      #expect(current(server, "APP")?.duplicateWindowMinutes == 5, "the configuration")
      #expect(await server.control(.get, "").json["changed"] == [])
    }
    try await withTestServer(options) { server in #expect(current(server, "APP")?.duplicateWindowMinutes == 5, "and the reset is lasting") }
  }

  @Test func settingsThatCannotBeReadEndTheStart() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options()
    options.database = folder.database
    try await withTestServer(options) { server in
      await server.change(["appType": "SINGLE"])
      try await server.application.store.write { store in
        let app = try #require(try store.reading.appNumber("APP"))
        try store.setChangedSettings(#"{"appTyp":"SINGLE"}"#, app: app)
      }
    }
    let error = await #expect(throws: StartFailure.self) { try await withTestServer(options) { _ in } }
    #expect(error?.description.contains("app APP") == true && error?.description.contains("did you mean `appType`?") == true)
  }

  @Test func clockResetGoesBackToo() async throws {
    try await withTestServer { server in
      await server.change(["appType": "SINGLE"])
      await server.devices([["token": "t", "answer": "ACCEPT"]])
      let answer = await server.send(
        .put, "/_mock/clock", json: ["now": "2026-01-01T00:00:00+09:00", "reset": true], headers: [("Content-Type", "application/json")])
      #expect(answer.status == 200)
      #expect(current(server, "APP") == AppSettings())
      #expect(await server.control(.get, "/devices").json == ["devices": []])
    }
  }

  @Test func listsConfiguredAndStoredApps() async throws {
    let folder = StoreFolder()
    var options = TestServer.Options()
    options.database = folder.database
    try await withTestServer(options) { server in
      #expect(await server.send(.get, "/_mock/apps").json == ["isOpen": true, "apps": []])
      await server.register(app: "SEEN")
      await server.change(["appType": "SINGLE"], app: "MADE")
      #expect(await server.send(.get, "/_mock/apps").json == ["isOpen": true, "apps": [
        ["appkey": "MADE", "isConfigured": false, "isAvailable": true, "changed": ["appType"]],
        ["appkey": "SEEN", "isConfigured": false, "isAvailable": true, "changed": []],
      ]])
    }
    (options.clock, options.apps) = (nil, [Self.configured("ONLY")])
    try await withTestServer(options) { server in
      let apps = await server.send(.get, "/_mock/apps")
      #expect(apps.column("apps", "appkey") == ["MADE", "ONLY", "SEEN"] && apps.json["isOpen"] == false)
      #expect(apps.json["apps"]?.arrayValue?.map { $0["isAvailable"] } == [false, true, false])
      for (method, path) in [(Request.Method.get, ""), (.patch, ""), (.get, "/devices"), (.get, "/messages"), (.post, "/messages"), (.post, "/explain")] {
        let answer = await server.control(method, path, json: method == .get ? nil : [:], app: "MADE")
        #expect(answer.status == 404 && answer.sentence?.contains("app MADE is not configured") == true, "\(method) \(path) \(answer.text)")
      }
    }
  }

  @Test(arguments: [
    (["appTyp": "SINGLE"], "`appType`"), (["appType": "single"], "`appType` is `single`"), (["tokenExpiryMonths": -1], "0 to 1200"),
    (["certificates": ["APN": "VALID"]], "did you mean `APNS`?"), (["secretKeys": ["short"]], "8 letters or digits"), (["nightZone": "Mars/Base"], "time zone"),
    (["appType": "SINGLE", "nightZone": 5], "`nightZone` is `5`"),
  ] as [(JSON, String)]) func badSettingsChangeNothing(body: JSON, words: String) async throws {
    try await withTestServer { server in
      let answer = await server.control(.patch, "", json: body)
      #expect(answer.status == 400 && answer.sentence?.contains(words) == true, "\(answer.text)")
      #expect(current(server, "APP") == AppSettings())
      let stored = try await server.stored { try $0.appkeys() }
      #expect(stored == [], "not even the app's row")
    }
  }

  /// What is in force is what is stored, whichever came first.
  @Test(arguments: ["/_mock/apps/APP/reset", "/_mock/reset"]) func aChangeBesideAResetIsThereOrNot(path: String) async throws {
    try await withTestServer { server in
      for _ in 0..<40 {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await server.change(["tokenExpiryMonths": 7]) }
          group.addTask { _ = await server.send(.post, path, json: ["parts": ["data"]], headers: [("Content-Type", "application/json")]) }
        }
        let stored = try await server.stored { try AppRoutes.stored($0, "APP")["tokenExpiryMonths"]?.intValue }
        try #require(current(server, "APP")?.tokenExpiryMonths == stored ?? 12)
      }
    }
  }

  @Test func changesAtTheSameTimeAllCount() async throws {
    try await withTestServer { server in
      await withTaskGroup(of: Void.self) { group in
        for (index, type) in PushType.allCases.enumerated() {
          group.addTask { await server.change(["certificates": [type.name: .string(index % 2 == 0 ? "EXPIRED" : "MISSING")]]) }
        }
      }
      let states = try #require(current(server, "APP")).certificates
      for (index, type) in PushType.allCases.enumerated() { #expect(states[type] == (index % 2 == 0 ? .expired : .missing)) }
    }
  }
}
