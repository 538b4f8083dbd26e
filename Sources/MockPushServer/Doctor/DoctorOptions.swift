/// What `mock-push-server doctor` looks at.
struct DoctorOptions: Invocation, Equatable {
  /// Where the mock's control API answers.
  var address: HealthAddress
  /// Where the mock listens for https by the same configuration; nil when the address was named, or there is none.
  var httpsPort: UInt16?
  var zone = ServiceZone.real
  /// The forward proxy that the client uses.
  var proxy: HealthAddress?
  /// Sent as a bearer token with what asks for one.
  var adminToken: String?
  var isJSON = false

  func run() async -> Int32 {
    let diagnosis = Diagnosis(options: self, findings: Doctor(options: self).findings())
    printLine(isJSON ? diagnosis.json.prettyText : diagnosis.text)
    return diagnosis.exitCode
  }

  static let group = OptionGroup<DoctorDraft>(
    title: "Options",
    options: [
      .value(
        "url", "URL", \.address, default: nil, parse: HealthAddress.parse,
        help: "Address of the server, plain http; without it, where `serve` would listen with the same environment."),
      .value(
        "zone", "real|alpha|beta", \.zone, default: "real", parse: zone,
        help: "Whose hosts to look at: the zone that the app's SDK is set to."),
      .value(
        "proxy", "URL", \.proxy, default: nil, parse: HealthAddress.parse,
        help: "The forward proxy that the client uses; names are then the proxy's business."),
      .value(
        "admin-token", "TOKEN", \.adminToken, default: nil, parse: OptionText.adminToken,
        help: "Admin token of the server, to ask for its clock. The variable \(ServerAddress.adminVariable) does the same."),
      .toggle("json", \.isJSON, help: "Print one JSON object in place of text."),
    ])

  private static func zone(_ text: String) throws(ValueFault) -> ServiceZone {
    guard let zone = ServiceZone(rawValue: text), zone != .local else { throw ValueFault(rule: "it is one of `real`, `alpha`, `beta`") }
    return zone
  }

  init(given: OptionScanner.Given, _ resolver: ServeResolver) throws(UsageError) {
    var draft = DoctorDraft()
    try Self.group.apply(given, to: &draft)
    let server = try ServerAddress(draft.address, adminToken: draft.adminToken, resolver, of: "doctor")
    (address, adminToken) = (server.address, server.adminToken)
    if draft.address == nil, case .port(let port) = try resolver.draft(given: OptionScanner.Given()).httpsPort, port != 0 { httpsPort = port }
    (zone, proxy, isJSON) = (draft.zone, draft.proxy, draft.isJSON)
  }

  init(address: HealthAddress) { self.address = address }
}

struct DoctorDraft: Sendable {
  var address: HealthAddress?
  var zone = ServiceZone.real
  var proxy: HealthAddress?
  var adminToken: String?
  var isJSON = false
}

extension Command {
  static let doctor = Command(
    name: "doctor", summary: "Check from the client's side whether an app's calls reach the mock, and say what is missing.",
    explanation: """
      Looks from this machine as an app or a backend on it would: whether the vendor's host names lead to the mock, whether the ports 443 \
      and 80 answer there, whether the machine trusts the mock's certificate, whether its clock is right, and what the proxy variables do. \
      Each thing that is missing comes with the command or step that mends it. It never calls the real service.
      """,
    sections: [DoctorOptions.group.section()],
    exitCodes: [ExitCode(code: 0, meaning: "All is well."), ExitCode(code: 1, meaning: "Something is missing.")]
  ) { given, resolver throws(UsageError) in try DoctorOptions(given: given, resolver) }
}
