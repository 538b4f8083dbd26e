import PushStore
import Testing

@testable import MockPushServer

@Suite struct SeedReaderTests {
  private static let now = DateText.parse("2026-03-02T09:15:00+09:00")!

  private static func plan(_ text: String, apps: [ConfiguredApp] = []) throws(SeedFault) -> SeedPlan {
    try SeedReader.plan(Array(text.utf8), apps: AppDirectory(apps), now: now)
  }

  private static func app(_ members: String) -> String { #"{"apps":[{"appkey":"APP",\#(members)}]}"# }

  /// One good row, with changes.
  private static func token(_ changes: JSONObject = [:], without absent: [String] = []) -> String {
    Fixture.registration(changes, without: absent).compactText
  }

  static let reservation: JSONObject = [
    "schedules": ["2026-03-03T09:00"], "isLocalTime": false, "target": ["type": "ALL"], "content": ["default": ["title": "T", "body": "B"]],
    "messageType": "NOTIFICATION",
  ]

  private static func reservation(_ changes: JSONObject) -> String {
    var body = reservation
    for (key, value) in changes.members { body[key] = value.isNull ? nil : value }
    return app(#""reservations":[\#(JSON.object(reservation).compactText),\#(JSON.object(body).compactText)]"#)
  }

  static let faults: [(text: String, sentence: String)] = [
    ("", "It is no JSON: it is empty, line 1, column 1."),
    ("{\n \"apps\": [,]}", "It is no JSON: a value is no object, array, string, number, true, false or null, line 2, column 11."),
    (#"{"apps":[{"appkey":"A"},]}"#, "nothing follows the last comma of an array"),
    (#"{"apps":[{"appkey":"A"}"#, "an array is not closed, line 1, column 9."),
    (#"{"apps":[{"appkey":"A"}] "faults":[]}"#, "a comma or } is missing in an object"),
    (#"{"apps":[],"apps":[]}"#, #"the key "apps" is there twice"#), (#"{"faults":[]} x"#, "text follows the end of the value"),
    ("[]", "A seed is an object, such as"), ("{}", "The seed loads nothing; it has apps, faults, generate"), (#"{"apps":[]}"#, "The seed loads nothing"),
    (#"{"app":[]}"#, "The seed has the unknown key `app`; known are apps, faults, generate. Did you mean `apps`?"),
    (#"{"apps":{}}"#, "apps is `{}`: it is a list of apps"), (#"{"apps":[5]}"#, "apps[0] is `5`: an app is an object"),
    (#"{"apps":[{}]}"#, "apps[0] has no appkey"), (#"{"apps":[{"appkey":"A"},{"appkey":"A B"}]}"#, "apps[1].appkey is `A B`: an appkey is 1 to 64"),
    (#"{"apps":[{"appkey":"A"},{"appkey":"B"},{"appkey":"A"}]}"#, "apps[2] and apps[0] are both about app A"),
    (app(#""token":[]"#), "apps[0] has the unknown key `token`; known are appkey, settings, tokens, tags, reservations, devices, generate. Did you mean `tokens`?"),
    (app(#""settings":{"appTyp":"SINGLE"}"#), "`apps[0].settings.appTyp` is not known: did you mean `appType`?"),
    (app(#""tokens":5"#), "apps[0].tokens is `5`: it is a list of tokens."), (app(#""tokens":["a"]"#), "apps[0].tokens[0] is `a`: a token is an object"),
    (app(#""tokens":[\#(token()),\#(token(["token": "b", "deviceId": "d", "pushTyp": "FCM"]))]"#), "apps[0].tokens[1] has the unknown key `pushTyp`; known are"),
    (app(#""tokens":[\#(token(["oldToken": "b"]))]"#), "apps[0].tokens[0] has the unknown key `oldToken`"),
    (app(#""tokens":[\#(token(["pushType": "GCM"]))]"#), "apps[0].tokens[0].pushType is `GCM`: pushType GCM is called FCM since v2.3."),
    (app(#""tokens":[\#(token(without: ["uid"]))]"#), "apps[0].tokens[0].uid is missing: uid is required"),
    (app(#""tokens":[\#(token(["isAdAgreement": "Y"]))]"#), "apps[0].tokens[0].isAdAgreement is `Y`"),
    (app(#""tokens":[\#(token(["country": "KORE"]))]"#), "apps[0].tokens[0].country is `KORE`"),
    (app(#""tokens":[\#(token(["timezoneId": "Seoul"]))]"#), "apps[0].tokens[0].timezoneId is `Seoul`"),
    (app(#""tokens":[\#(token(["token": "가"]))]"#), "apps[0].tokens[0].token is `가`: token must not contain Hangul."),
    (app(#""tokens":[\#(token(["createdDateTime": "2026-03-02"]))]"#), "apps[0].tokens[0].createdDateTime is `2026-03-02`: it is a date"),
    (app(#""tokens":[\#(token(["createdDateTime": "2026-03-02T09:15:01+09:00"]))]"#), "that is after 2026-03-02T09:15:00.000+09:00, which the clock shows."),
    (app(#""tokens":[\#(token(["createdDateTime": "2026-03-01T00:00:00Z", "activatedDateTime": "2026-02-01T00:00:00Z"]))]"#), "activatedDateTime is `2026-02-01T00:00:00Z`: that is before createdDateTime"),
    (app(#""tokens":[\#(token(["nightAdAgreementDateTime": "2026-02-01T00:00:00Z"]))]"#), "isNightAdAgreement is false: without the consent there is no date of it."),
    (app(#""tokens":[\#(token()),\#(token(["deviceId": "d2"]))]"#), "apps[0].tokens[1] has the token of tokens[0]"),
    (app(#""tokens":[\#(token()),\#(token(["token": "b"]))]"#), "apps[0].tokens[1] has the deviceId and push type of tokens[0]"),
    (app(#""tokens":[\#(token()),\#(token(["token": "b", "deviceId": "d2"]))],"settings":{"appType":"SINGLE"}"#), "apps[0].tokens[1] has the uid of tokens[0], and the app's appType is SINGLE"),
    (app(#""tags":{}"#), "apps[0].tags is `{}`: it is a list"), (app(#""tags":["a"]"#), "apps[0].tags[0] is `a`: a tag is an object"),
    (app(#""tags":[{"tagName":"a b"}]"#), "apps[0].tags[0].tagName is `a b`: tagName must not contain white space."),
    (app(#""tags":[{"tagName":"a"},{"tagName":"a"}]"#), "apps[0].tags[1].tagName is `a`: tagName is there twice"),
    (app(#""tags":[{"tagName":"a","tagId":"short"}]"#), "tagId is eight letters or digits"),
    (app(#""tags":[{"tagName":"a","tagId":"abcd1234"},{"tagName":"b","tagId":"abcd1234"}]"#), "apps[0].tags[1].tagId is `abcd1234`: tagId is there twice."),
    (app(#""tags":[{"tagName":"a","uid":["u"]}]"#), "apps[0].tags[0] has the unknown key `uid`; known are tagName, tagId, uids. Did you mean `uids`?"),
    (app(#""tags":[{"tagName":"a","uids":["u","😀"]}]"#), "apps[0].tags[0].uids is `😀`: uids must not contain emoji."),
    (app(#""tags":[\#((0..<17).map { #"{"tagName":"t\#($0)","uids":["u"]}"# }.joined(separator: ","))]"#), "apps[0].tags[16].uids is `u`: a UID has at most 16 tags; this is its 17th."),
    (app(#""tags":[\#((0..<2049).map { #"{"tagName":"t\#($0)"}"# }.joined(separator: ","))]"#), "apps[0] has 2049 tags; an app has at most 2048."),
    (app(#""tags":[{"tagName":"tag-002"}],"generate":{"tokens":1,"tags":2}"#), "tagName is there twice"),
    (app(#""reservations":[5]"#), "apps[0].reservations[0] is `5`"), (reservation(["schedule": 1]), "apps[0].reservations[1] has the unknown key `schedule`"),
    (reservation(["schedules": ["2026-03-02T09:15"]]), "apps[0].reservations[1].schedules is `2026-03-02T09:15`: schedules must hold times after now"),
    (reservation(["after": ["PT1H"]]), "apps[0].reservations[1] has schedules and after"), (reservation(["schedules": .null, "after": ["1h"]]), #"reservations[1].after is `["1h"]`: it is a list of ISO 8601 durations"#),
    (reservation(["schedules": .null, "after": "PT1H"]), "it is a list of ISO 8601 durations"), (reservation(["messageType": "AD"]), "apps[0].reservations[1]: an AD needs removeGuide"),
    (reservation(["target": ["type": "NOBODY"]]), "apps[0].reservations[1].target.type is `NOBODY`"),
    (app(#""devices":[{"token":"a"}]"#), "apps[0].devices[0] needs either an answer"), (#"{"faults":[{"then":{"status":1}}]}"#, "faults[0]: then.status is `1`"),
    (app(#""generate":{}"#), "apps[0].generate needs tokens"), (app(#""generate":{"tokens":0}"#), "apps[0].generate.tokens is `0`: it is how many tokens are made, a whole number from 1 to 5000000."),
    (app(#""generate":{"token":1}"#), "apps[0].generate has the unknown key `token`"), (app(#""generate":{"tokens":10,"uids":3}"#), "apps[0].generate.uids is `3`: it is how many users there are, with one to three tokens each, a whole number from 4 to 10."),
    (app(#""generate":{"tokens":10,"uids":9},"settings":{"appType":"SINGLE"}"#), "appType is SINGLE"),
    (app(#""generate":{"tokens":1,"pushTypes":{"GCM":1}}"#), "apps[0].generate.pushTypes names `GCM`; it is one of"), (app(#""generate":{"tokens":1,"pushTypes":{}}"#), "an object of names and weights"),
    (app(#""generate":{"tokens":1,"countries":{"KR":0}}"#), "apps[0].generate.countries.KR is `0`: a weight is a number above 0"), (app(#""generate":{"tokens":1,"countries":{"K":1}}"#), "a country has two or three letters"),
    (app(#""generate":{"tokens":1,"languages":{"korean":1}}"#), "a language is a code"), (app(#""generate":{"tokens":1,"timezones":{"Seoul":1}}"#), "a time zone has an IANA name"),
    (app(#""generate":{"tokens":1,"agreements":{"ad":2}}"#), "agreements.ad is `2`: it is a share, from 0 to 1."), (#"{"generate":{"tokens":5}}"#, "generate has no appkey"),
    (#"{"generate":{"tokens":5,"appkey":"A"},"apps":[{"appkey":"A"}]}"#, "generate and apps[0] are both about app A"),
  ]

  @Test(arguments: faults.indices) func aFaultIsNamedWithItsPlace(_ index: Int) {
    let row = Self.faults[index]
    do throws(SeedFault) {
      _ = try Self.plan(row.text)
      Issue.record("it was taken: \(row.text.prefix(300))")
    } catch {
      #expect(error.sentence.contains(row.sentence), "\(error.sentence)")
    }
  }

  @Test func oneBadRowOfManyIsNamed() {
    var rows = (0..<20_000).map { Self.token(["token": .string("t\($0)"), "deviceId": .string("d\($0)")]) }
    rows[19_321] = Self.token(["token": "x", "deviceId": "x", "country": "K"])
    let error = #expect(throws: SeedFault.self) { try Self.plan(Self.app(#""tokens":[\#(rows.joined(separator: ",\n"))]"#)) }
    #expect(error?.sentence.hasPrefix("apps[0].tokens[19321].country is `K`: ") == true, "\(error?.sentence ?? "")")
  }

  @Test func rowsAreReadAgainAsTheyWereChecked() throws {
    let rows = (0..<1_203).map { Self.token(["token": .string("t\($0)"), "deviceId": .string("d\($0)"), "createdDateTime": "2026-01-01T00:00:00Z"]) }
    let plan = try Self.plan(Self.app(#""tokens": [ \#(rows.joined(separator: " ,\n  ")) ] "#))
    #expect(plan.counts == SeedCounts(apps: 1, tokens: 1_203))
    var read: [SeedRegistration] = []
    var slices = SeedRows(plan, plan.apps[0])
    while case let slice = slices.nextSlice(), !slice.isEmpty { read += slice }
    #expect(read.map(\.request.token) == (0..<1_203).map { "t\($0)" })
    #expect(read.allSatisfy { $0.createdAt == DateText.parse("2026-01-01T00:00:00Z") && $0.activatedAt == Self.now && $0.updatedAt == $0.createdAt })
  }

  @Test func sameTokenTextInAnotherPushTypeAndOtherTenantsOfADeviceGoTogether() throws {
    let rows = [
      Self.token(), Self.token(["pushType": "FCM", "deviceId": "d2"]), Self.token(["token": "b#tenant=x"]), Self.token(["token": "b#tenant=y"]),
      Self.token(["token": "c"], without: ["deviceId"]), Self.token(["token": "d"], without: ["deviceId"]),
    ]
    #expect(try Self.plan(Self.app(#""tokens":[\#(rows.joined(separator: ","))]"#)).counts.tokens == 6)
  }

  @Test func generateBesideAppsIsOfTheAppItNamesOrTheOnlyOneConfigured() throws {
    #expect(try Self.plan(#"{"generate":{"tokens":5,"appkey":"A"}}"#).apps.map(\.appkey) == ["A"])
    #expect(try Self.plan(#"{"generate":{"tokens":5}}"#, apps: [ConfiguredApp(key: "B", settings: AppSettings())]).apps.map(\.appkey) == ["B"])
  }

  @Test func nullCountsAsLeftOut() throws {
    let plan = try Self.plan(
      #"{"apps":[{"appkey":"A","settings":null,"tokens":null,"tags":null,"reservations":null,"devices":null,"generate":null}],"faults":null,"generate":null}"#)
    #expect(plan.counts == SeedCounts(apps: 1))
    #expect(plan.faults == nil && plan.apps[0].devices == nil)
  }

  @Test func tagIdsAreTheSameEachTime() throws {
    let text = Self.app(#""tags":[{"tagName":"a"},{"tagName":"b","tagId":"Vip00001"},{"tagName":"c","uids":["u","u","v"]}]"#)
    let tags = try Self.plan(text).apps[0].tags
    #expect(tags.map(\.tagId) == (try Self.plan(text).apps[0].tags.map(\.tagId)))
    #expect(Set(tags.map(\.tagId)).count == 3 && tags[1].tagId == "Vip00001")
    #expect(tags[2].uids == ["u", "v"])
  }

  @Test func schedulesMayBeToldFromNowOn() throws {
    var body = Self.reservation
    body["schedules"] = nil
    body["after"] = ["PT30S", "P1D"]
    let plan = try Self.plan(Self.app(#""reservations":[\#(JSON.object(body).compactText)]"#))
    #expect(plan.apps[0].reservations[0].schedules.map(\.deliverAt) == ["2026-03-02T09:16:00+09:00", "2026-03-03T09:15:00+09:00"].map { DateText.parse($0)! })
  }

  @Test func momentsOfSendingAreCountedOverAllApps() throws {
    var body = Self.reservation
    body["schedules"] = .array((0..<1_440).map { .string("2026-03-03T\(Self.two($0 / 60)):\(Self.two($0 % 60))") })
    let list = (0..<2).map { _ in JSON.object(body).compactText }.joined(separator: ",")
    let text = #"{"apps":[{"appkey":"A","reservations":[\#(list)]},{"appkey":"B","reservations":[\#(list)]}]}"#
    let error = #expect(throws: SeedFault.self) { try Self.plan(text) }
    #expect(error?.sentence == "apps[1].reservations bring the seed to 5760 moments of sending; a seed has at most 5000.")
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func brokenTextsNeverTrap() {
    let whole = Array(Self.app(#""tokens":[\#(Self.token())],"tags":[{"tagName":"a","uids":["u"]}],"generate":{"tokens":3,"tags":1}"#).utf8)
    for end in whole.indices { _ = try? SeedReader.plan(Array(whole[..<end]), apps: AppDirectory(), now: Self.now) }
    var random = SeededGenerator(state: 5)
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x20...0x7e, using: &random) }
      _ = try? SeedReader.plan(bytes, apps: AppDirectory(), now: Self.now)
    }
  }
}
