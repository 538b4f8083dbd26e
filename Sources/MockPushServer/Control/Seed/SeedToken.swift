import PushStore

/// One row of `tokens`: the body of POST /tokens, and dates.
enum SeedToken {
  static let keys = RegistrationBody.keys.filter { $0 != "oldToken" } + [
    "createdDateTime", "updatedDateTime", "activatedDateTime", "adAgreementDateTime", "nightAdAgreementDateTime",
  ]

  /// By the rules of v2.4. ruling: without `deviceId` it is as what an SDK up to v2.2 registers.
  ///
  /// - Parameter path: of the row, for sentences.
  static func decode(_ json: JSON, now: Timestamp, path: String) throws(SeedFault) -> SeedRegistration {
    guard let object = json.objectValue else { throw SeedFault("\(path) \(ShownValue.phrase(json)): a token is an object, such as {\"token\":\"a1b2\",\"pushType\":\"APNS\",…}.") }
    try SeedFault.check(object, known: keys, path)
    let request: RegistrationRequest
    do throws(APIError) {
      request = try RegistrationBody.decode(object, .v24, needsDeviceId: false)
    } catch {
      throw SeedFault(error, at: path)
    }
    let dates = Dates(object: object, now: now, path: path)
    let created = try dates.read("createdDateTime") ?? now
    let updated = try dates.read("updatedDateTime", notBefore: created) ?? created
    // ruling: the last registration is now unless it is said, so that old tokens are still targets (contract 9.4).
    let activated = try dates.read("activatedDateTime", notBefore: created) ?? now
    return SeedRegistration(
      request, createdAt: created, updatedAt: updated, activatedAt: activated,
      adAgreedAt: try dates.consent("adAgreementDateTime", "isAdAgreement", request.agreement.ad) ?? created,
      nightAdAgreedAt: try dates.consent("nightAdAgreementDateTime", "isNightAdAgreement", request.agreement.nightAd) ?? created)
  }

  private struct Dates {
    let object: JSONObject
    let now: Timestamp
    let path: String

    func read(_ name: String, notBefore created: Timestamp? = nil) throws(SeedFault) -> Timestamp? {
      guard let value = object.given(name) else { return nil }
      guard let moment = value.stringValue.flatMap({ DateText.parse($0) }) else {
        throw fault(name, value, "it is a date that exists, a time and an offset, such as \"2026-03-02T20:59:59+09:00\"")
      }
      if moment > now { throw fault(name, value, "that is after \(DateText.iso(now)), which the clock shows") }
      if let created, moment < created { throw fault(name, value, "that is before createdDateTime, \(DateText.iso(created))") }
      return moment
    }

    func consent(_ name: String, _ flag: String, _ isGiven: Bool) throws(SeedFault) -> Timestamp? {
      guard let moment = try read(name) else { return nil }
      guard isGiven else { throw SeedFault("\(path).\(name) is there, and \(flag) is false: without the consent there is no date of it.") }
      return moment
    }

    private func fault(_ name: String, _ value: JSON, _ rule: String) -> SeedFault { SeedFault("\(path).\(name) \(ShownValue.phrase(value)): \(rule).") }
  }
}
