import PushStore

/// One setting of an app: its key, how it is read and written, and what the reference says of it.
struct AppSetting: Sendable {
  let key: String
  /// What it takes, in words.
  let values: String
  /// What it does, in one sentence.
  let effect: String
  /// Sets it from a value; `null` sets its default.
  let read: @Sendable (inout AppSettings, SettingValue) throws(SettingsError) -> Void
  let write: @Sendable (AppSettings) -> JSON

  /// - Parameter read: gets the present value too, for settings that take a part of themselves.
  static func of<Value>(
    _ key: String, _ property: any WritableKeyPath<AppSettings, Value> & Sendable, values: String, effect: String,
    read: @escaping @Sendable (SettingValue, Value) throws(SettingsError) -> Value, write: @escaping @Sendable (Value) -> JSON
  ) -> AppSetting {
    AppSetting(key: key, values: values, effect: effect) { settings, value throws(SettingsError) in
      let present = settings[keyPath: property]
      settings[keyPath: property] = value.json.isNull ? AppSettings()[keyPath: property] : try read(value, present)
    } write: {
      write($0[keyPath: property])
    }
  }

  static func choice<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ key: String, _ property: any WritableKeyPath<AppSettings, Value> & Sendable, effect: String
  ) -> AppSetting where Value.RawValue == String {
    .of(
      key, property, values: codes(Value.allCases.map(\.rawValue)), effect: effect,
      read: { value, _ throws(SettingsError) in try value.choice() }, write: { .string($0.rawValue) })
  }

  static func bool(_ key: String, _ property: any WritableKeyPath<AppSettings, Bool> & Sendable, effect: String) -> AppSetting {
    .of(
      key, property, values: "`true`, `false`", effect: effect,
      read: { value, _ throws(SettingsError) in try value.bool() }, write: { .bool($0) })
  }
}

extension AppSetting {
  /// Every setting, in the order in which they are written.
  static let all: [AppSetting] = [
    .of(
      "secretKeys", \.secretKeys, values: "list of keys, 8 letters or digits each",
      effect: "Values of `X-Secret-Key` that are let in. An app with neither secret keys nor access keys lets in any well-formed credential.",
      read: { value, _ throws(SettingsError) in
        try value.list("secret keys") { item throws(SettingsError) in try item.credential(.secretKey) }
      }, write: { .array($0.map(JSON.string)) }),
    .of(
      "accessKeys", \.accessKeys, values: "list of `{\"id\": …, \"secret\": …}`, 20 and 16 letters or digits",
      effect: "Pairs of `X-User-Access-Key-ID` and `X-Secret-Access-Key` that are let in (v2.2, and bulk logs of v2.3).",
      read: { value, _ throws(SettingsError) in try value.list("pairs") { item throws(SettingsError) in try AccessKey(item) } },
      write: { .array($0.map { ["id": .string($0.id), "secret": .string($0.secret)] }) }),
    .choice("adWordPosition", \.adWordPosition, effect: "Where the ad phrase goes when a request does not say."),
    .of(
      "tokenExpiryMonths", \.tokenExpiryMonths, values: "0 to 1200",
      effect: "Months after its last registration in which a token stays a target; 0 = for ever.",
      read: { value, _ throws(SettingsError) in try value.int(0...1200, "in months, where 0 means never") }, write: { .number(JSONNumber($0)) }),
    .choice("appType", \.appType, effect: "`SINGLE` keeps one token per user (and one more for VoIP)."),
    .bool("messageDeliveryReceipt", \.messageDeliveryReceipt, effect: "Payloads ask devices to report RECEIVED and OPENED."),
    .of(
      "logging", \.logging, values: "`{\"enabled\": true or false, \"level\": \"ALL\", \"INFO\" or \"ERROR\", \"source\": text}`",
      effect: "Send logs that the log endpoints read; members left out keep their value.",
      read: { value, present throws(SettingsError) in try present.applying(value) }, write: { $0.asJSON }),
    .of(
      "duplicateWindowMinutes", \.duplicateWindowMinutes, values: "0 to 43200",
      effect: "Minutes in which an equal message to the same token is a duplicate; 0 = off.",
      read: { value, _ throws(SettingsError) in try value.int(0...43200, "in minutes, where 0 means off") }, write: { .number(JSONNumber($0)) }),
    .of(
      "adOptInGuide", \.adOptInGuide,
      values: "`null` or `{\"day\": 1 to 31, \"time\": \"hh:mm\", \"content\": {\"default\": {…}, …}}`",
      effect: "Monthly reminder, at this day and time in Asia/Seoul, to those who agreed to ads two years ago; replaced as a whole.",
      read: { value, _ throws(SettingsError) in try AdOptInGuide(value) }, write: { $0?.asJSON ?? .null }),
    .of(
      "certificates", \.certificates, values: "`{\"PUSHTYPE\": STATE}` with states " + codes(CertificateState.allCases.map(\.rawValue)),
      effect: "What the provider thinks of the certificate of \(codes(PushType.allCases.map(\.name))); types left out keep their state.",
      read: { value, present throws(SettingsError) in try present.applying(value) }, write: { $0.asJSON }),
    .of(
      "provisionedResourceIds", \.provisionedResourceIds, values: "`null` or list of texts",
      effect: "The only values of `provisionedResourceId` that a message may name; `null` accepts any.",
      read: { value, _ throws(SettingsError) in
        try value.list("texts") { item throws(SettingsError) in try item.text("an ID is a text in quotes, not empty") { !$0.isEmpty } }
      }, write: { $0.map { .array($0.map(JSON.string)) } ?? .null }),
    .choice("agreementScope", \.agreementScope, effect: "`KOREAN_ONLY` applies the agreement filter to Korean tokens only."),
    .of(
      "nightZone", \.nightZone, values: "IANA time zone", effect: "Zone in which 21:00 to 08:00 is night.",
      read: { value, _ throws(SettingsError) in
        try value.text("it is the name of a time zone, such as `\"Asia/Seoul\"`", where: TimeZoneName.isKnown)
      }, write: { .string($0) }),
    .bool("listApiMessages", \.listApiMessages, effect: "Messages sent through the API appear in `GET /messages`, as console messages do."),
  ]

  static let keys: [String] = all.map(\.key)

  private static func codes(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}
