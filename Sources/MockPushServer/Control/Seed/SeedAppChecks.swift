import PushStore

/// Checks what of an app depends on other parts of it: settings first, then the rest by them.
struct SeedAppChecks {
  let draft: SeedAppDraft
  let appkey: String
  /// Settings that were changed before, as stored.
  let present: JSONObject
  let apps: AppDirectory
  let now: Timestamp
  /// The seed's.
  let text: [UInt8]

  private var path: String { draft.path }

  func app() throws(SeedFault) -> SeedApp {
    var app = SeedApp(appkey: appkey, path: path)
    let settings = try checkedSettings(&app)
    app.slices = draft.slices
    if let json = draft.generate, !json.isNull {
      let isNamed = path == "generate"
      app.generator = try SeedReader.explained { () throws(ControlError) in
        try SeedGenerator(
          json, isSingle: settings.appType == .single, place: isNamed ? path : "\(path).generate", known: (isNamed ? ["appkey"] : []) + SeedGenerator.keys)
      }
    }
    try checkTokens(app, isSingle: settings.appType == .single)
    app.tags = try SeedTags(try list(draft.tags, "tags"), appkey: appkey, generator: app.generator, path: path).tags
    app.reservations = try reservations(settings, zones: draft.zones.union(app.generator?.zones ?? []))
    if let devices = draft.devices, !devices.isNull {
      app.devices = try SeedReader.explained { () throws(ControlError) in try DeviceRule.list(devices, place: "\(path).devices") }
    }
    return app
  }

  private func checkedSettings(_ app: inout SeedApp) throws(SeedFault) -> AppSettings {
    do throws(SettingsError) {
      let settings = try apps.settings(of: appkey, with: present)
      guard let json = draft.settings, !json.isNull else { return settings }
      let changed = try settings.applying(json, path: "\(path).settings")
      app.settings = json.objectValue
      return changed
    } catch {
      throw SeedFault(error.message)
    }
  }

  /// What the rows were not checked for while they were read: the app's type was not known, and the generator not.
  private func checkTokens(_ app: SeedApp, isSingle: Bool) throws(SeedFault) {
    guard var unique = draft.unique, !unique.isEmpty else { return }
    if isSingle {
      unique = SeedUniqueness(isSingle: true, path: path)
      var number = 0
      for slice in app.slices {
        for row in SeedRows.rows(of: slice, text, now: now) {
          try unique.add(row.request, number: number)
          number += 1
        }
      }
    }
    guard let generator = app.generator else { return }
    var tokens = GeneratedTokens(generator, now: now)
    while let row = tokens.next() {
      if let conflict = unique.conflict(row.request) { throw SeedFault("A token of \(path).generate\(conflict) Give generate another seed or uidPrefix.") }
    }
  }

  private func reservations(_ settings: AppSettings, zones: Set<String>) throws(SeedFault) -> [NewReservation] {
    let rules = MessageRules(version: .v24, provisionedResourceIds: settings.provisionedResourceIds)
    var reservations: [NewReservation] = []
    for (index, item) in try list(draft.reservations, "reservations").enumerated() {
      let place = "\(path).reservations[\(index)]"
      guard let object = item.objectValue else { throw SeedFault("\(place) \(ShownValue.phrase(item)): a reservation is the body of POST /reservations.") }
      let keys = ["after"] + ReservationBody.keys
      try SeedFault.check(object, known: keys, place)
      let dated = try dated(object, place)
      do throws(APIError) {
        let body = try ReservationBody(dated, rules, now: now)
        reservations.append(
          try ReservationAcceptance.newReservation(body, version: .v24, settings: settings, zones: body.isLocal ? zones : [], now: now))
      } catch {
        throw SeedFault(error, at: place)
      }
    }
    return reservations
  }

  /// With `schedules` instead of `after`: durations from now on, so that a seed can be loaded on any day.
  private func dated(_ object: JSONObject, _ place: String) throws(SeedFault) -> JSONObject {
    guard let after = object.given("after") else { return object }
    if object.given("schedules") != nil { throw SeedFault("\(place) has schedules and after; both say when it sends, so leave one of them out.") }
    let minute: Int64 = 60_000
    var times: [JSON] = []
    for item in after.arrayValue ?? [.null] {
      guard let moment = item.stringValue.flatMap({ ISODuration($0) })?.added(to: now) else {
        throw SeedFault("\(place).after \(ShownValue.phrase(after)): it is a list of ISO 8601 durations from now, such as [\"PT30M\",\"P1D\"].")
      }
      let whole = (moment.milliseconds + minute - 1) / minute * minute
      times.append(.string(DateText.localMinute(CivilTime(Timestamp(milliseconds: whole), offsetSeconds: 32_400))))
    }
    var dated = object
    dated["after"] = nil
    dated["schedules"] = .array(times)
    return dated
  }

  private func list(_ json: JSON?, _ name: String) throws(SeedFault) -> [JSON] {
    guard let json, !json.isNull else { return [] }
    guard let items = json.arrayValue else { throw SeedFault("\(path).\(name) \(ShownValue.phrase(json)): it is a list, `[…]`.") }
    return items
  }
}
