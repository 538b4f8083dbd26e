import PushStore

/// The body of POST /tokens, checked field by field in the contract's order (7.1).
enum RegistrationBody {
  static let tokenLimit = 1600
  /// Of the newest version.
  static let keys = [
    "token", "oldToken", "pushType", "isNotificationAgreement", "isAdAgreement", "isNightAdAgreement", "timezoneId", "country", "language", "uid",
    "deviceId",
  ]

  static func decode(_ object: JSONObject, _ version: APIVersion) throws(APIError) -> RegistrationRequest {
    try decode(object, version, needsDeviceId: version >= .v23)
  }

  static func decode(_ object: JSONObject, _ version: APIVersion, needsDeviceId: Bool) throws(APIError) -> RegistrationRequest {
    let body = FieldReader(object: object)
    let token = try body.string("token", max: tokenLimit)
    if CharacterRules.containsHangul(token) { throw body.forbidden("token", token, "must not contain Hangul") }
    let oldToken = try body.optionalString("oldToken", max: tokenLimit)
    let typeName = try body.string("pushType")
    guard let pushType = version.pushType(named: typeName) else {
      throw APIError(.invalidParameter, "pushType", typeName, hint: version.pushTypeHint("pushType", typeName))
    }
    let agreement = Agreement(
      notification: try body.bool("isNotificationAgreement"), ad: try body.bool("isAdAgreement"), nightAd: try body.bool("isNightAdAgreement"))
    let timezoneId = try body.string("timezoneId")
    guard TimeZoneName.isKnown(timezoneId) else {
      throw APIError(.invalidParameter, "timezoneId", timezoneId, hint: "timezoneId must be an IANA time zone name such as Asia/Seoul, GMT or UTC")
    }
    let country = try body.string("country", max: 3)
    guard country.utf8.count >= 2, country.utf8.allSatisfy(isLetter) else {
      throw body.forbidden("country", country, "must be two or three letters (ISO 3166-1 alpha-2 or alpha-3)")
    }
    let language = try body.string("language", max: 16)
    guard isLanguageCode(language) else {
      throw body.forbidden("language", language, "must be a language code such as ko, en-US or zh-Hans")
    }
    let uid = try body.string("uid", max: 64)
    if CharacterRules.containsEmoji(uid) { throw body.forbidden("uid", uid, "must not contain emoji") }
    let deviceId = needsDeviceId ? try body.string("deviceId", max: 36) : try body.optionalString("deviceId", max: 36)
    return RegistrationRequest(
      pushType: pushType, token: token, oldToken: oldToken, uid: uid, deviceId: deviceId, agreement: agreement,
      timezoneId: timezoneId, country: country, language: language)
  }

  /// `^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$` (R29).
  static func isLanguageCode(_ text: String) -> Bool {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard (2...3).contains(parts[0].count), parts[0].allSatisfy(isLetter) else { return false }
    return parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) } }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}
