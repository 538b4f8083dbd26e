import PushStore

extension AppSettings {
  /// - Parameter path: where the value stands, the start of every error's path; may be empty.
  static func decode(_ json: JSON, path: String) throws(SettingsError) -> AppSettings {
    try AppSettings().applying(json, path: path)
  }

  /// These settings with the members of `json` laid over them; `null` sets a setting back to its default. All or nothing.
  func applying(_ json: JSON, path: String) throws(SettingsError) -> AppSettings {
    let value = SettingValue(json: json, path: path)
    guard json.objectValue != nil else { throw value.fault("settings are an object, such as `{\"secretKeys\": [\"abcd1234\"]}`") }
    var settings = self
    for (key, member) in try value.members(AppSetting.keys) {
      try AppSetting.all.first { $0.key == key }?.read(&settings, member)
    }
    return settings
  }

  /// Every setting, secrets included; `decode` reads it back.
  var asJSON: JSON {
    .object(JSONObject(AppSetting.all.map { ($0.key, $0.write(self)) }))
  }

  /// As `asJSON`, with every secret as eight asterisks; the IDs of access keys stay.
  var redacted: JSON {
    var copy = self
    copy.secretKeys = secretKeys.map { _ in "********" }
    copy.accessKeys = accessKeys.map { AccessKey(id: $0.id, secret: "********") }
    return copy.asJSON
  }
}

extension AccessKey {
  fileprivate static let keys = ["id", "secret"]

  init(_ value: SettingValue) throws(SettingsError) {
    id = try value.member("id", of: Self.keys).credential(.accessKeyId)
    secret = try value.member("secret", of: Self.keys).credential(.accessKeySecret)
  }
}

extension SendLogging {
  func applying(_ value: SettingValue) throws(SettingsError) -> SendLogging {
    var logging = self
    let defaults = SendLogging()
    let sourceRule = "it is a text in quotes, 1 to 100 characters"
    for (key, member) in try value.members(["enabled", "level", "source"]) {
      let isNull = member.json.isNull
      switch key {
      case "enabled": logging.enabled = isNull ? defaults.enabled : try member.bool()
      case "level": logging.level = isNull ? defaults.level : try member.choice()
      default: logging.source = isNull ? defaults.source : try member.text(sourceRule) { (1...100).contains($0.unicodeScalars.count) }
      }
    }
    return logging
  }

  var asJSON: JSON {
    ["enabled": .bool(enabled), "level": .string(level.rawValue), "source": .string(source)]
  }
}

extension AdOptInGuide {
  private static let keys = ["day", "time", "content"]

  /// ruling: all three members are required, also where a guide is changed, because a guide is edited as a whole in the console.
  init(_ value: SettingValue) throws(SettingsError) {
    day = try value.member("day", of: Self.keys).int(1...31, "the day of the month")
    let time = try value.member("time", of: Self.keys)
    guard let timeOfDay = time.json.stringValue.flatMap({ DateText.parseTimeOfDay($0) }) else {
      throw time.fault("it is a time from `\"00:00\"` to `\"23:59\"`, in quotes")
    }
    (hour, minute) = timeOfDay
    let content = try value.member("content", of: Self.keys)
    let rule = "it maps languages to objects and has `default`, such as `{\"default\": {\"title\": \"…\", \"body\": \"…\"}}`"
    guard let languages = content.json.objectValue, languages["default"] != nil else { throw content.fault(rule) }
    for (_, language) in try content.members(nil) where language.json.objectValue == nil {
      throw language.fault("the content of a language is an object, such as `{\"title\": \"…\", \"body\": \"…\"}`")
    }
    let message: JSONObject = ["target": ["type": "ALL"], "content": .object(languages), "messageType": "NOTIFICATION"]
    do throws(APIError) {
      _ = try MessageBody(message, .console(provisionedResourceIds: nil))
    } catch {
      // Now, and not in silence when the guide runs.
      throw content.fault("POST /messages would refuse it: \(error.hint)")
    }
    self.content = languages
  }

  var asJSON: JSON {
    ["day": .number(JSONNumber(day)), "time": .string(DateText.timeOfDay(hour: hour, minute: minute)), "content": .object(content)]
  }
}

extension Certificates {
  /// Types left out keep their state; `null` makes one valid again.
  func applying(_ value: SettingValue) throws(SettingsError) -> Certificates {
    var states = self
    for (name, member) in try value.members(PushType.allCases.map(\.name)) {
      guard let type = PushType(name: name) else { continue }
      states[type] = member.json.isNull ? .valid : try member.choice()
    }
    return states
  }

  var asJSON: JSON {
    .object(JSONObject(PushType.allCases.map { ($0.name, .string(self[$0].rawValue)) }))
  }
}
