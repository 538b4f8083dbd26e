import PushStore

/// Editing what is stored of a token, as an administrator does in the console.
enum TokenEditRoutes {
  /// `{"pushType", "adAgreementDateTime", "nightAdAgreementDateTime"}`: sets dates of consent, to test the ad opt-in guide (contract 8.4, 16.4).
  static func patch(_ context: ControlContext) async throws -> Response {
    try context.expectQuery()
    let (appkey, _) = try context.app()
    let text = context.parameters["token"]
    let edit = try Edit(try context.body(known: ["pushType", "adAgreementDateTime", "nightAdAgreementDateTime"]))
    let now = context.server.clock.now
    for (name, date) in edit.dates where date > now {
      throw ControlError.badRequest("\(name) is after \(DateText.iso(now)), which the clock shows: nobody has agreed in the future.")
    }
    let registration = try await context.server.store.write { store in
      guard let app = try store.reading.appNumber(appkey), let found = try store.reading.registration(text, edit.pushType, app: app) else {
        throw ControlError(
          status: 404, sentence: "The app has no \(edit.pushType.name) registration of this token; it is compared byte by byte, tenant suffix included.")
      }
      try edit.check(found.agreement)
      try AdOptInGuideSeries.passRuns(app, store, now: now)
      try store.setConsentDates(found, ad: edit.ad, nightAd: edit.nightAd, app: app)
      return try store.reading.registration(text, edit.pushType, app: app) ?? found
    }
    await context.server.signal.dueChanged()
    return context.json { writer in
      writer.key("token")
      TokenObject(version: .v24, place: .byToken).write(registration, to: &writer)
    }
  }

  private struct Edit: Sendable {
    let pushType: PushType
    let ad: Timestamp?
    let nightAd: Timestamp?

    /// Those that are edited.
    var dates: [(name: String, date: Timestamp)] {
      [("adAgreementDateTime", ad), ("nightAdAgreementDateTime", nightAd)].compactMap { name, date in date.map { (name, $0) } }
    }

    init(_ body: JSONObject) throws(ControlError) {
      let names = PushType.allCases.map(\.name)
      guard let name = body["pushType"]?.stringValue, let pushType = PushType(name: name) else {
        throw .badRequest("pushType says which registration of the token is edited: one of \(names.joined(separator: ", ")).")
      }
      self.pushType = pushType
      ad = try Self.date("adAgreementDateTime", body)
      nightAd = try Self.date("nightAdAgreementDateTime", body)
      if dates.isEmpty { throw .badRequest("The body names no date to edit: adAgreementDateTime, nightAdAgreementDateTime, or both.") }
    }

    private static func date(_ name: String, _ body: JSONObject) throws(ControlError) -> Timestamp? {
      if body[name]?.isNull == true { throw .badRequest("\(name) cannot be taken away here: the date goes when the token is registered with that consent false.") }
      return try ClockRoutes.moment(body[name], name)
    }

    func check(_ agreement: Agreement) throws(ControlError) {
      for (name, isGiven, date) in [("isAdAgreement", agreement.ad, ad), ("isNightAdAgreement", agreement.nightAd, nightAd)] where date != nil && !isGiven {
        throw ControlError(status: 409, sentence: "\(name) of this registration is false, so it has no date of consent; register the token with \(name) true first.")
      }
    }
  }
}
