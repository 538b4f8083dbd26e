import PushStore

/// The token object of contract 7.2, with each version's keys.
struct TokenObject {
  /// v2.1 has fewer keys in the list of a uid than by token (R30).
  enum Place {
    case byToken, byUid
  }

  let version: APIVersion
  let place: Place

  func write(_ r: Registration, to writer: inout JSONWriter) {
    writer.beginObject()
    members(r, to: &writer)
    writer.endObject()
  }

  func members(_ r: Registration, to writer: inout JSONWriter) {
    let showsDevice = version >= .v22 || version == .v21 && place == .byToken
    writer.member("pushType", version.name(of: r.pushType))
    writer.member("isNotificationAgreement", r.agreement.notification)
    writer.member("isAdAgreement", r.agreement.ad)
    writer.member("isNightAdAgreement", r.agreement.nightAd)
    writer.member("timezoneId", r.timezoneId)
    writer.member("country", r.country)
    writer.member("language", r.language)
    writer.member("uid", r.uid)
    writer.member("token", r.token)
    if version <= .v21 { writer.member("updateDateTime", r.updatedAt) }
    if version >= .v23 { writer.member("updatedDateTime", r.updatedAt) }
    // Left out while there is no consent, never null: an Android SDK in the field crashes on a JSON null here (wire).
    if let agreed = r.adAgreedAt { writer.member("adAgreementDateTime", agreed) }
    if let agreed = r.nightAdAgreedAt { writer.member("nightAdAgreementDateTime", agreed) }
    if showsDevice {
      if let deviceId = r.deviceId { writer.member("deviceId", deviceId) }
      writer.member("activatedDateTime", r.activatedAt)
    }
  }
}
