import PushStore
import Testing

@testable import MockPushServer

@Suite struct AppSettingsTests {
  private static func decode(_ text: String) throws -> AppSettings {
    try AppSettings.decode(try JSONParser.parse(Array(text.utf8)), path: "apps.A")
  }

  /// Different from the default in every key.
  static let everything = #"""
    {"secretKeys":["abcd1234"],"accessKeys":[{"id":"abcdefghij0123456789","secret":"abcdef0123456789"}],"adWordPosition":"BODY",
    "tokenExpiryMonths":0,"appType":"SINGLE","messageDeliveryReceipt":false,"logging":{"enabled":false,"level":"ERROR","source":"x"},
    "duplicateWindowMinutes":43200,"adOptInGuide":{"day":31,"time":"09:05","content":{"default":{"title":"t"},"ko":{"body":"b"}}},
    "certificates":{"ADM":"MISSING","APNS":"INVALID","APNS_SANDBOX":"EXPIRED","APNS_SANDBOXVOIP":"UNAUTHORIZED","APNS_VOIP":"MISSING",
    "FCM":"MISSING","TENCENT":"MISSING"},"provisionedResourceIds":["r1"],"agreementScope":"KOREAN_ONLY","nightZone":"Asia/Tokyo",
    "listApiMessages":true}
    """#

  @Test func theDefaultsAreThoseOfTheContract() {
    let expected: JSON = [
      "secretKeys": [], "accessKeys": [], "adWordPosition": "TITLE", "tokenExpiryMonths": 12, "appType": "MULTIPLE",
      "messageDeliveryReceipt": true, "logging": ["enabled": true, "level": "ALL", "source": "tc-push"], "duplicateWindowMinutes": 0,
      "adOptInGuide": nil,
      "certificates": [
        "ADM": "VALID", "APNS": "VALID", "APNS_SANDBOX": "VALID", "APNS_SANDBOXVOIP": "VALID", "APNS_VOIP": "VALID", "FCM": "VALID",
        "TENCENT": "VALID",
      ],
      "provisionedResourceIds": nil, "agreementScope": "ALL", "nightZone": "Asia/Seoul", "listApiMessages": false,
    ]
    #expect(AppSettings().asJSON == expected)
    #expect(AppSettings().credentials == .anyWellFormed)
  }

  @Test func everySettingIsReadAndWritten() throws {
    let json = try JSONParser.parse(Array(Self.everything.utf8))
    let settings = try AppSettings.decode(json, path: "")
    #expect(settings.asJSON == json)
    #expect(Set(json.objectValue?.members.map(\.key) ?? []) == Set(AppSetting.keys))
    for setting in AppSetting.all {
      #expect(setting.write(settings) != setting.write(AppSettings()), "\(setting.key) is still its default")
    }
    #expect(settings.certificates[.apnsSandboxVoip] == .unauthorized)
    #expect(settings.adOptInGuide?.hour == 9)
    #expect(settings.adOptInGuide?.minute == 5)
  }

  @Test func nullSetsEachSettingBackToItsDefault() throws {
    let changed = try Self.decode(Self.everything)
    for setting in AppSetting.all {
      let one = try changed.applying(.object([setting.key: nil]), path: "")
      #expect(setting.write(one) == setting.write(AppSettings()), "\(setting.key)")
    }
    let nulls = JSON.object(JSONObject(AppSetting.keys.map { ($0, JSON.null) }))
    #expect(try changed.applying(nulls, path: "") == AppSettings())
  }

  @Test func whatIsLeftOutKeepsItsValue() throws {
    let changed = try Self.decode(Self.everything)
    #expect(try changed.applying([:], path: "") == changed)
    var expected = changed
    expected.logging.level = .info
    expected.logging.source = "tc-push"
    expected.certificates[.fcm] = .valid
    expected.certificates[.apns] = .expired
    let patch: JSON = ["logging": ["level": "INFO", "source": nil], "certificates": ["FCM": nil, "APNS": "EXPIRED"]]
    #expect(try changed.applying(patch, path: "") == expected)
  }

  @Test func aRedactedCopyHoldsNoSecret() throws {
    let redacted = try Self.decode(Self.everything).redacted
    #expect(redacted["secretKeys"] == ["********"])
    #expect(redacted["accessKeys"] == [["id": "abcdefghij0123456789", "secret": "********"]])
    #expect(redacted["nightZone"] == "Asia/Tokyo")
  }

  @Test(arguments: [
    ("{}", CredentialPolicy.anyWellFormed), (#"{"secretKeys":[]}"#, .anyWellFormed), (#"{"secretKeys":["abcd1234"]}"#, .listed),
    (#"{"accessKeys":[{"id":"abcdefghij0123456789","secret":"abcdef0123456789"}]}"#, .listed),
  ])
  func anAppWithoutCredentialsLetsInAnyWellFormedOne(_ text: String, _ policy: CredentialPolicy) throws {
    #expect(try Self.decode(text).credentials == policy)
  }

  struct Fault: Sendable {
    let json: String
    let path: String
    let message: String
  }

  @Test(arguments: [
    Fault(json: "[]", path: "apps.A", message: "`apps.A` is `[]`: settings are an object, such as `{\"secretKeys\": [\"abcd1234\"]}`."),
    Fault(json: #"{"appTyp":1}"#, path: "apps.A.appTyp", message: "`apps.A.appTyp` is not known: did you mean `appType`?"),
    Fault(
      json: #"{"secretKeys":"abcd1234"}"#, path: "apps.A.secretKeys",
      message: "`apps.A.secretKeys` is `abcd1234`: it is a list of secret keys, `[…]`."),
    Fault(
      json: #"{"secretKeys":["abcd1234","abc"]}"#, path: "apps.A.secretKeys[1]",
      message: "`apps.A.secretKeys[1]` is `abc`: a secret key is exactly 8 letters or digits, in quotes."),
    Fault(
      json: #"{"secretKeys":["abcd123é"]}"#, path: "apps.A.secretKeys[0]",
      message: "`apps.A.secretKeys[0]` is `abcd123é`: a secret key is exactly 8 letters or digits, in quotes."),
    Fault(
      json: #"{"secretKeys":[12345678]}"#, path: "apps.A.secretKeys[0]",
      message: "`apps.A.secretKeys[0]` is `12345678`: a secret key is exactly 8 letters or digits, in quotes."),
    Fault(
      json: #"{"accessKeys":[{"id":"abcdefghij0123456789"}]}"#, path: "apps.A.accessKeys[0]",
      message: "`apps.A.accessKeys[0]` has no `secret`: it needs `id`, `secret`."),
    Fault(
      json: #"{"accessKeys":[{"id":"x","secret":"abcdef0123456789"}]}"#, path: "apps.A.accessKeys[0].id",
      message: "`apps.A.accessKeys[0].id` is `x`: an access key ID is exactly 20 letters or digits, in quotes."),
    Fault(
      json: #"{"accessKeys":[{"id":"abcdefghij0123456789","secret":"abcdef012345678"}]}"#, path: "apps.A.accessKeys[0].secret",
      message: "`apps.A.accessKeys[0].secret` is `abcdef012345678`: a secret access key is exactly 16 letters or digits, in quotes."),
    Fault(
      json: #"{"accessKeys":["x"]}"#, path: "apps.A.accessKeys[0]",
      message: "`apps.A.accessKeys[0]` is `x`: it is an object, `{…}` with `id`, `secret`."),
    Fault(
      json: #"{"adWordPosition":"title"}"#, path: "apps.A.adWordPosition",
      message: "`apps.A.adWordPosition` is `title`: it is one of `\"TITLE\"`, `\"BODY\"`."),
    Fault(
      json: #"{"tokenExpiryMonths":-1}"#, path: "apps.A.tokenExpiryMonths",
      message: "`apps.A.tokenExpiryMonths` is `-1`: it is a whole number from 0 to 1200, in months, where 0 means never."),
    Fault(
      json: #"{"tokenExpiryMonths":12.0}"#, path: "apps.A.tokenExpiryMonths",
      message: "`apps.A.tokenExpiryMonths` is `12.0`: it is a whole number from 0 to 1200, in months, where 0 means never."),
    Fault(
      json: #"{"appType":1}"#, path: "apps.A.appType", message: "`apps.A.appType` is `1`: it is one of `\"MULTIPLE\"`, `\"SINGLE\"`."),
    Fault(
      json: #"{"messageDeliveryReceipt":"on"}"#, path: "apps.A.messageDeliveryReceipt",
      message: "`apps.A.messageDeliveryReceipt` is `on`: it is `true` or `false`, without quotes."),
    Fault(
      json: #"{"logging":true}"#, path: "apps.A.logging",
      message: "`apps.A.logging` is `true`: it is an object, `{…}` with `enabled`, `level`, `source`."),
    Fault(
      json: #"{"logging":{"levels":"ALL"}}"#, path: "apps.A.logging.levels",
      message: "`apps.A.logging.levels` is not known: did you mean `level`?"),
    Fault(
      json: #"{"logging":{"level":"all"}}"#, path: "apps.A.logging.level",
      message: "`apps.A.logging.level` is `all`: it is one of `\"ALL\"`, `\"INFO\"`, `\"ERROR\"`."),
    Fault(
      json: #"{"logging":{"source":""}}"#, path: "apps.A.logging.source",
      message: "`apps.A.logging.source` is empty: it is a text in quotes, 1 to 100 characters."),
    Fault(
      json: #"{"duplicateWindowMinutes":43201}"#, path: "apps.A.duplicateWindowMinutes",
      message: "`apps.A.duplicateWindowMinutes` is `43201`: it is a whole number from 0 to 43200, in minutes, where 0 means off."),
    Fault(
      json: #"{"adOptInGuide":{"day":1,"time":"10:00"}}"#, path: "apps.A.adOptInGuide",
      message: "`apps.A.adOptInGuide` has no `content`: it needs `day`, `time`, `content`."),
    Fault(
      json: #"{"adOptInGuide":{"day":32,"time":"10:00","content":{"default":{}}}}"#, path: "apps.A.adOptInGuide.day",
      message: "`apps.A.adOptInGuide.day` is `32`: it is a whole number from 1 to 31, the day of the month."),
    Fault(
      json: #"{"adOptInGuide":{"day":1,"time":"24:00","content":{"default":{}}}}"#, path: "apps.A.adOptInGuide.time",
      message: "`apps.A.adOptInGuide.time` is `24:00`: it is a time from `\"00:00\"` to `\"23:59\"`, in quotes."),
    Fault(
      json: #"{"adOptInGuide":{"day":1,"time":"10:00","content":{"ko":{}}}}"#, path: "apps.A.adOptInGuide.content",
      message: "`apps.A.adOptInGuide.content` is `{\"ko\":{}}`: it maps languages to objects and has `default`, such as "
        + "`{\"default\": {\"title\": \"…\", \"body\": \"…\"}}`."),
    Fault(
      json: #"{"adOptInGuide":{"day":1,"time":"10:00","content":{"default":{},"ko":"x"}}}"#, path: "apps.A.adOptInGuide.content.ko",
      message: "`apps.A.adOptInGuide.content.ko` is `x`: the content of a language is an object, such as "
        + "`{\"title\": \"…\", \"body\": \"…\"}`."),
    Fault(
      json: #"{"certificates":{"GCM":"VALID"}}"#, path: "apps.A.certificates.GCM",
      message: "`apps.A.certificates.GCM` is not known: did you mean `FCM`?"),
    Fault(
      json: #"{"certificates":{"FCM":"GONE"}}"#, path: "apps.A.certificates.FCM",
      message: "`apps.A.certificates.FCM` is `GONE`: it is one of `\"VALID\"`, `\"MISSING\"`, `\"INVALID\"`, `\"EXPIRED\"`, "
        + "`\"UNAUTHORIZED\"`."),
    Fault(
      json: #"{"provisionedResourceIds":[""]}"#, path: "apps.A.provisionedResourceIds[0]",
      message: "`apps.A.provisionedResourceIds[0]` is empty: an ID is a text in quotes, not empty."),
    Fault(
      json: #"{"agreementScope":"KOREAN"}"#, path: "apps.A.agreementScope",
      message: "`apps.A.agreementScope` is `KOREAN`: it is one of `\"ALL\"`, `\"KOREAN_ONLY\"`."),
    Fault(
      json: #"{"nightZone":"KST"}"#, path: "apps.A.nightZone",
      message: "`apps.A.nightZone` is `KST`: it is the name of a time zone, such as `\"Asia/Seoul\"`."),
    Fault(
      json: #"{"listApiMessages":0}"#, path: "apps.A.listApiMessages",
      message: "`apps.A.listApiMessages` is `0`: it is `true` or `false`, without quotes."),
  ])
  func aFaultIsOneSentenceWithItsPathAndItsRule(_ row: Fault) {
    #expect(throws: SettingsError(path: row.path, message: row.message)) { try Self.decode(row.json) }
  }

  @Test func withoutAPathTheSentenceStartsAtTheKey() {
    #expect(throws: SettingsError(path: "appType", message: "`appType` is `1`: it is one of `\"MULTIPLE\"`, `\"SINGLE\"`.")) {
      try AppSettings().applying(["appType": 1], path: "")
    }
    #expect(throws: SettingsError(path: "", message: "The value is `1`: settings are an object, such as `{\"secretKeys\": [\"abcd1234\"]}`.")) {
      try AppSettings().applying(1, path: "")
    }
  }

  @Test(arguments: [("A", true), ("a-b_C9", true), ("", false), ("a b", false), ("a.b", false), ("앱", false)])
  func appkeysAreLettersDigitsHyphensAndUnderscores(_ key: String, _ isAccepted: Bool) {
    #expect(AppKeyRule.accepts(key) == isAccepted)
  }

  @Test func appkeysHaveAtMost64Characters() {
    #expect(AppKeyRule.accepts(String(repeating: "a", count: 64)))
    #expect(!AppKeyRule.accepts(String(repeating: "a", count: 65)))
  }
}
