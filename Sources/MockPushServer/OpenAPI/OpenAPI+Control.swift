/// Our own operations, by method and path below `/_mock`.
extension OpenAPIDocument {
  private typealias T = OperationText
  private typealias S = SchemaText
  private typealias Q = OperationText.Query

  struct ControlText: Sendable {
    let summary: String
    var operation = OperationText()

    init(_ summary: String, _ operation: OperationText = OperationText()) {
      self.summary = summary
      self.operation = operation
    }
  }

  static let controlTexts: [String: ControlText] = [serverTexts, seedTexts, faultTexts, journalTexts, appTexts, consoleTexts].reduce(into: [:]) { $0.merge($1) { $1 } }

  private static let serverTexts: [String: ControlText] = [
    "GET /health": ControlText(
      "says that the server is up", T(answer: ["status": S.string(), "version": S.string(), "uptimeSeconds": S.integer(), "database": S.string()])),
    "GET /openapi.json": ControlText("gives this document", T(answer: [:])),
    "GET /ca.pem": ControlText("gives the CA's certificate as PEM", T(contentType: "application/x-pem-file")),
    "GET /ca.der": ControlText("gives the CA's certificate as DER", T(contentType: "application/x-x509-ca-cert")),
    "GET /ca.mobileconfig": ControlText("gives an iOS profile that installs the CA", T(contentType: "application/x-apple-aspen-config")),
    "GET /proxy.pac": ControlText(
      "gives a proxy configuration: the vendor's hosts to this server's proxy", T(contentType: "application/x-ns-proxy-autoconfig")),
    "GET /clock": ControlText("shows the clock", T(answer: clock)),
    "PUT /clock": ControlText(
      "sets, freezes or releases the clock",
      T(body: S.object(["now": S.moment, "mode": S.choice(["frozen", "running"]), "reset": S.bool], open: false), answer: clock)),
    "POST /clock/advance": ControlText(
      "moves the clock forward; everything that falls due fires at its own moment",
      T(
        body: S.object(["by": S.string("An ISO 8601 duration; months and days in Asia/Seoul.", example: "PT1H"), "to": S.moment], open: false),
        answer: clockAndFired)),
    "POST /reset": ControlText(
      "resets everything, or some parts: all data, fault rules, rules about devices, the journal, the clock, webhooks",
      T(body: resetBody(ResetPart.allCases), isBodyRequired: false, answer: ["reset": S.string("`everything`, or the parts.", example: "data, faults")])),
    "GET /snapshots": ControlText("lists snapshots of the database", T(answer: ["snapshots": S.array(S.object(snapshot))])),
    "PUT /snapshots/{name}": ControlText(
      "makes a snapshot of the whole database, or replaces the one of that name; a name is 1 to 64 letters, digits, - _ or .",
      T(answer: snapshot, success: [200, 201])),
    "DELETE /snapshots/{name}": ControlText("deletes a snapshot", T(answer: ["deleted": S.string()])),
    "POST /snapshots/{name}/restore": ControlText(
      "puts a snapshot in the database's place, with its clock and settings; empties the journal; faults, devices and webhooks stay",
      T(answer: ["restored": S.string(), "now": S.moment, "mode": S.choice(["frozen", "running"])])),
    "POST /settle": ControlText("answers when nothing is due and no message is pending", T(answer: ["settled": S.bool])),
  ]

  private static let faultTexts: [String: ControlText] = [
    "GET /faults": ControlText("lists fault rules, with how often each applied", T(answer: ["faults": S.array(S.any)])),
    "POST /faults": ControlText("adds a fault rule, or one made from a preset", T(body: S.any, success: [201])),
    "DELETE /faults": ControlText("removes all fault rules"),
    "GET /faults/{id}": ControlText("shows a fault rule"),
    "DELETE /faults/{id}": ControlText("removes a fault rule"),
    "GET /faults/presets": ControlText("lists presets: the SDK's error, what the app sees, what goes over the wire", T(answer: ["presets": S.array(S.any)])),
  ]

  private static let requests: [OperationText.Query] = [
    Q("method", S.string()), Q("path", S.string(), "Exact, or with * for anything."), Q("version", S.string(example: "v2.4")), Q("appkey", S.string()),
    Q("resultCode", S.integer()), Q("from", S.moment), Q("to", S.moment), Q("since", S.moment), Q("uid", S.string()), Q("token", S.string()),
  ]

  private static let journalTexts: [String: ControlText] = [
    "GET /requests": ControlText("searches the journal of vendor requests and their answers, newest first",
      T(
        query: requests + [Q("limit", S.integer(1...1_000, default: 100)), Q("before", S.integer()), Q("after", S.integer())],
        answer: ["requests": S.array(S.any)])),
    "DELETE /requests": ControlText("clears the journal"),
    "GET /requests/stream": ControlText(
      "tells requests as they come, as server-sent events", T(query: requests + [Q("after", S.integer())], contentType: "text/event-stream")),
    "POST /requests/verify": ControlText("checks how often a request came; 422 with the nearest misses", T(body: S.any)),
    "GET /requests/{number}": ControlText("shows one request of the journal with its answer"),
    "GET /deliveries/stream": ControlText(
      "tells deliveries as they happen, as server-sent events",
      T(
        query: [
          Q("appkey", S.string()), T.messageId, Q("uid", S.string()), Q("token", S.string()), T.pushType,
          Q("outcome", S.choice(["SENT", "SENT_FAILED", "INVALID_TOKEN", "FILTERED"])), Q("after", S.integer()),
        ], contentType: "text/event-stream")),
    "GET /webhooks": ControlText("lists webhooks, with what each was sent and what failed"),
    "PUT /webhooks": ControlText("replaces the webhooks", T(body: S.any)),
    "DELETE /webhooks": ControlText("removes the webhooks"),
  ]

  private static let appTexts: [String: ControlText] = [
    "GET /apps": ControlText("lists apps with their settings", T(answer: ["apps": S.array(S.any)])),
    "GET /apps/{appkey}": ControlText("shows an app's settings"),
    "PATCH /apps/{appkey}": ControlText("changes an app's settings, at once in force", T(body: S.any)),
    "POST /apps/{appkey}/reset": ControlText(
      "resets an app: its data and settings, the fault rules that name it alone, the rules about its devices",
      T(body: resetBody(ResetPart.ofApp), isBodyRequired: false, answer: ["reset": S.string("`everything`, or the parts.", example: "data"), "appkey": S.string()])),
    "GET /apps/{appkey}/devices": ControlText("lists the rules about simulated devices", T(answer: ["devices": S.array(S.any)])),
    "PUT /apps/{appkey}/devices": ControlText("replaces the rules about devices, or adds one", T(body: S.any, answer: ["devices": S.array(S.any)])),
    "DELETE /apps/{appkey}/devices": ControlText(
      "forgets rules about devices", T(query: [Q("token", S.string()), Q("uid", S.string())], answer: ["devices": S.array(S.any)])),
    "GET /apps/{appkey}/messages": ControlText(
      "lists messages, whoever sent them",
      T(query: [T.pageIndex, T.pageSize, Q("status", S.choice(MessageStatusNames.all))], answer: ["messages": S.array(S.any), "totalCount": S.integer()])),
    "POST /apps/{appkey}/messages": ControlText("sends as the console does", T(body: S.named("MessageRequest"), answer: ["messageId": S.integer()])),
    "GET /apps/{appkey}/messages/{messageId}": ControlText("shows a message, or `latest`, with counts per outcome and reason"),
    "GET /apps/{appkey}/messages/{messageId}/deliveries": ControlText(
      "lists what each token got, or why it got nothing",
      T(
        query: [
          Q("limit", S.integer(1...1_000)), Q("after", S.integer()), Q("outcome", S.choice(["SENT", "SENT_FAILED", "INVALID_TOKEN", "FILTERED"])),
          Q("reason", S.string()), Q("token", S.string()), Q("uid", S.string()),
        ], answer: ["deliveries": S.array(S.any)])),
    "POST /apps/{appkey}/reservations": ControlText(
      "makes a reservation as the console does", T(body: S.named("ReservationRequest"), answer: ["reservationId": S.integer()])),
    "GET /apps/{appkey}/tokens/{token}/deliveries": ControlText(
      "lists what a token got, also one that is gone", T(query: [Q("limit", S.integer(1...1_000)), Q("before", S.integer())], answer: ["deliveries": S.array(S.any)])),
    "PATCH /apps/{appkey}/tokens/{token}": ControlText(
      "edits a token's dates of consent",
      T(
        body: S.object(
          ["pushType": S.named("PushType"), "adAgreementDateTime": S.moment, "nightAdAgreementDateTime": S.moment], required: ["pushType"], open: false))),
    "POST /apps/{appkey}/explain": ControlText(
      "tells what a message would do to each token, without sending",
      T(
        query: [
          Q(
            "version", S.choice(APIVersion.allCases.map(\.name) + ["console"]),
            "By whose rules the body is read, v2.4 without it; console is POST …/messages of the control API."),
        ], body: S.object(explainMembers, required: ["target", "content", "messageType"]),
        answer: [
          "at": S.moment, "isNight": S.bool, "messageStatus": S.choice(MessageStatusNames.all), "targetCount": S.integer(), "sentCount": S.integer(),
          "outcomes": S.map(S.integer()), "reasons": S.map(S.integer()), "isComplete": S.bool, "deliveries": S.array(S.any),
        ])),
  ]

  private static let explainMembers: JSONObject = {
    var members = messageMembers
    for (key, value) in [
      ("at", S.moment), ("token", S.string()), ("pushType", S.named("PushType")), ("limit", S.integer(0...1_000, default: 100)),
      ("scanLimit", S.integer(1...Int.max, description: "How many registrations are looked at; without it all.")),
    ] as [(String, JSON)] { members[key] = value }
    return members
  }()

  private static let snapshot: JSONObject = [
    "name": S.string(), "bytes": S.integer(), "created": S.moment, "clock": S.object(clock), "problem": S.string("Of a file that cannot be read."),
  ]

  private static func resetBody(_ parts: [ResetPart]) -> JSON {
    S.object(["parts": S.array(S.choice(parts.map(\.rawValue)), "What is reset; all of them when left out.")], open: false)
  }

  private static let clockAndFired: JSONObject = [
    "now": S.moment, "mode": S.choice(["frozen", "running"]), "firedCount": S.integer(), "fired": S.array(S.any, "The first 1,000."),
  ]
  private static let clock: JSONObject = ["now": S.moment, "mode": S.choice(["frozen", "running"])]
}
