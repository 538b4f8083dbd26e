/// What the document says of seeds.
extension OpenAPIDocument {
  private typealias T = OperationText
  private typealias S = SchemaText

  static let seedTexts: [String: ControlText] = [
    "POST /seed": ControlText(
      "loads apps with tokens, tags and reservations, all in one step; 202 with an id when all of it was checked, and with wait=true the result",
      T(
        query: [T.Query("wait", S.bool, "Answers when all is loaded.")], body: S.named("Seed"), answer: ["id": S.string(example: "s1"), "rows": S.integer()], success: [200, 202])),
    "GET /seed/{id}": ControlText("tells how far the load of a seed has come", T(answer: job)),
  ]

  private static let job: JSONObject = [
    "id": S.string(), "state": S.choice(SeedJob.State.allCases.map(\.rawValue)), "rowsDone": S.integer(), "rows": S.integer(),
    "result": S.object(JSONObject(SeedCounts().members.map { ($0.name, S.integer()) })), "error": S.string("Why it failed; nothing is loaded then."),
  ]

  static let seedSchemas: JSONObject = [
    "Seed": S.object(
      [
        "apps": S.array(S.named("SeedApp")), "faults": S.array(S.any, "As POST /_mock/faults takes them; they take the place of those in force."),
        "generate": S.object(generator(with: ["appkey": S.string("Not needed when one app is configured.", max: 64)]), required: ["tokens"], open: false),
      ], open: false),
    "SeedApp": S.object(
      [
        "appkey": S.string("An app without data.", max: 64, example: "MYAPP"),
        "settings": described(S.any, "Laid over the app's settings, as PATCH /_mock/apps/{appkey} does."),
        "tokens": S.array(S.named("SeedToken")),
        "tags": S.array(
          S.object(
            [
              "tagName": S.string(max: TagLimits.nameLength), "tagId": S.string("Eight letters or digits; else one that is the same each time.", max: 8),
              "uids": S.array(S.string(max: TagLimits.uidLength), "Users need no tokens."),
            ], required: ["tagName"], open: false)),
        "reservations": S.array(
          S.any, "As POST /reservations of v2.4 takes them; in place of schedules there may be `after`, ISO 8601 durations from now."),
        "devices": S.array(S.any, "As PUT /_mock/apps/{appkey}/devices takes them; they take the place of the app's."),
        "generate": S.object(generator(), required: ["tokens"], open: false),
      ], required: ["appkey"], open: false),
    "SeedToken": S.object(
      [
        "token": S.string(max: RegistrationBody.tokenLimit), "pushType": S.named("PushType"), "uid": S.string(max: 64),
        "deviceId": S.string(max: 36), "isNotificationAgreement": S.bool, "isAdAgreement": S.bool, "isNightAdAgreement": S.bool,
        "timezoneId": S.string(example: "Asia/Seoul"), "country": S.string(max: 3, example: "KR"), "language": S.string(max: 16, example: "ko"),
        "createdDateTime": described(S.moment, "Default: now."), "updatedDateTime": described(S.moment, "Default: createdDateTime."),
        "activatedDateTime": described(S.moment, "Default: now."), "adAgreementDateTime": described(S.moment, "Default: createdDateTime."),
        "nightAdAgreementDateTime": described(S.moment, "Default: createdDateTime."),
      ],
      required: ["token", "pushType", "uid", "isNotificationAgreement", "isAdAgreement", "isNightAdAgreement", "timezoneId", "country", "language"],
      open: false),
  ]

  private static func generator(with members: JSONObject = [:]) -> JSONObject {
    var all = members
    let weights: (String) -> JSON = { S.map(["type": "number"], $0) }
    let generator: JSONObject = [
      "tokens": S.integer(1...SeedGenerator.mostTokens),
      "seed": S.integer(0...9_007_199_254_740_991, default: 1, description: "The same tokens for the same number, dates apart."),
      "uids": S.integer(description: "Users, with one to three tokens each; default: three quarters of tokens, or all of them when appType is SINGLE."),
      "uidPrefix": S.string("Of user-000001 and so on; default: user-.", max: 48),
      "pushTypes": weights("Weights by push type; default: FCM 6, APNS 4."),
      "countries": weights("Weights by country; default: KR 86, JP 5, US 4, CN 2, VN 2, TH 1."),
      "languages": weights("Weights by language; default: those of the countries."),
      "timezones": weights("Weights by time zone; default: those of the countries."),
      "agreements": S.object(
        ["notification": share("Default: 0.9."), "ad": share("Of those; default: 0.6."), "nightAd": share("Of those; default: 0.4.")], open: false),
      "days": S.integer(0...3_650, default: 90, description: "The stretch before now in which the tokens were registered."),
      "tags": S.integer(0...TagLimits.tagsPerApp, default: 0, description: "Tags tag-001 and so on; each user has none to three of them."),
    ]
    for (key, value) in generator.members { all[key] = value }
    return all
  }

  private static func share(_ description: String) -> JSON { described(["type": "number", "minimum": 0, "maximum": 1], description) }

  private static func described(_ schema: JSON, _ description: String) -> JSON {
    guard var object = schema.objectValue else { return schema }
    object["description"] = .string(description)
    return .object(object)
  }
}
